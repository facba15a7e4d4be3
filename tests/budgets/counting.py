"""Stores that record what their drivers send.

SQLite: each execution of a statement, as the driver's trace reports it; a statement for several
rows is one execution a row. PostgreSQL: each request of the driver that ends with the server's
ReadyForQuery, which is a round trip; a statement for several rows is one round trip, and as many
executions as it has rows. `test_counting.py` compares this with the messages on the wire.
"""

import re
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import apsw

import openmall
from openmall.configuration import Configuration
from openmall.database.postgres import PostgresDatabase
from openmall.database.postgres_pool import ConnectionSettings, Pool
from openmall.database.session import WriteRecorder
from openmall.database.sqlite import SqliteDatabase

PACKAGE = str(Path(openmall.__file__).parent) + "/"
App = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]
_BELOW = f"{PACKAGE}database/"
_REQUESTS = {"bind_execute", "bind_execute_many", "query"}
"""Methods of asyncpg's protocol that send a request and wait for the server's answer; those that
prepare a statement on a new connection are left out."""
_TABLE = re.compile(r'\b(?:FROM|INTO|UPDATE|JOIN)\s+"?(\w+)')
_COMMENT = re.compile(r"/\*.*?\*/")


class Sent(NamedTuple):
    """One request to the store."""

    sql: str
    executions: int
    caller: str
    """The function of the package that had it sent, outside its database package."""
    arguments: tuple[Any, ...] = ()
    """What is bound, on PostgreSQL and for one row."""

    @property
    def name(self) -> str:
        """Return what it does to which table: `UPDATE product`."""
        sql = _COMMENT.sub("", self.sql).strip()
        verb = sql.split(None, 1)[0].upper()
        found = _TABLE.search(sql)
        return f"{verb} {found[1]}" if found else verb


class Recorder:
    """What the last call of the application sent to the store."""

    def __init__(self) -> None:
        self.on = False
        self.sent: list[Sent] = []
        self.pages = 0
        """Pages that commits wrote to SQLite's write-ahead log."""

    def add(self, sql: str, executions: int = 1, arguments: tuple[Any, ...] = ()) -> None:
        """Record a request; one for no rows is not sent."""
        if self.on and executions:
            self.sent.append(Sent(sql, executions, _caller(), arguments))

    def add_pages(self, pages: int) -> None:
        """Record a commit."""
        if self.on:
            self.pages += pages

    def follow(self, app: App) -> App:
        """Return an application each of whose calls is recorded, the last one instead of others."""

        async def followed(scope: Any, receive: Any, send: Any) -> None:
            self.sent, self.pages, self.on = [], 0, True
            try:
                await app(scope, receive, send)
            finally:
                self.on = False

        return followed


def _caller() -> str:
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(PACKAGE) and not file.startswith(_BELOW):
            return f"{file.removeprefix(PACKAGE)}:{frame.f_lineno} {frame.f_code.co_name}"
        frame = frame.f_back  # type: ignore[assignment] # None ends the loop
    return "the session itself"


class CountedSqlite(SqliteDatabase):
    """A SQLite store that records."""

    def __init__(self, path: Path, recorder: Recorder, writes: WriteRecorder | None) -> None:
        self.recorder = recorder
        super().__init__(path, recorder=writes)

    def _connect(self) -> apsw.Connection:
        connection = super()._connect()
        connection.exec_trace = self._trace
        return connection

    def keep_copy(self) -> None:
        """Keep what is in the store now for `restore`."""
        self._copy = apsw.Connection(":memory:")
        with self._copy.backup("main", self.writer, "main") as backup:
            backup.step()

    def restore(self) -> None:
        """Make the store what it was: which pages a write touches depends on all rows there are."""
        with self.writer.backup("main", self._copy, "main") as backup:
            backup.step()
        self.writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        self._pages = 0

    async def _checkpoint(self) -> None:
        """Leave the log to `restore`: when a checkpoint runs, it runs beside several calls."""

    def _trace(self, cursor: apsw.Cursor, sql: str, bindings: Any) -> bool:
        self.recorder.add(sql)
        return True

    def _after_commit(self, connection: apsw.Connection, name: str, pages: int) -> int:
        # after a checkpoint the log begins anew
        self.recorder.add_pages(pages - self._pages if pages > self._pages else pages)
        return super()._after_commit(connection, name, pages)


class CountedPostgres(PostgresDatabase):
    """A PostgreSQL store that records."""

    def __init__(
        self, settings: ConnectionSettings, recorder: Recorder, writes: WriteRecorder | None
    ) -> None:
        super().__init__(settings, recorder=writes)
        self.recorder = recorder
        self.pool = _CountedPool(settings, recorder)


class _CountedPool(Pool):
    def __init__(self, settings: ConnectionSettings, recorder: Recorder) -> None:
        super().__init__(settings)
        self._recorder = recorder

    async def acquire(self, deadline: float = float("inf")) -> Any:
        lent: Any = await super().acquire(deadline)
        connection = lent._con
        if not isinstance(connection._protocol, _CountedProtocol):
            connection._protocol = _CountedProtocol(connection._protocol, self._recorder)
        return lent


class _CountedProtocol:
    """The driver's protocol, whose requests are recorded."""

    def __init__(self, protocol: Any, recorder: Recorder) -> None:
        self._protocol = protocol
        self._recorder = recorder

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._protocol, name)
        if name not in _REQUESTS:
            return found

        def send(*arguments: Any, **named: Any) -> Any:
            if name == "bind_execute":
                self._recorder.add(named["state"].query, arguments=tuple(named["args"]))
            elif name == "bind_execute_many":
                self._recorder.add(named["state"].query, len(named["args"]))
            else:
                self._recorder.add(arguments[0])
            return found(*arguments, **named)

        return send


def counted_database(
    configuration: Configuration, *, recorder: WriteRecorder | None = None
) -> CountedSqlite | CountedPostgres:
    """Return the configured store, which records; `recorder`: that of writes, as for any store."""
    sent = Recorder()
    if not configuration.database:
        return CountedSqlite(configuration.database_path, sent, recorder)
    settings = ConnectionSettings(
        url=configuration.database, cached_statements=configuration.prepared_statements
    )
    return CountedPostgres(settings, sent, recorder)
