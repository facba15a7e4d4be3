"""A database that remembers its statements and their values, so that they can be run again."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, NamedTuple

from openmall.database.capture import Capture
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Row, Session
from openmall.database.statements import DialectName, Statement


class Recorded(NamedTuple):
    """A statement that read, as a session ran it."""

    statement: Statement
    values: dict[str, Any]


class _RecordingSession(Session):
    """`Session` that appends what it reads to a list."""

    def __init__(self, session: Session, reads: list[Recorded]) -> None:
        self._session = session
        self._reads = reads
        self.mall_id = session.mall_id
        self.dialect: DialectName = session.dialect

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        self._reads.append(Recorded(statement, {**values, "mall_id": self.mall_id}))
        return await self._session.one(statement, **values)

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        self._reads.append(Recorded(statement, {**values, "mall_id": self.mall_id}))
        return await self._session.all(statement, **values)

    async def run(self, statement: Statement, **values: Any) -> int:
        return await self._session.run(statement, **values)

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        await self._session.many(statement, rows)

    async def defer(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        await self._session.defer(statement, rows)

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        return self._session.savepoint()

    def capture(self) -> AbstractAsyncContextManager[Capture]:
        return self._session.capture()


class _RecordingContext:
    def __init__(self, inner: AbstractAsyncContextManager[Session], reads: list[Recorded]) -> None:
        self._inner = inner
        self._reads = reads

    async def __aenter__(self) -> Session:
        return _RecordingSession(await self._inner.__aenter__(), self._reads)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)


class RecordingDatabase(ForwardingDatabase):
    """`Database` that keeps the statements that read in `reads`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.reads: list[Recorded] = []

    def reading(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return _RecordingContext(self._database.reading(mall_id), self.reads)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        return _RecordingContext(self._database.reading_from_replica(mall_id), self.reads)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AbstractAsyncContextManager[Session]:
        return _RecordingContext(self._database.writing(mall_id, shown=shown), self.reads)
