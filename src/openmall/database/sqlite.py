"""The embedded store: SQLite in WAL mode, one writer at a time, readers never wait.

Statements run inline: a keyed read is faster than its transfer to a thread. Waiting for the write
lock of another process, such as an import, may take long, so it is awaited outside the driver, and
other calls continue. A commit to a slow disk runs in a thread.
"""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Final

import apsw
from sqlalchemy import Table

from openmall.database import sqlite_file
from openmall.database.session import (
    DatabaseAway,
    DeadlinePassed,
    WriteRecorder,
)
from openmall.database.sqlite_file import AWAY, Durability
from openmall.database.sqlite_session import DRIVER_ERRORS, SqliteSession, rolled_back, translate
from openmall.database.statements import DialectName

NO_DEADLINE: Final = float("inf")
LOCK_WAIT: Final = 15.0
"""Seconds a write waits for another process before the call is answered 503."""
_CHECK_INSTRUCTIONS: Final = 20_000
"""Instructions of SQLite's virtual machine between checks of the deadline: about a millisecond."""
_CHECKPOINT_PAGES: Final = 1_000
"""Pages in the write-ahead log that start a checkpoint: about 4 MB. With four times as many,
updates were 7 % faster, and a power failure would lose as much more."""
_MAX_WAL_PAGES: Final = 16_000
"""Pages in the write-ahead log at which the next write waits for the checkpoint: 64 MB. Without
this limit continuous writes would let it grow for ever."""
_SLOW_COMMIT_SECONDS: Final = 0.005
"""Seconds of a commit after which the next runs in a thread: on a busy disk it would block all
readers."""


class _Reading:
    """A read-only session on its own connection, with one snapshot."""

    __slots__ = ("_connection", "_database", "_deadline", "_mall_id", "_session")

    def __init__(self, database: "SqliteDatabase", mall_id: str, deadline: float) -> None:
        self._database = database
        self._mall_id = mall_id
        self._deadline = deadline

    async def __aenter__(self) -> SqliteSession:
        self._connection = self._database.acquire_reader()
        self._database.deadlines[self._connection] = self._deadline
        self._session = SqliteSession(self._connection, self._mall_id)
        return self._session

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.deadlines[self._connection] = NO_DEADLINE
        self._session.end_reading()
        self._database.release_reader(self._connection)


class _Writing:
    """The write transaction: begun IMMEDIATE, so that it never fails halfway because of a lock."""

    __slots__ = ("_database", "_deadline", "_mall_id", "_shown")

    def __init__(
        self, database: "SqliteDatabase", mall_id: str, deadline: float, *, shown: bool
    ) -> None:
        self._database = database
        self._mall_id = mall_id
        self._deadline = deadline
        self._shown = shown

    async def __aenter__(self) -> SqliteSession:
        database = self._database
        await self._wait_for(database.write_lock.acquire(), needed=database.write_lock.locked())
        try:
            await self._wait_for(database.wait_for_checkpoint(), needed=database.wal_exceeds_limit)
            await self._begin(database.writer)
        except BaseException:
            database.write_lock.release()
            raise
        database.deadlines[database.writer] = self._deadline
        return SqliteSession(database.writer, self._mall_id, in_transaction=True)

    async def _wait_for(self, awaitable: Coroutine[None, None, object], *, needed: bool) -> None:
        if not needed or self._deadline == NO_DEADLINE:
            await awaitable
            return
        try:
            async with asyncio.timeout(self._deadline - time.monotonic()):
                await awaitable
        except TimeoutError:
            raise DeadlinePassed from None

    async def _begin(self, writer: apsw.Connection) -> None:
        give_up_at = time.monotonic() + LOCK_WAIT
        pause = 0.0005
        while True:
            try:
                writer.execute("BEGIN IMMEDIATE")
                return
            except apsw.BusyError as error:
                if time.monotonic() > self._deadline:
                    raise DeadlinePassed from error
                if time.monotonic() > give_up_at:
                    raise DatabaseAway("another process holds the write lock") from error
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.02)
            except DRIVER_ERRORS as error:
                raise translate(error) from error

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        database = self._database
        database.deadlines[database.writer] = NO_DEADLINE
        try:
            if kind is None:
                try:
                    await database.commit()
                finally:
                    # also when the outcome of the commit is unknown
                    if self._shown and database.write_recorder is not None:
                        database.write_recorder.record_write(self._mall_id)
            elif database.writer.in_transaction:
                database.writer.execute("ROLLBACK")
        except DRIVER_ERRORS as error_:
            if database.writer.in_transaction:
                database.writer.execute("ROLLBACK")
            raise translate(error_) from error_
        finally:
            database.write_lock.release()


