"""A database whose writing transactions share one transaction, which its owner commits."""

from contextlib import AbstractAsyncContextManager, nullcontext

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
