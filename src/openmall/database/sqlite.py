"""The embedded store: SQLite in WAL mode, one writer at a time, readers never wait.

Statements complete inline: a keyed read is faster than handing it to a thread. What may take
long is waiting for the write lock while an import in another process holds it, so that wait
happens outside the driver, and other calls go on.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal

import apsw
import msgspec
from sqlalchemy import Table

from openmall.database.session import DatabaseAway, DeadlinePassed, DuplicateRow, Row
from openmall.database.statements import Compiled, DialectName, Statement

FOREVER: Final = float("inf")
LOCK_WAIT: Final = 15.0
"""Seconds a write waits for another process before the call is answered 503."""
_CHECK_EVERY: Final = 20_000
"""Steps of SQLite's machine between two looks at the deadline: about a millisecond."""
_WAL_PAGES: Final = 1_000
"""Pages in the write-ahead log at which they are copied back into the file: about 4 MB."""
_WAL_MOST: Final = 16_000
"""Pages in it at which the next write waits until they are copied, so that it begins anew: 64 MB.
Whoever writes without a pause would else let it grow for ever."""
_CACHE_KB: Final = 16_000
"""Pages of the file each connection keeps in memory."""
_AWAY: Final = (apsw.CantOpenError, apsw.IOError, apsw.FullError, apsw.NotADBError, apsw.BusyError)

Durability = Literal["normal", "full"]


class SqliteSession:
    """One connection of a SqliteDatabase, lent to one call.

    What is read is of one moment: that of the transaction, or else of the first row found, as
    SQLite keeps to its moment while a statement is unfinished. Most reads are one row, and are
    spared two statements that way.
    """

    __slots__ = ("_connection", "_moment", "mall_id")
    dialect: DialectName = "sqlite"

    def __init__(
        self, connection: apsw.Connection, mall_id: str, *, in_transaction: bool = False
    ) -> None:
        self._connection = connection
        self._moment: apsw.Cursor | bool = in_transaction
        self.mall_id = mall_id

    def _execute(self, statement: Statement, values: dict[str, Any]) -> apsw.Cursor:
        compiled = statement.compiled.get("sqlite") or statement.on("sqlite")
        if compiled.wants_mall:
            values["mall_id"] = self.mall_id
        try:
            return self._connection.execute(compiled.sql, _bindings(compiled, values))
        except apsw.InterruptError as error:
            raise DeadlinePassed from error
        except apsw.ConstraintError as error:
            raise DuplicateRow(str(error)) from error
        except _AWAY as error:
            raise DatabaseAway(str(error)) from error

    async def one(self, statement: Statement, **values: Any) -> Row | None:
        cursor = self._execute(statement, values)
        row: Row | None = cursor.fetchone()
        if self._moment is False and row is not None:
            self._moment = cursor
        else:
            cursor.close()
        return row

    async def all(self, statement: Statement, **values: Any) -> list[Row]:
        try:
            if self._moment is False:
                self._connection.execute("BEGIN")
                self._moment = True
            rows: list[Any] = self._execute(statement, values).fetchall()
        except apsw.InterruptError as error:
            raise DeadlinePassed from error
        return rows

    async def run(self, statement: Statement, **values: Any) -> int:
        self._execute(statement, values)
        return self._connection.changes()

    async def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        compiled = statement.on("sqlite")
        if compiled.wants_mall:
            rows = ({**row, "mall_id": self.mall_id} for row in rows)
        self._connection.executemany(compiled.sql, (_bindings(compiled, row) for row in rows))

    def savepoint(self) -> "_Savepoint":
        return _Savepoint(self._connection)

    def end_reading(self) -> None:
        """Let go of the moment that was read."""
        if self._moment is True:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        elif self._moment is not False:
            self._moment.close()


def _bindings(compiled: Compiled, values: dict[str, Any]) -> dict[str, Any]:
    if compiled.fixed:
        values = {**compiled.fixed, **values}
    for name in compiled.lists:
        values[name] = msgspec.json.encode(values[name]).decode()
    return values


