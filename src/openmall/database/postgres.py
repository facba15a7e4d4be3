"""The server store: PostgreSQL through asyncpg, a pool of connections in each worker.

A call that only reads runs its statements without a transaction around them, each of its own
moment; a call that writes is one transaction, and locks what it is about to change.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, Final

import asyncpg
from sqlalchemy import Table

from openmall.database.session import DatabaseAway, DatabaseFull, DeadlinePassed, DuplicateRow, Row
from openmall.database.statements import Compiled, DialectName, Statement

FOREVER: Final = float("inf")
_AWAY: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)


class PostgresSession:
    """One connection of the pool, lent to one call."""

    __slots__ = ("_connection", "_deadline", "mall_id")
    dialect: DialectName = "postgresql"

    def __init__(self, connection: Any, mall_id: str, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline
        self.mall_id = mall_id

    def _prepared(self, statement: Statement, values: dict[str, Any]) -> tuple[Compiled, list[Any]]:
        compiled = statement.compiled.get("postgresql") or statement.on("postgresql")
        return compiled, self._arguments(compiled, values)

    def _arguments(self, compiled: Compiled, values: dict[str, Any]) -> list[Any]:
        if compiled.wants_mall:
            values = {**compiled.fixed, **values, "mall_id": self.mall_id}
        elif compiled.fixed:
            values = {**compiled.fixed, **values}
        return [values[name] for name in compiled.names]

    def _left(self) -> float | None:
        if self._deadline == FOREVER:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise DeadlinePassed
        return left

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        compiled, arguments = self._prepared(statement, values)
        with _faults():
            row: Row | None = await self._connection.fetchrow(
                compiled.sql, *arguments, timeout=self._left()
            )
        return row

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        compiled, arguments = self._prepared(statement, values)
        with _faults():
            rows: list[Row] = await self._connection.fetch(
                compiled.sql, *arguments, timeout=self._left()
            )
        return rows

    async def run(self, statement: Statement, **values: Any) -> int:
        compiled, arguments = self._prepared(statement, values)
        with _faults():
            tag: str = await self._connection.execute(
                compiled.sql, *arguments, timeout=self._left()
            )
        return int(tag.rpartition(" ")[2])

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        compiled = statement.on("postgresql")
        arguments = [self._arguments(compiled, row) for row in rows]
        with _faults():
            await self._connection.executemany(compiled.sql, arguments, timeout=self._left())

    def savepoint(self) -> Any:
        return self._connection.transaction()


class _faults:  # noqa: N801 # reads as a statement: with _faults():
    """Turn the driver's exceptions into those the pipeline knows."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, TimeoutError | asyncio.TimeoutError | asyncpg.QueryCanceledError):
            raise DeadlinePassed from error
        if isinstance(error, asyncpg.UniqueViolationError):
            raise DuplicateRow(str(error)) from error
        if isinstance(error, asyncpg.DiskFullError):
            raise DatabaseFull(str(error)) from error
        if isinstance(error, _AWAY):
            raise DatabaseAway(str(error)) from error


class _Lent:
    """A connection taken from the pool and given back."""

    __slots__ = ("_connection", "_database", "_deadline", "_mall_id", "_transaction", "_writes")

    def __init__(
        self, database: "PostgresDatabase", mall_id: str, deadline: float, *, writes: bool
    ) -> None:
        self._database = database
        self._mall_id = mall_id
        self._deadline = deadline
        self._writes = writes
        self._transaction: Any = None

    async def __aenter__(self) -> PostgresSession:
        with _faults():
            pool = await self._database.pool()
            self._connection = await pool.acquire(timeout=10.0)
            if self._writes:
                self._transaction = self._connection.transaction()
                try:
                    await self._transaction.start()
                except BaseException:
                    await pool.release(self._connection)
                    raise
        return PostgresSession(self._connection, self._mall_id, self._deadline)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._transaction is not None:
                with _faults():
                    if kind is None:
                        await self._transaction.commit()
                    elif not self._connection.is_closed():
                        await self._transaction.rollback()
        finally:
            await (await self._database.pool()).release(self._connection)


async def _leave_as_it_is(connection: Any) -> None:
    """Save the round trip of a reset: no session sets, listens for or locks anything."""


class PostgresDatabase:
    """A PostgreSQL server reached by `url`; the pool opens with the first call."""

    dialect: DialectName = "postgresql"

    def __init__(self, url: str, *, connections: int = 10) -> None:
        """`url`: postgresql://user:password@host:port/name; `connections`: most per worker."""
        self._url = url
        self._most = connections
        self._pool: Any = None
        self._opening = asyncio.Lock()

    def reading(self, mall_id: str, *, deadline: float = FOREVER) -> _Lent:
        return _Lent(self, mall_id, deadline, writes=False)

    def writing(self, mall_id: str, *, deadline: float = FOREVER) -> _Lent:
        return _Lent(self, mall_id, deadline, writes=True)

    async def pool(self) -> Any:
        """Return the pool, opened on first use. Raises DatabaseAway."""
        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    self._pool = await asyncpg.create_pool(
                        self._url,
                        min_size=1,
                        max_size=self._most,
                        timeout=10.0,
                        reset=_leave_as_it_is,
                    )
        return self._pool

    async def count_anew(self, tables: Sequence[Table]) -> None:
        names = ", ".join(f'"{table.name}"' for table in tables)
        with _faults():
            async with (await self.pool()).acquire(timeout=10.0) as connection:
                await connection.execute(f"ANALYZE {names}")

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()
            self._pool = None
