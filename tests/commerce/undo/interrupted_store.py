"""A store whose connection breaks at a statement or commit that a test names.

On SQLite the statement raises instead of being executed, and the transaction is rolled back, as one
of a process that died. On PostgreSQL the connection is cut before the statement is sent.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from random import Random
from typing import Any, Final, Literal

from openmall.database.capture import Capture, PostgresCapture
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import DatabaseAway, Row, Session
from openmall.database.statements import DialectName, Statement

Moment = Literal["statement", "before commit", "after commit"]


class Interruption:
    """What breaks in a call, and when; statements and commits of writing sessions are counted."""

    def __init__(self, moment: Moment = "statement", number: int = 0, *, pauses: int = 0) -> None:
        """`number`: of the statement or commit, from 1; 0: none. `pauses`: seed of pauses; 0: none.

        A pause lets other calls go on before a statement.
        """
        self._moment = moment
        self._number = number
        self._pauses = Random(pauses) if pauses else None
        self.counted: dict[Moment, int] = {
            "statement": 0, "before commit": 0, "after commit": 0,
        }  # fmt: skip
        self.broke = False

    async def pause(self) -> None:
        """Let others go on, or not."""
        if self._pauses is not None and self._pauses.random() < 0.3:
            await asyncio.sleep(self._pauses.random() / 1_000)

    def is_now(self, moment: Moment) -> bool:
        """Count a moment; return whether it is the one at which the connection breaks."""
        self.counted[moment] += 1
        now = moment == self._moment and self.counted[moment] == self._number
        self.broke |= now
        return now


INTERRUPTION: Final[ContextVar[Interruption | None]] = ContextVar("interruption", default=None)
"""Of the calls of a task; None: nothing breaks."""


class InterruptedDatabase(ForwardingDatabase):
    """A database whose connection breaks where the `INTERRUPTION` of the task says."""

    @asynccontextmanager
    async def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AsyncIterator[Session]:
        interruption = INTERRUPTION.get()
        if interruption is None:
            async with self._database.writing(mall_id, deadline=deadline, shown=shown) as inner:
                yield inner
            return
        await interruption.pause()
        async with self._database.writing(mall_id, deadline=deadline, shown=shown) as inner:
            yield _InterruptedSession(inner, interruption)
            if interruption.is_now("before commit"):
                _cut(inner)
        if interruption.is_now("after commit"):
            raise DatabaseAway("the connection broke after the commit")


def _cut(session: Session) -> None:
    connection = getattr(session, "connection", None)
    if connection is None:
        raise DatabaseAway("the process died")
    connection.terminate()


class _InterruptedSession(Session):
    """A writing session that counts its statements, those of its captures included."""

    def __init__(self, session: Session, interruption: Interruption) -> None:
        self._session = session
        self._interruption = interruption
        self.mall_id = session.mall_id
        self.dialect: DialectName = session.dialect

    async def _pass(self) -> None:
        await self._interruption.pause()
        if self._interruption.is_now("statement"):
            _cut(self._session)

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        await self._pass()
        return await self._session.one(statement, **values)

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        await self._pass()
        return await self._session.all(statement, **values)

    async def run(self, statement: Statement, **values: Any) -> int:
        await self._pass()
        return await self._session.run(statement, **values)

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        await self._pass()
        await self._session.many(statement, rows)

    async def defer(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        await self._pass()
        await self._session.defer(statement, rows)

    async def send_deferred(self) -> None:
        await self._pass()
        await self._session.send_deferred()  # type: ignore[attr-defined] # of PostgreSQL's

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        return self._session.savepoint()

    def capture(self) -> AbstractAsyncContextManager[Capture]:
        if self.dialect == "postgresql":
            return PostgresCapture(self)
        return self._session.capture()
