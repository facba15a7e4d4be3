"""The store, whose statements leave spans: stands before it where traces are on."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Final

from sqlalchemy import Table

from openmall.database.session import Database, Row, Session
from openmall.database.statements import DialectName, Statement
from openmall.tracing.spans import Traces, Value

FOREVER: Final = float("inf")


class TracedSession:
    """`Session` each of whose statements is a span: its text, and none of its values."""

    __slots__ = ("_session", "_traces", "dialect", "mall_id")

    def __init__(self, session: Session, traces: Traces) -> None:
        self._session = session
        self._traces = traces
        self.mall_id = session.mall_id
        self.dialect: DialectName = session.dialect

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        name, told = self._told(statement)
        with self._traces.span(name, "client", told):
            return await self._session.one(statement, **values)

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        name, told = self._told(statement)
        with self._traces.span(name, "client", told) as span:
            rows = await self._session.all(statement, **values)
            span.say({"db.response.returned_rows": len(rows)})
            return rows

    async def run(self, statement: Statement, **values: Any) -> int:
        name, told = self._told(statement)
        with self._traces.span(name, "client", told):
            return await self._session.run(statement, **values)

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        name, told = self._told(statement)
        together = list(rows)
        with self._traces.span(name, "client", {**told, "db.operation.batch.size": len(together)}):
            await self._session.many(statement, together)

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        return self._session.savepoint()

    def _told(self, statement: Statement) -> tuple[str, dict[str, Value]]:
        sql = statement.on(self.dialect).sql
        operation = sql.split(None, 1)[0]
        return operation, {
            "db.system.name": self.dialect,
            "db.operation.name": operation,
            "db.query.text": sql,
        }


class _Traced:
    """A session that is lent: the wait for it and its commit are spans as well."""

    __slots__ = ("_database", "_lent", "_traces", "_writes")

    def __init__(
        self,
        database: "TracedDatabase",
        lent: AbstractAsyncContextManager[Session],
        traces: Traces,
        *,
        writes: bool,
    ) -> None:
        self._database = database
        self._lent = lent
        self._traces = traces
        self._writes = writes

    async def __aenter__(self) -> Session:
        if not self._traces.recording():
            return await self._lent.__aenter__()
        told = {"db.system.name": self._database.dialect}
        name = "wait for the writer" if self._writes else "wait for a connection"
        with self._traces.span(name, "internal", told):
            session = await self._lent.__aenter__()
        return TracedSession(session, self._traces)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        if not (self._writes and self._traces.recording()):
            return await self._lent.__aexit__(kind, error, trace)
        done = "COMMIT" if kind is None else "ROLLBACK"
        told = {"db.system.name": self._database.dialect, "db.operation.name": done}
        with self._traces.span(done, "client", told):
            return await self._lent.__aexit__(kind, error, trace)


class TracedDatabase:
    """`Database` that tells of what is done by calls whose spans are sent."""

    def __init__(self, database: Database, traces: Traces) -> None:
        self._database = database
        self._traces = traces
        self.dialect: DialectName = database.dialect

    def reading(
        self, mall_id: str, *, deadline: float = FOREVER
    ) -> AbstractAsyncContextManager[Session]:
        lent = self._database.reading(mall_id, deadline=deadline)
        return _Traced(self, lent, self._traces, writes=False)

    def answering(
        self, mall_id: str, *, deadline: float = FOREVER
    ) -> AbstractAsyncContextManager[Session]:
        lent = self._database.answering(mall_id, deadline=deadline)
        return _Traced(self, lent, self._traces, writes=False)

    def writing(
        self, mall_id: str, *, deadline: float = FOREVER
    ) -> AbstractAsyncContextManager[Session]:
        lent = self._database.writing(mall_id, deadline=deadline)
        return _Traced(self, lent, self._traces, writes=True)

    async def count_anew(self, tables: Sequence[Table]) -> None:
        await self._database.count_anew(tables)

    async def close(self) -> None:
        await self._database.close()
