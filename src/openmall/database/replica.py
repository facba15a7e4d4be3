"""A streaming replica that serves reads as long as it is not behind.

Read-your-writes: after a write, a mall is read from the primary by all workers of this machine,
until the replica has the write.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

from sqlalchemy import Table

from openmall.database.postgres import PostgresDatabase, PostgresSession, ReadingSession
from openmall.database.postgres_pool import NO_DEADLINE, Pool, begin, end, translated_errors
from openmall.database.session import ConnectionUse, DatabaseAway, DeadlinePassed
from openmall.database.statements import DialectName

log = logging.getLogger("openmall")

_CHECK_SECONDS: Final = 0.1
"""Interval of checks of the replica's position, in seconds."""
_RETRY_SECONDS: Final = 1.0
"""Interval of checks while the replica is unavailable, in seconds."""
_TIMEOUT_SECONDS: Final = 2.0
"""Timeout of a check, in seconds."""
_MAX_POSITIONS: Final = 256
_FALLBACK_SECONDS: Final = 10.0
"""Seconds after which a read without a response falls back to the primary."""


class WriteTimes(Protocol):
    """Times of the last write in each mall, shared by all workers of the machine."""

    def record(self, mall_id: str, at: float) -> None:
        """Record a write in a mall; `at`: time.monotonic() after the commit."""
        ...

    def last(self, mall_id: str) -> float:
        """Return the time of the last write; 0: so long ago that every replica in use has it."""
        ...


class ReplicatedDatabase:
    """A primary, and a replica that follows it by streaming replication."""

    dialect: DialectName = "postgresql"

    def __init__(
        self, primary: PostgresDatabase, replica: Pool, write_times: WriteTimes, *, seconds: float
    ) -> None:
        """`seconds`: maximum lag of a replica that serves reads."""
        self.primary = primary
        self.replica = replica
        self._write_times = write_times
        self._seconds = seconds
        self._caught_up_at = -NO_DEADLINE
        """The replica has everything that was committed before this time.monotonic()."""
        self._positions: deque[tuple[float, int]] = deque()
        """Times and positions of the primary that the replica has not reached yet."""
        self._next_check = 0.0
        self._check_task: asyncio.Task[None] | None = None
        self._state = ""

    def reading(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[PostgresSession]:
        return self.primary.reading(mall_id, deadline=deadline)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> "_RecordedWriting":
        return _RecordedWriting(self.primary, self._write_times, mall_id, deadline, shown=shown)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> "_ReplicaReading":
        now = time.monotonic()
        if now >= self._next_check and self._check_task is None:
            self._check_task = asyncio.get_running_loop().create_task(self._check())
        caught_up = now - self._caught_up_at <= self._seconds
        pool = self.primary.pool
        if caught_up and self._write_times.last(mall_id) < self._caught_up_at:
            pool = self.replica
        return _ReplicaReading(pool, self.primary.pool, mall_id, deadline)

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        await self.primary.update_statistics(tables)

    def connections(self) -> ConnectionUse:
        return self.primary.connections()

    async def close(self) -> None:
        if self._check_task is not None:
            await self._check_task
        await self.replica.close()
        await self.primary.close()

    async def _check(self) -> None:
        """Update the time up to which the replica has everything."""
        interval = _CHECK_SECONDS
        try:
            at = time.monotonic()
            [primary_position] = await _fetch_row(
                self.primary.pool, "SELECT pg_current_wal_insert_lsn() - '0/0'"
            )
            [is_replica, replayed] = await _fetch_row(
                self.replica, "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'"
            )
            if not is_replica:
                raise DatabaseAway("it is no replica, or not any more")
            if len(self._positions) < _MAX_POSITIONS:
                self._positions.append((at, int(primary_position)))
            while self._positions and self._positions[0][1] <= int(replayed or 0):
                self._caught_up_at = self._positions.popleft()[0]
            lag = at - self._positions[0][0] if self._positions else 0.0
            self._log_state("replica behind" if lag > self._seconds else "", f"{lag:.1f} seconds")
        except Exception as error:
            # on any error reads go to the primary
            self._positions.clear()
            self._caught_up_at = -NO_DEADLINE
            interval = _RETRY_SECONDS
            self._log_state("replica away", str(error))
        finally:
            self._next_check = time.monotonic() + interval
            self._check_task = None

    def _log_state(self, state: str, reason: str) -> None:
        """Log changes between use of the replica and fallback to the primary, once each."""
        if state == self._state:
            return
        self._state = state
        if state:
            log.warning(state, extra={"reason": reason})
        else:
            log.warning("replica answers again")


async def _fetch_row(pool: Pool, sql: str) -> Sequence[int]:
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    connection = await begin(pool, deadline, writes=False)
    try:
        with translated_errors():
            [row] = await connection.fetch(sql, timeout=_TIMEOUT_SECONDS)
            return row
    finally:
        await end(pool, connection, success=False)


class _ReplicaReading:
    """A read-only session on the replica or the primary."""

    __slots__ = ("_deadline", "_mall_id", "_pool", "_primary", "_session")

    def __init__(self, pool: Pool, primary: Pool, mall_id: str, deadline: float) -> None:
        self._pool = pool
        self._primary = primary
        self._mall_id = mall_id
        self._deadline = deadline

    async def __aenter__(self) -> PostgresSession:
        pool, deadline = self._pool, self._deadline
        if pool is not self._primary:
            # leave time for the fallback to the primary
            now = time.monotonic()
            deadline = now + min((deadline - now) / 2, _FALLBACK_SECONDS)
        try:
            connection = await begin(pool, deadline, writes=False)
        except (DatabaseAway, DeadlinePassed):
            if pool is self._primary:
                raise
            pool, deadline = self._primary, self._deadline
            connection = await begin(pool, deadline, writes=False)
        self._session = ReadingSession(
            pool,
            connection,
            self._mall_id,
            deadline,
            fallback=self._primary,
            fallback_deadline=self._deadline,
        )
        return self._session

    async def __aexit__(self, *rest: object) -> None:
        await end(self._session.pool, self._session.connection, success=False)


class _RecordedWriting:
    """A transaction on the primary, which records the time of its write."""

    __slots__ = ("_mall_id", "_session", "_write_times")

    def __init__(
        self,
        primary: PostgresDatabase,
        write_times: WriteTimes,
        mall_id: str,
        deadline: float,
        *,
        shown: bool,
    ) -> None:
        self._session = primary.writing(mall_id, deadline=deadline, shown=shown)
        self._write_times = write_times
        self._mall_id = mall_id

    async def __aenter__(self) -> PostgresSession:
        return await self._session.__aenter__()

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            await self._session.__aexit__(kind, *rest)
        finally:
            # also when the outcome of the commit is unknown
            self._write_times.record(self._mall_id, time.monotonic())
