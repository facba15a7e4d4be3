"""Bulk load of an empty store with the rows of another, without concurrent users.

Triggers do not run: rows are written as they were. During the load a PostgreSQL database is marked
as unfinished instead of its schema version, so that no program uses it; a SQLite file is created
under another name.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Protocol, Self

import apsw
import asyncpg

from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.database.schema import metadata
from openmall.database.session import DatabaseAway
from openmall.database.snapshot import VERSION, quoted
from openmall.database.values import StoredValue

UNFINISHED: Final = "unfinished"
"""The schema version during the load: later than any, so that every program refuses it."""

_SET_VERSION: Final = f"UPDATE {VERSION} SET version_num = $1"  # noqa: S608 # our own

_TRIGGERED: Final = """SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relname = ANY ($1::text[])
        AND relnamespace = current_schema()::regnamespace ORDER BY 1"""
"""Tables with triggers, of those named: Citus has tables and views of its own, and shards."""


class BulkLoad(Protocol):
    """A bulk load into an empty store with a schema."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    async def add(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[StoredValue]]
    ) -> None:
        """Add rows to a table. Raises DatabaseAway."""
        ...

    async def complete(self) -> None:
        """Make every row readable and, on SQLite, durable."""
        ...


class SqliteBulkLoad:
    """A bulk load into a new file that no other process uses."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __aenter__(self) -> Self:
        self._connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READWRITE)
        self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        # an unfinished file is discarded, so no rollback journal is needed
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-64000"):
            self._connection.execute(f"PRAGMA {pragma}").fetchall()
        self._connection.execute("BEGIN")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    async def add(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[StoredValue]]
    ) -> None:
        names, values = ", ".join(map(quoted, columns)), ", ".join("?" * len(columns))
        try:
            self._connection.executemany(
                f"INSERT INTO {quoted(table)} ({names}) VALUES ({values})",  # noqa: S608 # names of the store's own
                rows,
            )
        except apsw.Error as error:
            raise DatabaseAway(f"{table}: {error}") from error

    async def complete(self) -> None:
        try:
            self._connection.execute("COMMIT")
            self._connection.execute("PRAGMA journal_mode=WAL").fetchall()
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self._connection.close()
        except apsw.Error as error:
            raise DatabaseAway(str(error)) from error
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class PostgresBulkLoad:
    """A bulk load into a database with the empty tables of the newest schema."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __aenter__(self) -> Self:
        try:
            self._connection = await asyncpg.connect(self._url, timeout=10)
            await self._connection.execute(_SET_VERSION, UNFINISHED)
            await self._switch_triggers("DISABLE")
        except (OSError, asyncpg.PostgresError, TimeoutError) as error:
            raise DatabaseAway(str(error)) from error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.terminate()

    async def add(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[StoredValue]]
    ) -> None:
        try:
            await self._connection.copy_records_to_table(table, records=rows, columns=columns)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DatabaseAway(f"{table}: {error}") from error

    async def complete(self) -> None:
        # each page was its own transaction
        try:
            await self._switch_triggers("ENABLE")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DatabaseAway(str(error)) from error

    async def _switch_triggers(self, action: Literal["DISABLE", "ENABLE"]) -> None:
        # Citus asks for it; elsewhere it is a setting that nobody reads
        await self._connection.execute("SET citus.enable_unsafe_triggers = on")
        for row in await self._connection.fetch(_TRIGGERED, list(metadata().tables)):
            await self._connection.execute(f"ALTER TABLE {row[0]} {action} TRIGGER USER")


def open_bulk_load(configuration: Configuration) -> BulkLoad:
    """Return the bulk load of an installation's store."""
    if configuration.database:
        return PostgresBulkLoad(configuration.database)
    return SqliteBulkLoad(configuration.database_path)


async def mark_finished(url: str) -> None:
    """Mark a PostgreSQL database as finished after the load. Raises DatabaseAway."""
    await _execute_all(url, ("ANALYZE",), (_SET_VERSION, migrate.newest()))


async def drop_unfinished(url: str) -> None:
    """Drop the tables of a PostgreSQL database after an interrupted load. Raises DatabaseAway."""
    names = ", ".join(map(quoted, [*metadata().tables, VERSION]))
    await _execute_all(url, (f"DROP TABLE IF EXISTS {names}",))


async def _execute_all(url: str, *statements: tuple[str, ...]) -> None:
    """Execute statements, each with its values."""
    try:
        connection = await asyncpg.connect(url, timeout=10)
        try:
            for statement in statements:
                await connection.execute(*statement)
        finally:
            await connection.close()
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise DatabaseAway(str(error)) from error
