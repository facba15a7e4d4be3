"""A streaming replica that serves reads as long as it is not behind.

Read-your-writes: after a write, a mall is read from the primary by all workers of this machine,
until the replica has the write.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Table

from openmall.database.connecting import FOREVER, Pool, faults
from openmall.database.postgres import PostgresDatabase, PostgresSession, ReadingSession, begin, end
from openmall.database.session import DatabaseAway, DeadlinePassed
from openmall.database.statements import DialectName

log = logging.getLogger("openmall")

_EVERY: Final = 0.1
"""Interval of checks of the replica's position, in seconds."""
_AGAIN: Final = 1.0
"""Interval of checks while the replica is unavailable, in seconds."""
_PATIENCE: Final = 2.0
"""Timeout of a check, in seconds."""
_MOST_SEEN: Final = 256
_LONGEST: Final = 10.0
"""Seconds after which a read without a response falls back to the primary."""


class Written(Protocol):
    """Times of the last write in each mall, shared by all workers of the machine."""

    def wrote(self, mall_id: str, at: float) -> None:
        """Record a write in a mall; `at`: time.monotonic() after the commit."""
        ...

    def last(self, mall_id: str) -> float:
        """Return the time of the last write; 0: so long ago that every replica in use has it."""
        ...


class ReplicatedDatabase:
    """A primary, and a replica that follows it by streaming replication."""

    dialect: DialectName = "postgresql"

    def __init__(
        self, primary: PostgresDatabase, copy: Pool, written: Written, *, seconds: float
    ) -> None:
        """`seconds`: maximum lag of a replica that serves reads."""
        self.primary = primary
        self.copy = copy
        self._written = written
        self._seconds = seconds
        self._fresh_at = -FOREVER
        """The replica has everything that was committed before this time.monotonic()."""
        self._seen: deque[tuple[float, int]] = deque()
        """Times and positions of the primary that the replica has not reached yet."""
        self._look_at = 0.0
        self._looking: asyncio.Task[None] | None = None
        self._trouble = ""

    def reading(self, mall_id: str, *, deadline: float = FOREVER) -> Any:
        return self.primary.reading(mall_id, deadline=deadline)

    def writing(self, mall_id: str, *, deadline: float = FOREVER) -> "_Writing":
        return _Writing(self.primary, self._written, mall_id, deadline)

    def answering(self, mall_id: str, *, deadline: float = FOREVER) -> "_Answering":
        now = time.monotonic()
        if now >= self._look_at and self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())
        fresh = now - self._fresh_at <= self._seconds
        pool = self.primary.pool
        if fresh and self._written.last(mall_id) < self._fresh_at:
            pool = self.copy
        return _Answering(pool, self.primary.pool, mall_id, deadline)

    async def count_anew(self, tables: Sequence[Table]) -> None:
        await self.primary.count_anew(tables)

    async def close(self) -> None:
        if self._looking is not None:
            await self._looking
        await self.copy.close()
        await self.primary.close()

    async def _look(self) -> None:
        """Update the time up to which the replica has everything."""
        again = _EVERY
        try:
            at = time.monotonic()
            [ahead] = await _ask(self.primary.pool, "SELECT pg_current_wal_insert_lsn() - '0/0'")
            [follows, come_to] = await _ask(
                self.copy, "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'"
            )
            if not follows:
                raise DatabaseAway("it is no replica, or not any more")
            if len(self._seen) < _MOST_SEEN:
                self._seen.append((at, int(ahead)))
            while self._seen and self._seen[0][1] <= int(come_to or 0):
                self._fresh_at = self._seen.popleft()[0]
            late = at - self._seen[0][0] if self._seen else 0.0
            self._tell("replica behind" if late > self._seconds else "", f"{late:.1f} seconds")
        except Exception as error:
            # on any error reads go to the primary
            self._seen.clear()
            self._fresh_at = -FOREVER
            again = _AGAIN
            self._tell("replica away", str(error))
        finally:
            self._look_at = time.monotonic() + again
            self._looking = None

    def _tell(self, trouble: str, reason: str) -> None:
        """Log changes between use of the replica and fallback to the primary, once each."""
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble:
            log.warning(trouble, extra={"reason": reason})
        else:
            log.warning("replica answers again")


async def _ask(pool: Pool, sql: str) -> Any:
    deadline = time.monotonic() + _PATIENCE
    connection = await begin(pool, deadline, writes=False)
    try:
        with faults():
            return await connection.fetchrow(sql, timeout=_PATIENCE)
    finally:
        await end(pool, connection, well=False)


class _Answering:
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
            deadline = now + min((deadline - now) / 2, _LONGEST)
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
            elsewhere=self._primary,
            latest=self._deadline,
        )
        return self._session

    async def __aexit__(self, *rest: object) -> None:
        await end(self._session.pool, self._session.connection, well=False)


class _Writing:
    """A transaction on the primary, which records the time of its write."""

    __slots__ = ("_mall_id", "_session", "_written")

    def __init__(
        self, primary: PostgresDatabase, written: Written, mall_id: str, deadline: float
    ) -> None:
        self._session = primary.writing(mall_id, deadline=deadline)
        self._written = written
        self._mall_id = mall_id

    async def __aenter__(self) -> PostgresSession:
        return await self._session.__aenter__()

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            await self._session.__aexit__(kind, *rest)
        finally:
            # also when the outcome of the commit is unknown
            self._written.wrote(self._mall_id, time.monotonic())
