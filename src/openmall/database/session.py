"""What a handler may do with the database during one call: statements of one mall."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from sqlalchemy import Table

from openmall.database.statements import DialectName, Statement

Row = Sequence[Any]


class DatabaseAway(Exception):
    """The database cannot be reached, or stays locked by another process."""


class DatabaseFull(DatabaseAway):
    """There is no room left to write to; nothing was written, and reading goes on."""


class DuplicateRow(Exception):
    """A row like this exists, and no two may."""


class DeadlinePassed(Exception):
    """A statement was stopped because the call's time budget is spent."""


class Session(Protocol):
    """One connection for one call. `mall_id` is bound to every statement that names it."""

    mall_id: str
    dialect: DialectName

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        """Return the first row, or None."""
        ...

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        """Return every row."""
        ...

    async def run(self, statement: Statement, **values: Any) -> int:
        """Carry out a write and return the number of rows it touched."""
        ...

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        """Carry out a write once for each of `rows`."""
        ...

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        """Return a part of the transaction that is undone alone when it raises."""
        ...


class Database(Protocol):
    """The store of an installation, opened once in each process."""

    dialect: DialectName

    def reading(
        self, mall_id: str, *, deadline: float = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a session for a call that changes nothing; one snapshot on SQLite.

        `deadline`: time.monotonic() seconds after which a statement raises DeadlinePassed.
        """
        ...

    def answering(
        self, mall_id: str, *, deadline: float = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a session for a GET: as `reading`, of a copy of the store where there is one.

        It has all that was written in the mall by this machine's workers.
        """
        ...

    def writing(
        self, mall_id: str, *, deadline: float = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a session in one transaction: committed at the end, undone when it raises."""
        ...

    async def count_anew(self, tables: Sequence[Table]) -> None:
        """Let the database see how much is in tables that were filled a moment ago.

        Until it has, PostgreSQL reads them the way that suits empty ones. SQLite's plans do not
        depend on it. Raises DatabaseAway.
        """
        ...

    async def close(self) -> None:
        """Give every connection back."""
        ...
