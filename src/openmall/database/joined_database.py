"""A database whose writing transactions are all the same one, which somebody else commits."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from sqlalchemy import Table

from openmall.database.session import Database, Session
from openmall.database.statements import DialectName

_NO_DEADLINE: Final = float("inf")


class JoinedDatabase:
    """A database as another one, on which several calls write in one transaction."""

    def __init__(self, database: Database, session: Session) -> None:
        """`session`: of the transaction, which is open."""
        self._database = database
        self._session = session
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
        yield self._session

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        await self._database.update_statistics(tables)

    async def close(self) -> None:
        await self._database.close()
