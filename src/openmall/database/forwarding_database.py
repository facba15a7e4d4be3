"""A database that forwards everything to another one."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final

from sqlalchemy import Table

from openmall.database.session import ConnectionUse, Database, Session
from openmall.database.statements import DialectName

NO_DEADLINE: Final = float("inf")


class ForwardingDatabase:
    """A database as another one; subclasses say what differs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.dialect: DialectName = database.dialect

    def reading(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return self._database.reading(mall_id, deadline=deadline)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return self._database.reading_from_replica(mall_id, deadline=deadline)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AbstractAsyncContextManager[Session]:
        return self._database.writing(mall_id, deadline=deadline, shown=shown)

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        await self._database.update_statistics(tables)

    def connections(self) -> ConnectionUse | None:
        return self._database.connections()

    async def close(self) -> None:
        await self._database.close()
