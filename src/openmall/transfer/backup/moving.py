"""Moves an installation between SQLite and PostgreSQL, and verifies every row.

The old store is locked during the move, because later writes would be lost, and set aside
afterwards.
"""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import apsw
import asyncpg
import msgspec
from msgspec import Struct

from openmall.configuration import Configuration
from openmall.database import migrate, phases
from openmall.database.bulk_load import mark_finished
from openmall.database.session import DatabaseAway
from openmall.database.snapshot import VERSION, open_snapshot, quoted
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.sources import FromStore
from openmall.transfer.backup.targets import fill_empty, require_empty

MOVED_SUFFIX: Final = ".moved"
"""Suffix of a SQLite file whose rows were moved."""
WORK_FOLDER: Final = ".moving"
"""The folder beside its place in which the new file is filled."""

SetAside = Callable[[], Awaitable[str]]


class Moved(Struct, frozen=True, kw_only=True):
    """The result of a move."""

    tables: int
    rows: int
    left: str
    """Where the old store is; it is no longer used."""


async def move(
    configuration: Configuration, to: Configuration, *, report_progress: Callable[[float], None]
) -> Moved:
    """Copy every row of a store into an empty one, and compare them.

    A move that was stopped starts over when it is called again. Raises NotPossible, DatabaseAway.
    """
    schema = await _schema(configuration)
    if schema != migrate.newest():
        if reason := phases.too_old(schema or None):
            raise NotPossible(f"the store cannot be moved: {reason}")
        raise NotPossible(
            f"the store has schema {schema or 'none'}, this program needs {migrate.newest()}"
        )
    await require_empty(to)
    async with _require_locked(configuration) as leave:
        beside = _beside(to)
        async with open_snapshot(configuration) as snapshot:
            source = FromStore(snapshot, await snapshot.tables())
            rows = await fill_empty(beside, source, report_progress=report_progress)
        if to.database:
            await mark_finished(to.database)
        else:
            beside.database_path.replace(to.database_path)
            shutil.rmtree(beside.data_dir)
        released = await leave()
    return Moved(tables=len(source.columns), rows=rows, left=released)


async def _schema(configuration: Configuration) -> str:
    if not configuration.database and not configuration.database_path.exists():
        raise NotPossible(f"there is no store at {configuration.database_path}")
    async with open_snapshot(configuration) as snapshot:
        return await snapshot.schema()


def _beside(to: Configuration) -> Configuration:
    """Return where the new store is filled, apart from its place until it is complete."""
    if to.database:
        return to
    folder = to.data_dir / WORK_FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return msgspec.structs.replace(to, data_dir=folder)


def _require_locked(
    configuration: Configuration,
) -> AbstractAsyncContextManager[Callable[[], Awaitable[str]]]:
    """Lock a store against writers; provide the function that sets it aside.

    That function returns where the store is then. Raises NotPossible when the store is in use.
    """
    if configuration.database:
        return _held_postgresql(configuration.database)
    return _held_sqlite(configuration.database_path)


def _renamed(path: Path) -> Path:
    return path.replace(path.with_name(path.name + MOVED_SUFFIX))


@asynccontextmanager
async def _held_sqlite(path: Path) -> AsyncIterator[SetAside]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        # leaving WAL mode succeeds only for the sole process that has the file open
        mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        if mode != ("delete",):
            raise apsw.BusyError
        connection.execute("BEGIN IMMEDIATE")

        async def leave() -> str:
            return str(_renamed(path))

        yield leave
    except apsw.BusyError:
        raise NotPossible(
            f"{path} is in use: stop the server and every other program that has it open"
        ) from None
    finally:
        connection.close()


@asynccontextmanager
async def _held_postgresql(url: str) -> AsyncIterator[SetAside]:
    try:
        connection = await asyncpg.connect(url, timeout=10)
        try:
            users = await connection.fetchval(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            if users:
                raise NotPossible(
                    f"the database is in use by {users} connections: stop the server first"
                )
            async with connection.transaction():
                names = await connection.fetch(
                    "SELECT table_name FROM information_schema.tables"
                    " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
                )
                every = ", ".join(quoted(row[0]) for row in names)
                await connection.execute(f"LOCK TABLE {every} IN SHARE MODE")

                async def leave() -> str:
                    await connection.execute(f"UPDATE {VERSION} SET version_num = $1", "moved")  # noqa: S608 # our own
                    return "the PostgreSQL database, whose schema is now called `moved`"

                yield leave
        finally:
            await connection.close()
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise DatabaseAway(str(error)) from error
