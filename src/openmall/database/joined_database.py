"""A database whose writing transactions share one transaction, which its owner commits."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Session


class JoinedDatabase(ForwardingDatabase):
    """A database as another one, on which several calls write in one transaction."""

    def __init__(self, database: Database, session: Session) -> None:
        """`session`: of the transaction, which is open."""
        super().__init__(database)
        self._session = session

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AbstractAsyncContextManager[Session]:
        return nullcontext(self._session)


class NestedDatabase(ForwardingDatabase):
    """A database as another one, on which calls read and write in one open transaction.

    Each write is a savepoint: one that is refused leaves nothing behind, and the next one goes on.
    """

    def __init__(self, database: Database, session: Session) -> None:
        """`session`: of the transaction, which is open."""
        super().__init__(database)
        self._session = session

    def reading(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return nullcontext(self._session)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return nullcontext(self._session)

    @asynccontextmanager
    async def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AsyncIterator[Session]:
        async with self._session.savepoint():
            yield self._session
