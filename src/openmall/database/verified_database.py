"""A database whose writing transactions are captured, and commit only what is verified."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from sqlalchemy import Table

from openmall.database.capture import RowChange
from openmall.database.session import Database, Session
from openmall.database.statements import DialectName

_NO_DEADLINE: Final = float("inf")


class VerifiedDatabase:
    """A database as another one, whose writing transactions begin and end with a function."""

    def __init__(
        self,
        database: Database,
        *,
        begin: Callable[[Session], Awaitable[None]],
        verify: Callable[[list[RowChange]], None],
        end: Callable[[Session], Awaitable[None]] | None = None,
    ) -> None:
        """`begin` runs first in a transaction and `end` last; neither is captured.

        `verify` is called with what the rest changed; the transaction is rolled back when any of
        them raises.
        """
        self._database = database
        self._begin = begin
        self._verify = verify
        self._end = end
        self.dialect: DialectName = database.dialect

    def reading(
        self, mall_id: str, *, deadline: float = _NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return self._database.reading(mall_id, deadline=deadline)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = _NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return self._database.reading_from_replica(mall_id, deadline=deadline)

    @asynccontextmanager
    async def writing(
        self, mall_id: str, *, deadline: float = _NO_DEADLINE, shown: bool = True
    ) -> AsyncIterator[Session]:
        async with self._database.writing(mall_id, deadline=deadline, shown=shown) as session:
            await self._begin(session)
            async with session.capture() as capture:
                yield session
                self._verify(await capture.changes())
            if self._end is not None:
                await self._end(session)

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        await self._database.update_statistics(tables)

    async def close(self) -> None:
        await self._database.close()
