"""PgBouncer in transaction mode, in front of the PostgreSQL server of the tests."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from tests import system_user

CONNECTIONS: Final = 4
"""Connections to the server that all clients share."""


def is_installed() -> bool:
    """Say whether the Debian package is there."""
    return _program() is not None


def _program() -> str | None:
    return shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


class PgBouncer:
    """A running PgBouncer; every database of the server is reached through it by its name."""

    def __init__(self, url: str, *, connections: int = CONNECTIONS) -> None:
        """`url`: a database of the server; `connections`: to the server, for each database."""
        program = _program()
        assert program is not None, "the tests need the Debian package pgbouncer"
        self._folder = tempfile.TemporaryDirectory(prefix="openmall-bouncer-")
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port = listening.getsockname()[1]
        file = folder / "pgbouncer.ini"
        file.write_text(
            f"""[databases]
* = {_where(url)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 1000
server_idle_timeout = 60
admin_users = postgres
"""
        )
        user = system_user.existing()
        become = [] if user is None else ["-u", user]
        self._process = subprocess.Popen(
            [program, "-q", *become, str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 30
        while not self._listens():
            assert self._process.poll() is None, "pgbouncer ended"
            assert time.monotonic() < deadline, "pgbouncer does not listen"
            time.sleep(0.02)

    def through(self, url: str) -> str:
        """Return the URL of a database that leads through PgBouncer."""
        return f"postgresql://postgres@127.0.0.1:{self.port}{urlsplit(url).path}?sslmode=disable"

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._folder.cleanup()

    def _listens(self) -> bool:
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", self.port)) == 0


def _where(url: str) -> str:
    parts = urlsplit(url)
    if folders := parse_qs(parts.query).get("host"):
        return f"host={folders[0]}"
    return f"host={parts.hostname} port={parts.port}"