class SqliteDatabase:
    """A SQLite file with one writing and as many reading connections as calls in flight need."""

    dialect: DialectName = "sqlite"

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "normal",
        recorder: WriteRecorder | None = None,
    ) -> None:
        """Open the file at `path`; `durability` "full" syncs every commit to the disk.

        `recorder`: records the writes; None: no other process serves the file.

        With "normal" an acknowledged write survives a crash of the process at any time; a power
        failure may lose the last commits, but never damages the file. Raises DatabaseAway.
        """
        self._path = path
        self._durability = durability
        self.write_recorder = recorder
        self.deadlines: dict[apsw.Connection, float] = {}
        self._readers: list[apsw.Connection] = []
        self.writer = self._connect()
        self.writer.wal_autocheckpoint(0)
        self.writer.set_wal_hook(self._after_commit)
        self.write_lock = asyncio.Lock()
        self._checkpointing: asyncio.Task[None] | None = None
        self._pages = 0
        """Pages in the write-ahead log after the last commit."""
        self._commit_executor = ThreadPoolExecutor(1, "committing")
        self._commits_slowly = durability == "full"
        """Commits wait for the disk, and run in a thread."""

    def reading(self, mall_id: str, *, deadline: float = NO_DEADLINE) -> _Reading:
        return _Reading(self, mall_id, deadline)

    def reading_from_replica(self, mall_id: str, *, deadline: float = NO_DEADLINE) -> _Reading:
        return self.reading(mall_id, deadline=deadline)

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> _Writing:
        return _Writing(self, mall_id, deadline, shown=shown)

    @property
    def wal_exceeds_limit(self) -> bool:
        """Return whether the write-ahead log is larger than its limit."""
        return self._pages > _MAX_WAL_PAGES

    async def wait_for_checkpoint(self) -> None:
        """Wait for the running checkpoint while the write-ahead log is larger than its limit."""
        if self.wal_exceeds_limit and self._checkpointing is not None:
            await asyncio.shield(self._checkpointing)

    async def commit(self) -> None:
        """Commit the transaction; raises the driver's exceptions, and DatabaseAway."""
        if not self.writer.in_transaction:
            raise rolled_back()
        started = time.monotonic()
        try:
            if self._commits_slowly:
                work = self._commit_executor.submit(self.writer.execute, "COMMIT")
                await _wait_uninterrupted(asyncio.wrap_future(work))
            else:
                self.writer.execute("COMMIT")
        finally:
            seconds = time.monotonic() - started
            self._commits_slowly = self._durability == "full" or seconds > _SLOW_COMMIT_SECONDS
        if self._pages > _CHECKPOINT_PAGES and (
            self._checkpointing is None or self._checkpointing.done()
        ):
            self._checkpointing = asyncio.get_running_loop().create_task(self._checkpoint())

    def acquire_reader(self) -> apsw.Connection:
        """Return an idle or new connection for reading."""
        return self._readers.pop() if self._readers else self._connect()

    def release_reader(self, connection: apsw.Connection) -> None:
        """Keep a lent connection for the next call."""
        self._readers.append(connection)

    async def update_statistics(self, tables: Sequence[Table]) -> None:
        # its planner uses the fixed statistics of `planner.py`
        return

    def connections(self) -> None:
        return None

    async def close(self) -> None:
        if self._checkpointing is not None:
            await self._checkpointing
        self._commit_executor.shutdown()
        for connection in (*self._readers, self.writer):
            connection.close()
        self._readers.clear()

    def _connect(self) -> apsw.Connection:
        try:
            connection = sqlite_file.connect(self._path, self._durability)
        except AWAY as error:
            raise sqlite_file.away(error, self._path) from error
        self.deadlines[connection] = NO_DEADLINE
        connection.set_progress_handler(
            lambda: time.monotonic() > self.deadlines[connection], _CHECK_INSTRUCTIONS
        )
        return connection

    def _after_commit(self, connection: apsw.Connection, name: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK

    async def _checkpoint(self) -> None:
        # in a thread with a connection of its own: copying megabytes must not hold up a call
        await asyncio.to_thread(sqlite_file.checkpoint, self._path)


async def _wait_uninterrupted(future: asyncio.Future[apsw.Cursor]) -> None:
    """Wait for a future to finish, even when this task is cancelled; then raise its exception."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    future.result()
    if cancelled is not None:
        raise cancelled
