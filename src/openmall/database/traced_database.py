"""A database wrapper that creates spans for statements, used where tracing is on."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from types import TracebackType

from openmall.database.capture import Capture
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Row, Session
from openmall.database.statements import DialectName, Statement
from openmall.database.values import BoundValue
from openmall.tracing.spans import Traces, Value


class TracedSession:
    """`Session` with a span for each statement, which has its SQL but not its values."""

    __slots__ = ("_session", "_traces", "dialect", "mall_id")

    def __init__(self, session: Session, traces: Traces) -> None:
        self._session = session
        self._traces = traces
        self.mall_id = session.mall_id
        self.dialect: DialectName = session.dialect

    async def one(self, statement: Statement, **values: BoundValue) -> Row | None:
        name, attributes = self._attributes(statement)
        with self._traces.span(name, "client", attributes):
            return await self._session.one(statement, **values)

    async def all(self, statement: Statement, **values: BoundValue) -> list[Row]:
        name, attributes = self._attributes(statement)
        with self._traces.span(name, "client", attributes) as span:
            rows = await self._session.all(statement, **values)
            span.set_attributes({"db.response.returned_rows": len(rows)})
            return rows

    async def run(self, statement: Statement, **values: BoundValue) -> int:
        name, attributes = self._attributes(statement)
        with self._traces.span(name, "client", attributes):
            return await self._session.run(statement, **values)

    async def many(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        name, attributes = self._attributes(statement)
        batch = list(rows)
        attributes["db.operation.batch.size"] = len(batch)
        with self._traces.span(name, "client", attributes):
            await self._session.many(statement, batch)

    async def defer(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        # built before the span begins: an event names the span of its call
        batch = list(rows)
        name, attributes = self._attributes(statement)
        with self._traces.span(name, "client", attributes):
            await self._session.defer(statement, batch)

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        return self._session.savepoint()

    def capture(self) -> AbstractAsyncContextManager[Capture]:
        return self._session.capture()

    def _attributes(self, statement: Statement) -> tuple[str, dict[str, Value]]:
        sql = statement.on(self.dialect).sql
        operation = sql.split(None, 1)[0]
        return operation, {
            "db.system.name": self.dialect,
            "db.operation.name": operation,
            "db.query.text": sql,
        }


class _TracedContext:
    """A traced session, with spans for the wait for it and for its commit."""

    __slots__ = ("_database", "_inner", "_traces", "_writes")

    def __init__(
        self,
        database: "TracedDatabase",
        inner: AbstractAsyncContextManager[Session],
        traces: Traces,
        *,
        writes: bool,
    ) -> None:
        self._database = database
        self._inner = inner
        self._traces = traces
        self._writes = writes

    async def __aenter__(self) -> Session:
        if not self._traces.recording():
            return await self._inner.__aenter__()
        attributes = {"db.system.name": self._database.dialect}
        name = "wait for the writer" if self._writes else "wait for a connection"
        with self._traces.span(name, "internal", attributes):
            session = await self._inner.__aenter__()
        return TracedSession(session, self._traces)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        if not (self._writes and self._traces.recording()):
            return await self._inner.__aexit__(kind, error, trace)
        operation = "COMMIT" if kind is None else "ROLLBACK"
        attributes = {"db.system.name": self._database.dialect, "db.operation.name": operation}
        with self._traces.span(operation, "client", attributes):
            return await self._inner.__aexit__(kind, error, trace)


class TracedDatabase(ForwardingDatabase):
    """`Database` with spans for the calls that are sampled."""

    def __init__(self, database: Database, traces: Traces) -> None:
        super().__init__(database)
        self._traces = traces

    def reading(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        inner = self._database.reading(mall_id, deadline=deadline)
        return _TracedContext(self, inner, self._traces, writes=False)

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = NO_DEADLINE
    ) -> AbstractAsyncContextManager[Session]:
        inner = self._database.reading_from_replica(mall_id, deadline=deadline)
        return _TracedContext(self, inner, self._traces, writes=False)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AbstractAsyncContextManager[Session]:
        inner = self._database.writing(mall_id, deadline=deadline, shown=shown)
        return _TracedContext(self, inner, self._traces, writes=True)
