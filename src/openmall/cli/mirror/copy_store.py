"""The database of a copy: rows as JSON by resource and id, and the position that was reached.

Every change of rows and the position they bring the copy to are one transaction, so that a copy is
right whenever the program, its machine or its database stops.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

NUMBERED: Final = frozenset({"products", "categories"})
"""Resources whose ids are in the order of numbers; others are in the order of their bytes."""
Row = tuple[str, str, bytes | None]
"""Resource, id, and the row as JSON; None: it is deleted."""

_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS mirror_row (resource text NOT NULL, id text NOT NULL,"
    " content text NOT NULL, PRIMARY KEY (resource, id))",
    "CREATE TABLE IF NOT EXISTS mirror_state (name text PRIMARY KEY, content text NOT NULL)",
)
_PUT: Final = (
    "INSERT INTO mirror_row (resource, id, content) VALUES ({0}, {1}, {2})"
    " ON CONFLICT (resource, id) DO UPDATE SET content = excluded.content"
)
_DELETE: Final = "DELETE FROM mirror_row WHERE resource = {0} AND id = {1}"
_CLEAR: Final = "DELETE FROM mirror_row WHERE resource = {0}"
_STATE: Final = "SELECT name, content FROM mirror_state"
_SET_STATE: Final = (
    "INSERT INTO mirror_state (name, content) VALUES ({0}, {1})"
    " ON CONFLICT (name) DO UPDATE SET content = excluded.content"
)
_COUNT: Final = "SELECT resource, count(*) FROM mirror_row GROUP BY resource ORDER BY resource"


class CopyStore(Protocol):
    """The database of a copy."""

    async def state(self) -> dict[str, Any]:
        """Return what was last saved beside rows."""
        ...

    async def write(
        self, rows: Iterable[Row], state: Mapping[str, Any], *, cleared: Sequence[str] = ()
    ) -> None:
        """Write rows and state in one transaction; the resources `cleared` are emptied first."""
        ...

    async def rows(self, resource: str, after: str, upto: str | None) -> list[tuple[str, bytes]]:
        """Return ids and rows above `after`, up to `upto`, in the order of ids."""
        ...

    async def counts(self) -> dict[str, int]:
        """Return the number of rows of each resource."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


async def open_copy(url: str) -> CopyStore:
    """Open a copy at `sqlite:///path` or `postgresql://...`, and create its tables.

    Raises ValueError for any other URL.
    """
    scheme = urlsplit(url).scheme
    if scheme == "sqlite":
        path = url.partition(":///")[2]
        if not path:
            raise ValueError("the path of a SQLite file follows sqlite:///")
        return SqliteCopy(path)
    if scheme in ("postgresql", "postgres"):
        import asyncpg

        connection = await asyncpg.connect(url, timeout=10)
        for sql in _SCHEMA:
            await connection.execute(sql)
        return PostgresCopy(connection)
    raise ValueError(f"{scheme or url}: the copy is at sqlite:///PATH or postgresql://...")


def _condition(resource: str, *, upto: bool, postgresql: bool) -> str:
    """Return the SQL that selects a range of ids in their order."""
    if resource in NUMBERED:
        key = "CAST(id AS bigint)"
        first, last = "CAST({1} AS bigint)", "CAST({2} AS bigint)"
    else:
        key = 'id COLLATE "C"' if postgresql else "id"
        first, last = "{1}", "{2}"
    where = f"resource = {{0}} AND {key} > {first}" + (f" AND {key} <= {last}" if upto else "")
    return f"SELECT id, content FROM mirror_row WHERE {where} ORDER BY {key}"  # noqa: S608 # of this program


def _range(resource: str, after: str, upto: str | None) -> list[str]:
    first = after or ("0" if resource in NUMBERED else "")
    return [resource, first] if upto is None else [resource, first, upto]


def _last(rows: Iterable[Row]) -> dict[tuple[str, str], bytes | None]:
    """Return the last of several changes of each object: what counts, in any order."""
    return {(resource, id_): content for resource, id_, content in rows}


class SqliteCopy:
    """A copy in a SQLite file."""

    def __init__(self, path: str) -> None:
        # one thread at a time writes, while the program retrieves the next page
        self._connection = sqlite3.connect(
            path, timeout=30, isolation_level=None, check_same_thread=False
        )
        self._connection.execute("PRAGMA journal_mode=WAL")
        for sql in _SCHEMA:
            self._connection.execute(sql)

    @staticmethod
    def _sql(sql: str) -> str:
        # each statement has its values once, in this order
        return sql.format("?", "?", "?")

    async def state(self) -> dict[str, Any]:
        return {name: json.loads(text) for name, text in self._connection.execute(_STATE)}

    async def write(
        self, rows: Iterable[Row], state: Mapping[str, Any], *, cleared: Sequence[str] = ()
    ) -> None:
        written = asyncio.create_task(
            asyncio.to_thread(self._write, _last(rows), dict(state), list(cleared))
        )
        # a transaction that began is ended, also where the program is to stop
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:
            await written
            raise

    def _write(
        self, last: dict[tuple[str, str], bytes | None], state: dict[str, Any], cleared: list[str]
    ) -> None:
        execute, many = self._connection.execute, self._connection.executemany
        execute("BEGIN IMMEDIATE")
        try:
            for resource in cleared:
                execute(self._sql(_CLEAR), (resource,))
            many(self._sql(_DELETE), [key for key, content in last.items() if content is None])
            many(
                self._sql(_PUT),
                ((*key, text.decode()) for key, text in last.items() if text is not None),
            )
            many(
                self._sql(_SET_STATE), [(name, json.dumps(value)) for name, value in state.items()]
            )
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise

    async def rows(self, resource: str, after: str, upto: str | None) -> list[tuple[str, bytes]]:
        sql = self._sql(_condition(resource, upto=upto is not None, postgresql=False))
        found = self._connection.execute(sql, _range(resource, after, upto))
        return [(id_, content.encode()) for id_, content in found]

    async def counts(self) -> dict[str, int]:
        return dict(self._connection.execute(_COUNT).fetchall())

    async def close(self) -> None:
        self._connection.close()


class PostgresCopy:
    """A copy in a PostgreSQL database."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    @staticmethod
    def _sql(sql: str) -> str:
        return sql.format("$1::text", "$2::text", "$3::text")

    async def state(self) -> dict[str, Any]:
        found = await self._connection.fetch(_STATE)
        return {name: json.loads(text) for name, text in found}

    async def write(
        self, rows: Iterable[Row], state: Mapping[str, Any], *, cleared: Sequence[str] = ()
    ) -> None:
        last = _last(rows)
        written = [(*key, text.decode()) for key, text in last.items() if text is not None]
        async with self._connection.transaction():
            for resource in cleared:
                await self._connection.execute(self._sql(_CLEAR), resource)
            deleted = [key for key, content in last.items() if content is None]
            await self._connection.executemany(self._sql(_DELETE), deleted)
            await self._connection.executemany(self._sql(_PUT), written)
            saved = [(name, json.dumps(value)) for name, value in state.items()]
            await self._connection.executemany(self._sql(_SET_STATE), saved)

    async def rows(self, resource: str, after: str, upto: str | None) -> list[tuple[str, bytes]]:
        sql = self._sql(_condition(resource, upto=upto is not None, postgresql=True))
        found = await self._connection.fetch(sql, *_range(resource, after, upto))
        return [(id_, content.encode()) for id_, content in found]

    async def counts(self) -> dict[str, int]:
        return dict(map(tuple, await self._connection.fetch(_COUNT)))

    async def close(self) -> None:
        await self._connection.close()