class _Savepoint:
    """A part of a transaction, undone alone."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    async def __aenter__(self) -> None:
        self._connection.execute("SAVEPOINT one_object")

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self._connection.execute("ROLLBACK TO one_object")
        self._connection.execute("RELEASE one_object")


class _Reading:
    """Reads on a connection of their own: everything read is of one moment."""

    __slots__ = ("_connection", "_database", "_deadline", "_mall_id", "_session")

    def __init__(self, database: "SqliteDatabase", mall_id: str, deadline: float) -> None:
        self._database = database
        self._mall_id = mall_id
        self._deadline = deadline

    async def __aenter__(self) -> SqliteSession:
        self._connection = self._database.lend_reader()
        self._database.deadlines[self._connection] = self._deadline
        self._session = SqliteSession(self._connection, self._mall_id)
        return self._session

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.deadlines[self._connection] = FOREVER
        self._session.end_reading()
        self._database.take_back_reader(self._connection)


class _Writing:
    """The write transaction: begun IMMEDIATE, so that it never fails halfway for a lock."""

    __slots__ = ("_database", "_deadline", "_mall_id")

    def __init__(self, database: "SqliteDatabase", mall_id: str, deadline: float) -> None:
        self._database = database
        self._mall_id = mall_id
        self._deadline = deadline

    async def __aenter__(self) -> SqliteSession:
        database = self._database
        await self._wait_for_turn(database.write_turn)
        try:
            await database.copied()
            await self._begin(database.writer)
        except BaseException:
            database.write_turn.release()
            raise
        database.deadlines[database.writer] = self._deadline
        return SqliteSession(database.writer, self._mall_id, in_transaction=True)

    async def _wait_for_turn(self, turn: asyncio.Lock) -> None:
        if not turn.locked() or self._deadline == FOREVER:
            await turn.acquire()
            return
        try:
            async with asyncio.timeout(self._deadline - time.monotonic()):
                await turn.acquire()
        except TimeoutError:
            raise DeadlinePassed from None

    async def _begin(self, writer: apsw.Connection) -> None:
        latest = time.monotonic() + LOCK_WAIT
        pause = 0.0005
        while True:
            try:
                writer.execute("BEGIN IMMEDIATE")
                return
            except apsw.BusyError as error:
                if time.monotonic() > self._deadline:
                    raise DeadlinePassed from error
                if time.monotonic() > latest:
                    raise DatabaseAway("another process holds the write lock") from error
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.02)
            except _AWAY as error:
                raise DatabaseAway(str(error)) from error

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        database = self._database
        database.deadlines[database.writer] = FOREVER
        try:
            if kind is None:
                database.writer.execute("COMMIT")
            elif database.writer.in_transaction:
                database.writer.execute("ROLLBACK")
        except _AWAY as away:
            if database.writer.in_transaction:
                database.writer.execute("ROLLBACK")
            raise DatabaseAway(str(away)) from away
        finally:
            database.write_turn.release()


class SqliteDatabase:
    """A SQLite file with one writing and as many reading connections as calls in flight need."""

    dialect: DialectName = "sqlite"

    def __init__(self, path: Path, *, durability: Durability = "normal") -> None:
        """Open the file at `path`; `durability` "full" syncs every commit to the disk.

        With "normal" an acknowledged write survives the death of the process at any moment;
        a power cut may undo the last commits, never break the file. Raises DatabaseAway.
        """
        self._path = path
        self._durability = durability
        self.deadlines: dict[apsw.Connection, float] = {}
        self._readers: list[apsw.Connection] = []
        self.writer = self._connect()
        self.writer.wal_autocheckpoint(0)
        self.writer.set_wal_hook(self._after_commit)
        self.write_turn = asyncio.Lock()
        self._checkpointing: asyncio.Task[None] | None = None
        self._pages = 0
        """In the write-ahead log, after the last commit."""

    def reading(self, mall_id: str, *, deadline: float = FOREVER) -> _Reading:
        return _Reading(self, mall_id, deadline)

    def writing(self, mall_id: str, *, deadline: float = FOREVER) -> _Writing:
        return _Writing(self, mall_id, deadline)

    async def copied(self) -> None:
        """Return when the write-ahead log is no larger than it may be, or was copied back."""
        if self._pages > _WAL_MOST and self._checkpointing is not None:
            await asyncio.shield(self._checkpointing)

    def lend_reader(self) -> apsw.Connection:
        """Return a connection nobody else reads with now."""
        return self._readers.pop() if self._readers else self._connect()

    def take_back_reader(self, connection: apsw.Connection) -> None:
        """Keep a lent connection for the next call."""
        self._readers.append(connection)

    async def count_anew(self, tables: Sequence[Table]) -> None:
        # its plans are those it makes of an empty store, which tests look at
        return

    async def close(self) -> None:
        if self._checkpointing is not None:
            await self._checkpointing
        for connection in (*self._readers, self.writer):
            connection.close()
        self._readers.clear()

    def _connect(self) -> apsw.Connection:
        try:
            connection = apsw.Connection(str(self._path))
            connection.set_busy_timeout(0)
            # plans do not look at bound values: else a statement is planned anew whenever it runs
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
            for pragma in (
                "journal_mode=WAL",
                f"synchronous={self._durability.upper()}",
                "foreign_keys=ON",
                "temp_store=MEMORY",
                f"cache_size=-{_CACHE_KB}",
            ):
                _with_patience(connection, f"PRAGMA {pragma}")
        except _AWAY as error:
            raise DatabaseAway(str(error)) from error
        self.deadlines[connection] = FOREVER
        connection.set_progress_handler(
            lambda: time.monotonic() > self.deadlines[connection], _CHECK_EVERY
        )
        return connection

    def _after_commit(self, connection: apsw.Connection, name: str, pages: int) -> int:
        self._pages = pages
        if pages > _WAL_PAGES and (self._checkpointing is None or self._checkpointing.done()):
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                return apsw.SQLITE_OK
            self._checkpointing = loop.create_task(self._checkpoint())
        return apsw.SQLITE_OK

    async def _checkpoint(self) -> None:
        # in a thread with a connection of its own: copying megabytes must not hold up a call
        await asyncio.to_thread(_copy_log_into_file, str(self._path))


def _copy_log_into_file(path: str) -> None:
    connection = apsw.Connection(path)
    try:
        # one that has read nothing yet does not know that there is a log, and would copy none
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    except apsw.BusyError:
        pass  # another process is copying it back
    finally:
        connection.close()


def _with_patience(connection: apsw.Connection, sql: str) -> None:
    """Run a pragma that may meet another process opening the same new file."""
    for _ in range(200):
        try:
            connection.execute(sql)
        except apsw.BusyError:
            time.sleep(0.01)
        else:
            return
    connection.execute(sql)
