"""A store whose process is killed at a moment that a test names.

The moment is counted in statements, or in commits, from when the store was opened.
"""

import os
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal, NamedTuple

from openmall.database.capture import Capture, PostgresCapture
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Row, Session
from openmall.database.statements import DialectName, Statement


class Moment(NamedTuple):
    """When to die: just before the first, second, ... statement or commit, or just after it."""

    when: Literal["before", "after"]
    what: Literal["statement", "commit"]
    number: int


def die() -> None:
    """End this process as a power switch would: nothing is tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


class CrashingStore(ForwardingDatabase):
    """A store that counts what is written, and dies at its moment."""

    def __init__(self, database: Database, moment: Moment | None = None) -> None:
        """`moment`: None: it stays alive, and only counts."""
        super().__init__(database)
        self._moment = moment
        self.counted = {"statement": 0, "commit": 0}

    def begin(self, what: Literal["statement", "commit"]) -> int:
        """Count what begins now, and die if this is the moment; return its number."""
        self.counted[what] += 1
        number = self.counted[what]
        if self._moment == ("before", what, number):
            die()
        return number

    def commit_done(self, number: int) -> None:
        """Die if the moment is after this commit. Others may have begun since it did."""
        if self._moment == ("after", "commit", number):
            die()

    @asynccontextmanager
    async def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> AsyncIterator[Session]:
        async with self._database.writing(mall_id, deadline=deadline, shown=shown) as db:
            yield _Counted(db, self)
            number = self.begin("commit")
        self.commit_done(number)


class _Counted(Session):
    """A session of such a store that writes."""

    def __init__(self, session: Session, database: CrashingStore) -> None:
        self._session = session
        self._database = database
        self.mall_id = session.mall_id
        self.dialect: DialectName = session.dialect

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        self._database.begin("statement")
        return await self._session.one(statement, **values)

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        self._database.begin("statement")
        return await self._session.all(statement, **values)

    async def run(self, statement: Statement, **values: Any) -> int:
        self._database.begin("statement")
        return await self._session.run(statement, **values)

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        self._database.begin("statement")
        await self._session.many(statement, rows)

    async def defer(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        self._database.begin("statement")
        await self._session.defer(statement, rows)

    async def send_deferred(self) -> None:
        self._database.begin("statement")
        await self._session.send_deferred()  # type: ignore[attr-defined] # of PostgreSQL's

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        return self._session.savepoint()

    def capture(self) -> AbstractAsyncContextManager[Capture]:
        if self.dialect == "postgresql":
            return PostgresCapture(self)
        return self._session.capture()
