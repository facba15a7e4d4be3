"""The PostgreSQL store, through asyncpg with a connection pool in each worker.

A call that only reads runs its statements without a transaction, each with its own snapshot; a call
that writes is one transaction, and locks the rows it changes.
"""

import time
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Table

from openmall.database.capture import PostgresCapture
from openmall.database.compilers import FIRST_PAGE_ROWS
from openmall.database.postgres_batch import BatchedWrite, batch
from openmall.database.postgres_pool import (
    NO_DEADLINE,
    Connection,
    ConnectionLost,
    ConnectionSettings,
    Pool,
    begin,
    end,
    translated_errors,
)
from openmall.database.session import DatabaseAway, DeadlinePassed, Row, WriteRecorder
from openmall.database.statements import Compiled, DialectName, Statement
from openmall.database.values import BoundValue


class PostgresSession:
    """One connection of the pool, used by one call."""

    __slots__ = ("_deadline", "_deferred", "connection", "mall_id")
    dialect: DialectName = "postgresql"

    def __init__(self, connection: Connection, mall_id: str, deadline: float) -> None:
        self.connection = connection
        self._deadline = deadline
        self._deferred: dict[str, BatchedWrite] = {}
        """Writes that were not sent yet, by their tables."""
        self.mall_id = mall_id

    def _prepared(
        self, statement: Statement, values: dict[str, BoundValue]
    ) -> tuple[Compiled, list[BoundValue]]:
        compiled = statement.compiled.get("postgresql") or statement.on("postgresql")
        if (
            compiled.first_page is not None
            and values["offset"] == 0
            and isinstance(limit := values["limit"], int)
            and limit <= FIRST_PAGE_ROWS
        ):
            compiled = compiled.first_page
        return compiled, self._arguments(compiled, values)

    def _arguments(self, compiled: Compiled, values: Mapping[str, BoundValue]) -> list[BoundValue]:
        if compiled.needs_mall:
            values = {**compiled.fixed, **values, "mall_id": self.mall_id}
        elif compiled.fixed:
            values = {**compiled.fixed, **values}
        return [values[name] for name in compiled.names]

    def _remaining(self) -> float | None:
        if self._deadline == NO_DEADLINE:
            return None
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise DeadlinePassed
        return remaining

    async def _with_deferred(
        self, statement: Statement, values: dict[str, BoundValue]
    ) -> tuple[str, list[BoundValue]]:
        """Return the SQL and arguments of a statement, after or together with deferred writes.

        A read of other tables does not depend on them, and a write of other tables is sent with
        them as one statement.
        """
        compiled, arguments = self._prepared(statement, values)
        if self._deferred and compiled.tables.isdisjoint(self._deferred):
            if compiled.is_plain_read:
                return compiled.sql, arguments
            if compiled.table:
                writes = [*self._deferred.values(), BatchedWrite(compiled, [arguments])]
                self._deferred = {}
                return batch(writes)
        await self.send_deferred()
        return compiled.sql, arguments

    async def one(self, statement: Statement, **values: BoundValue) -> Row | None:
        sql, arguments = await self._with_deferred(statement, values)
        with translated_errors():
            row: Row | None = await self.connection.fetchrow(
                sql, *arguments, timeout=self._remaining()
            )
        return row

    async def all(self, statement: Statement, **values: BoundValue) -> list[Row]:
        sql, arguments = await self._with_deferred(statement, values)
        with translated_errors():
            rows: list[Row] = await self.connection.fetch(
                sql, *arguments, timeout=self._remaining()
            )
        return rows

    async def run(self, statement: Statement, **values: BoundValue) -> int:
        sql, arguments = await self._with_deferred(statement, values)
        with translated_errors():
            tag: str = await self.connection.execute(sql, *arguments, timeout=self._remaining())
        return int(tag.rpartition(" ")[2])

    async def many(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        compiled = statement.on("postgresql")
        arguments = [self._arguments(compiled, row) for row in rows]
        if not arguments:
            return
        if self._deferred:
            await self.send_deferred()
        with translated_errors():
            await self.connection.executemany(compiled.sql, arguments, timeout=self._remaining())

    async def defer(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        compiled = statement.on("postgresql")
        arguments = [self._arguments(compiled, row) for row in rows]
        if not arguments:
            return
        if compiled.table in self._deferred:
            await self.send_deferred()
        self._deferred[compiled.table] = BatchedWrite(compiled, arguments)

    async def send_deferred(self) -> None:
        """Send the deferred writes."""
        if not self._deferred:
            return
        sql, arguments = batch(list(self._deferred.values()))
        self._deferred = {}
        with translated_errors():
            await self.connection.execute(sql, *arguments, timeout=self._remaining())

    def discard_deferred(self) -> None:
        """Discard the deferred writes of a transaction, or a part of it, that is rolled back."""
        self._deferred = {}

    def savepoint(self) -> "_Savepoint":
        return _Savepoint(self)

    def capture(self) -> PostgresCapture:
        return PostgresCapture(self)


class DistributedSession(PostgresSession):
    """A writing session on a store distributed by Citus: nothing is sent together.

    Citus sends one write of one mall to the server of that mall. Of several writes in a WITH it
    refuses some, and gathers the rows of others on the coordinator first.
    """

    __slots__ = ()

    async def defer(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        await self.many(statement, rows)


class _Savepoint:
    """A savepoint within a transaction."""

    def __init__(self, session: PostgresSession) -> None:
        self._session = session
        self._connection = session.connection

    async def __aenter__(self) -> None:
        await self._session.send_deferred()
        with translated_errors():
            await self._connection.execute("SAVEPOINT one_object")

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            try:
                await self._session.send_deferred()
            except BaseException as error:
                await self._roll_back_or_release(type(error))
                raise
        await self._roll_back_or_release(kind)

    async def _roll_back_or_release(self, kind: type[BaseException] | None) -> None:
        self._session.discard_deferred()
        with translated_errors():
            if kind is not None:
                await self._connection.execute("ROLLBACK TO one_object")
            await self._connection.execute("RELEASE one_object")


class ReadingSession(PostgresSession):
    """A read-only session that fails over once: a failed statement is retried elsewhere.

    After a lost connection it uses a new one, and after a failure of the replica the primary. It
    locks no rows: behind a pooler, and on a replica, PostgreSQL refuses that to read-only
    transactions, and elsewhere such a lock would end with its statement.
    """

    __slots__ = ("_fallback", "_fallback_deadline", "pool")

    def __init__(
        self,
        pool: Pool,
        connection: Connection,
        mall_id: str,
        deadline: float,
        *,
        fallback: Pool,
        fallback_deadline: float,
    ) -> None:
        """`deadline`: time limit at `pool`; `fallback_deadline`: at `fallback`."""
        super().__init__(connection, mall_id, deadline)
        self.pool = pool
        self._fallback: Pool | None = fallback
        self._fallback_deadline = fallback_deadline

    def _prepared(
        self, statement: Statement, values: dict[str, BoundValue]
    ) -> tuple[Compiled, list[BoundValue]]:
        compiled, arguments = super()._prepared(statement, values)
        return compiled.without_locks or compiled, arguments

    async def one(self, statement: Statement, **values: BoundValue) -> Row | None:
        try:
            return await super().one(statement, **values)
        except (DatabaseAway, DeadlinePassed) as error:
            await self._fail_over(error)
            return await super().one(statement, **values)

    async def all(self, statement: Statement, **values: BoundValue) -> list[Row]:
        try:
            return await super().all(statement, **values)
        except (DatabaseAway, DeadlinePassed) as error:
            await self._fail_over(error)
            return await super().all(statement, **values)

    async def _fail_over(self, error: Exception) -> None:
        """Fail over once. Raises `error` when that would not help."""
        other, self._fallback = self._fallback, None
        if other is None or (other is self.pool and not isinstance(error, ConnectionLost)):
            raise error
        connection = await begin(other, self._fallback_deadline, writes=False)
        await end(self.pool, self.connection, success=False)
        self.pool, self.connection, self._deadline = other, connection, self._fallback_deadline


async def end_writing(pool: Pool, session: PostgresSession, *, success: bool) -> None:
    """End a writing session as `end` does, after its deferred writes."""
    try:
        if success:
            await session.send_deferred()
    except BaseException:
        await end(pool, session.connection, success=False)
        raise
    await end(pool, session.connection, success=success)


class _Reading:
    """A read-only session."""

    __slots__ = ("_deadline", "_mall_id", "_pool", "_session")

    def __init__(self, pool: Pool, mall_id: str, deadline: float) -> None:
        self._pool = pool
        self._mall_id = mall_id
        self._deadline = deadline

    async def __aenter__(self) -> PostgresSession:
        pool = self._pool
        connection = await begin(pool, self._deadline, writes=False)
        deadline = self._deadline
        self._session = ReadingSession(
            pool, connection, self._mall_id, deadline, fallback=pool, fallback_deadline=deadline
        )
        return self._session

    async def __aexit__(self, *rest: object) -> None:
        await end(self._session.pool, self._session.connection, success=False)


class _Writing:
    """A session in one transaction."""

    __slots__ = ("_deadline", "_mall_id", "_pool", "_recorder", "_session")

    def __init__(
        self, pool: Pool, mall_id: str, deadline: float, recorder: WriteRecorder | None
    ) -> None:
        self._pool = pool
        self._mall_id = mall_id
        self._deadline = deadline
        self._recorder = recorder

    async def __aenter__(self) -> PostgresSession:
        connection = await begin(self._pool, self._deadline, writes=True)
        kind = DistributedSession if self._pool.is_distributed else PostgresSession
        self._session = kind(connection, self._mall_id, self._deadline)
        return self._session

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            await end_writing(self._pool, self._session, success=kind is None)
        finally:
            # also when the outcome of the commit is unknown
            if self._recorder is not None and kind is None:
                self._recorder.record_write(self._mall_id)


class PostgresDatabase:
    """A PostgreSQL server; its pool is opened by the first call."""

    dialect: DialectName = "postgresql"

    def __init__(
        self, settings: ConnectionSettings, *, recorder: WriteRecorder | None = None
    ) -> None:
        """`recorder`: records the writes; None: no process of this machine caches responses."""
        self.pool = Pool(settings)
        self.connections = self.pool.use
        self._write_recorder = recorder

    def reading(self, mall_id: str, *, deadline: float = NO_DEADLINE) -> _Reading:
        return _Reading(self.pool, mall_id, deadline)

    def reading_from_replica(self, mall_id: str, *, deadline: float = NO_DEADLINE) -> _Reading:
        return self.reading(mall_id, deadline=deadline)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> _Writing:
        return _Writing(self.pool, mall_id, deadline, self._write_recorder if shown else None)

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        names = ", ".join(f'"{table.name}"' for table in tables)
        connection = await begin(self.pool, NO_DEADLINE, writes=True)
        try:
            with translated_errors():
                await connection.execute(f"ANALYZE {names}")
        except BaseException:
            await end(self.pool, connection, success=False)
            raise
        await end(self.pool, connection, success=True)

    async def close(self) -> None:
        await self.pool.close()
