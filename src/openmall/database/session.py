"""The database interface: sessions that run the statements of one call in one mall."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Table

from openmall.database.capture import Capture
from openmall.database.statements import DialectName, Statement
from openmall.database.values import BoundValue

Row = Sequence[Any]


class DatabaseAway(Exception):
    """The database is unreachable, or locked by another process for too long."""


class DatabaseFull(DatabaseAway):
    """The disk is full; nothing was written, and reads still work."""


class DuplicateRow(Exception):
    """A unique constraint was violated."""


class DeadlinePassed(Exception):
    """A statement was cancelled because the call's time budget is used up."""


class ConnectionUse(Struct, frozen=True):
    """How many connections to the database a process has."""

    busy: int
    """In use by sessions."""
    idle: int
    """Open, and free."""
    most: int
    """Allowed at once."""


class Session(Protocol):
    """One connection for one call. `mall_id` is bound to every statement that uses it."""

    mall_id: str
    dialect: DialectName

    async def one(self, statement: Statement, **values: BoundValue) -> Row | None:
        """Return the first row, or None."""
        ...

    async def all(self, statement: Statement, **values: BoundValue) -> list[Row]:
        """Return every row."""
        ...

    async def run(self, statement: Statement, **values: BoundValue) -> int:
        """Execute a write and return the number of affected rows."""
        ...

    async def many(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        """Execute a write once for each of `rows`."""
        ...

    async def defer(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        """Execute a write once for each of `rows`, before the next statement at the latest.

        For writes whose outcome nobody asks for, of rows that differ in their keys. PostgreSQL gets
        consecutive ones as one statement; a violated constraint is raised by what is executed next.
        """
        ...

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        """Return a savepoint, which is rolled back when its block raises."""
        ...

    def capture(self) -> AbstractAsyncContextManager[Capture]:
        """Return a capture of what the rest of a writing session's transaction changes."""
        ...


class WriteRecorder(Protocol):
    """Records the writes in each mall for every process of the machine; see `Counters`."""

    def record_write(self, mall_id: str) -> None:
        """Record a committed write in a mall; an empty id stands for all malls."""
        ...


class Database(Protocol):
    """The database of an installation, opened once in each process."""

    dialect: DialectName

    def reading(
        self, mall_id: str, *, deadline: float = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a read-only session; one snapshot on SQLite.

        `deadline`: time.monotonic() seconds after which a statement raises DeadlinePassed.
        """
        ...

    def reading_from_replica(
        self, mall_id: str, *, deadline: float = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a session for a GET: as `reading`, on a replica where there is one.

        It sees all writes of this machine's workers in the mall.
        """
        ...

    def writing(
        self, mall_id: str, *, deadline: float = ..., shown: bool = ...
    ) -> AbstractAsyncContextManager[Session]:
        """Return a session in one transaction: committed at the end, rolled back on an error.

        The write is recorded, so that cached responses of the mall are used no longer; with an
        empty `mall_id`, of all malls. `shown`: False where no response to shoppers depends on it.
        """
        ...

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        """Update the planner statistics of tables after a bulk load.

        Without them PostgreSQL plans as for empty tables. SQLite's plans do not depend on them.
        Raises DatabaseAway.
        """
        ...

    def connections(self) -> ConnectionUse | None:
        """Return how the pool of this process is used; None: there is no pool."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
