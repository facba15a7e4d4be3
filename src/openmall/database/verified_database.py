"""A database whose writing transactions are captured, and commit only what is verified."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from openmall.database.capture import RowChange
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Session


class VerifiedDatabase(ForwardingDatabase):
    """A database as another one, whose writing transactions begin and end with a function."""

    def __init__(
        self,
        database: Database,
        *,
        begin: Callable[[Session], Awaitable[None]],
        verify: Callable[[Session, list[RowChange]], Awaitable[None]],
        end: Callable[[Session], Awaitable[None]] | None = None,
    ) -> None:
        """`begin` runs first in a transaction and `end` last; neither is captured.

        `verify` is called with what the rest changed; the transaction is rolled back when any of
        them raises.
        """
        super().__init__(database)
        self._begin = begin
        self._verify = verify
        self._end = end

    @asynccontextmanager
    async def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AsyncIterator[Session]:
        async with self._database.writing(mall_id, deadline=deadline, shown=shown) as session:
            await self._begin(session)
            async with session.capture() as capture:
                yield session
                changes = await capture.changes()
            await self._verify(session, changes)
            if self._end is not None:
                await self._end(session)
