"""A session of the embedded store: one connection, used by one call."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import apsw
import msgspec

from openmall.database.capture import SqliteCapture
from openmall.database.session import (
    DatabaseAway,
    DatabaseFull,
    DeadlinePassed,
    DuplicateRow,
    Row,
)
from openmall.database.sqlite_file import AWAY
from openmall.database.statements import Compiled, DialectName, Statement
from openmall.database.values import BoundValue

DRIVER_ERRORS: Final = (apsw.InterruptError, apsw.ConstraintError, *AWAY)


class SqliteSession:
    """One connection of a SqliteDatabase, used by one call.

    All reads see one snapshot: that of the transaction, or else of the first row found, because
    SQLite keeps its snapshot while a statement is unfinished. Most calls read one row, and save
    the statements to begin and end a transaction.
    """

    __slots__ = ("_connection", "_snapshot", "mall_id")
    dialect: DialectName = "sqlite"

    def __init__(
        self, connection: apsw.Connection, mall_id: str, *, in_transaction: bool = False
    ) -> None:
        self._connection = connection
        self._snapshot: apsw.Cursor | bool = in_transaction
        self.mall_id = mall_id

    def _execute(self, statement: Statement, values: dict[str, BoundValue]) -> apsw.Cursor:
        compiled = statement.compiled.get("sqlite") or statement.on("sqlite")
        if compiled.needs_mall:
            values["mall_id"] = self.mall_id
        self._require_transaction()
        try:
            return self._connection.execute(compiled.sql, _bindings(compiled, values))
        except DRIVER_ERRORS as error:
            raise translate(error) from error

    def _require_transaction(self) -> None:
        # a full disk or a deadline rolls back the whole transaction: further writes must fail
        if self._snapshot is True and not self._connection.in_transaction:
            raise rolled_back()

    async def one(self, statement: Statement, **values: BoundValue) -> Row | None:
        cursor = self._execute(statement, values)
        row: Row | None = cursor.fetchone()
        if self._snapshot is False and row is not None:
            self._snapshot = cursor
        else:
            cursor.close()
        return row

    async def all(self, statement: Statement, **values: BoundValue) -> list[Row]:
        try:
            if self._snapshot is False:
                self._connection.execute("BEGIN")
                self._snapshot = True
            rows: list[Any] = self._execute(statement, values).fetchall()
        except DRIVER_ERRORS as error:
            raise translate(error) from error
        return rows

    async def run(self, statement: Statement, **values: BoundValue) -> int:
        self._execute(statement, values)
        return self._connection.changes()

    async def many(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        compiled = statement.on("sqlite")
        if compiled.needs_mall:
            rows = ({**row, "mall_id": self.mall_id} for row in rows)
        self._require_transaction()
        try:
            self._connection.executemany(compiled.sql, (_bindings(compiled, row) for row in rows))
        except DRIVER_ERRORS as error:
            raise translate(error) from error

    async def defer(self, statement: Statement, rows: Iterable[Mapping[str, BoundValue]]) -> None:
        await self.many(statement, rows)

    def savepoint(self) -> "_Savepoint":
        return _Savepoint(self._connection)

    def capture(self) -> SqliteCapture:
        return SqliteCapture(self._connection, self.mall_id)

    def end_reading(self) -> None:
        """Release the snapshot."""
        if self._snapshot is True:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        elif self._snapshot is not False:
            self._snapshot.close()


def _bindings(compiled: Compiled, values: Mapping[str, BoundValue]) -> Mapping[str, BoundValue]:
    if not compiled.fixed and not compiled.lists:
        return values
    bound = {**compiled.fixed, **values}
    for name in compiled.lists:
        bound[name] = msgspec.json.encode(bound[name]).decode()
    return bound


def translate(error: apsw.Error) -> Exception:
    """Translate one of the driver's known exceptions."""
    if isinstance(error, apsw.InterruptError):
        return DeadlinePassed()
    if isinstance(error, apsw.ConstraintError):
        return DuplicateRow(str(error))
    return (
        DatabaseFull(str(error)) if isinstance(error, apsw.FullError) else DatabaseAway(str(error))
    )


def rolled_back() -> DatabaseAway:
    """Return the error of a transaction that SQLite has rolled back by itself."""
    return DatabaseAway("the transaction was undone")


class _Savepoint:
    """A savepoint within a transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    async def __aenter__(self) -> None:
        self._connection.execute("SAVEPOINT one_object")

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if not self._connection.in_transaction:
            return  # the whole transaction was rolled back, as the exception tells
        if kind is not None:
            self._connection.execute("ROLLBACK TO one_object")
        self._connection.execute("RELEASE one_object")
