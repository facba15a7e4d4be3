"""A consistent snapshot of a whole store, during concurrent writes.

On SQLite it is a read transaction, during which the write-ahead log is not truncated. On PostgreSQL
it is a transaction of isolation level repeatable read.
"""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

import apsw
import asyncpg

from openmall.configuration import Configuration
from openmall.database import sqlite_file
from openmall.database.session import DatabaseAway
from openmall.database.values import StoredValue

PAGE: Final = 1_000
"""Rows of one read."""
VERSION: Final = "alembic_version"
"""The table with the schema version of a store."""

Rows = AsyncIterator[Sequence[Sequence[Any]]]


class Snapshot(Protocol):
    """A snapshot of a store. Every method may raise DatabaseAway."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    async def schema(self) -> str:
        """Return the store's schema version; empty when it has none."""
        ...

    async def size(self) -> int:
        """Return the size of the store in bytes."""
        ...

    async def tables(self) -> dict[str, list[str]]:
        """Return table -> columns, in order."""
        ...

    def rows(
        self, table: str, columns: Sequence[str], *, only: tuple[str, str] | None = None
    ) -> Rows:
        """Yield the rows of a table, page by page, in no order.

        `only`: (column, value) that rows must have.
        """
        ...


def quoted(name: str) -> str:
    """Quote a name of a table or column for use in SQL. Raises ValueError for a quote in it."""
    if '"' in name:
        raise ValueError(f"{name!r} is no name of a table or column")
    return f'"{name}"'


def _reading(table: str, columns: Sequence[str], where: str) -> str:
    return f"SELECT {', '.join(map(quoted, columns))} FROM {quoted(table)}{where}"  # noqa: S608 # names of the store's own


class SqliteSnapshot:
    """A snapshot of a SQLite file; it blocks, for processes that do nothing else."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __aenter__(self) -> Self:
        try:
            self._connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READWRITE)
            self._connection.set_busy_timeout(10_000)
            self._connection.execute("BEGIN")
            # the snapshot begins with the first read
            self._connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        except apsw.Error as error:
            raise DatabaseAway(f"{self._path}: {sqlite_file.away(error, self._path)}") from error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def _all(self, sql: str, values: Sequence[StoredValue] = ()) -> list[tuple[Any, ...]]:
        try:
            return list(self._connection.execute(sql, values))
        except apsw.Error as error:
            raise DatabaseAway(f"{self._path}: {error}") from error

    async def schema(self) -> str:
        if not self._all("SELECT 1 FROM sqlite_schema WHERE name = ?", (VERSION,)):
            return ""
        return "".join(row[0] for row in self._all(f"SELECT version_num FROM {VERSION}"))  # noqa: S608 # our own

    async def size(self) -> int:
        [(pages,)], [(size,)] = self._all("PRAGMA page_count"), self._all("PRAGMA page_size")
        return int(pages) * int(size)

    async def tables(self) -> dict[str, list[str]]:
        names = self._all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            " AND name <> ? ORDER BY name",
            (VERSION,),
        )
        return {
            name: [row[1] for row in self._all(f"PRAGMA table_info({quoted(name)})")]
            for (name,) in names
        }

    async def rows(
        self, table: str, columns: Sequence[str], *, only: tuple[str, str] | None = None
    ) -> Rows:
        where = f" WHERE {quoted(only[0])} = ?" if only else ""
        try:
            cursor = self._connection.cursor()
            cursor.execute(_reading(table, columns, where), (only[1],) if only else ())
            page: list[tuple[apsw.SQLiteValue, ...]] = []
            for row in cursor:
                page.append(row)
                if len(page) == PAGE:
                    yield page
                    page = []
            if page:
                yield page
        except apsw.Error as error:
            raise DatabaseAway(f"{table}: {error}") from error


class PostgresSnapshot:
    """A snapshot of a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __aenter__(self) -> Self:
        try:
            self._connection = await asyncpg.connect(self._url, timeout=10)
            self._transaction = self._connection.transaction(
                isolation="repeatable_read", readonly=True
            )
            await self._transaction.start()
            # the snapshot begins with the first statement
            await self._connection.fetchval("SELECT 1 FROM pg_class LIMIT 1")
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

    async def schema(self) -> str:
        if not await self._connection.fetchval("SELECT to_regclass($1)::text", VERSION):
            return ""
        rows = await self._connection.fetch(f"SELECT version_num FROM {VERSION}")  # noqa: S608 # our own
        return "".join(row[0] for row in rows)

    async def size(self) -> int:
        size = await self._connection.fetchval("SELECT pg_database_size(current_database())")
        return int(size)

    async def tables(self) -> dict[str, list[str]]:
        rows = await self._connection.fetch(
            "SELECT c.table_name, c.column_name FROM information_schema.columns c"
            " JOIN information_schema.tables t USING (table_schema, table_name)"
            " WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
            " AND c.table_name <> $1 ORDER BY c.table_name, c.ordinal_position",
            VERSION,
        )
        found: dict[str, list[str]] = {}
        for table, column in rows:
            found.setdefault(table, []).append(column)
        return found

    async def rows(
        self, table: str, columns: Sequence[str], *, only: tuple[str, str] | None = None
    ) -> Rows:
        where = f" WHERE {quoted(only[0])} = $1" if only else ""
        try:
            cursor = await self._connection.cursor(
                _reading(table, columns, where), *((only[1],) if only else ())
            )
            while page := await cursor.fetch(PAGE):
                yield page
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DatabaseAway(f"{table}: {error}") from error


def open_snapshot(configuration: Configuration) -> Snapshot:
    """Return a snapshot of an installation's store, taken when it is entered."""
    if configuration.database:
        return PostgresSnapshot(configuration.database)
    return SqliteSnapshot(configuration.database_path)
