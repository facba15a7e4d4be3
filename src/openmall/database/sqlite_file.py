"""Connections to the file of the embedded store, and checkpoints of its write-ahead log."""

import logging
import os
import time
from pathlib import Path
from typing import Final, Literal

import apsw

from openmall.database.session import DatabaseAway, DatabaseFull
from openmall.database.text_search import word_search

log = logging.getLogger("openmall")

AWAY: Final = (
    apsw.CantOpenError, apsw.IOError, apsw.FullError, apsw.NotADBError, apsw.BusyError,
    apsw.ReadOnlyError,
)  # fmt: skip
"""SQLite's exceptions that are not caused by the statement."""
_LEAST_FREE: Final = 1 << 20
"""Free bytes below which a disk counts as full: the log and its index grow by blocks."""
_CACHE_KB: Final = 1_000
"""Page cache of each of a worker's connections, in kilobytes. A larger one was not measurably
faster, because other pages are in the file cache of the operating system."""
_CACHED_STATEMENTS: Final = 512
"""Prepared statements kept by each connection. The writer of a shop's ordinary day uses more than
the driver's 100: a fifth of its statements were parsed and planned anew."""

LOG_SECONDS: Final = 10
"""Longest wait for what keeps the write-ahead log from being emptied."""
Durability = Literal["normal", "full"]


def connect(path: Path, durability: Durability) -> apsw.Connection:
    """Return a connection without a busy timeout. Raises one of AWAY."""
    connection = apsw.Connection(str(path), statementcachesize=_CACHED_STATEMENTS)
    connection.set_busy_timeout(0)
    word_search.install(connection)
    # plans must not depend on bound values: else statements are planned again for each execution
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    for pragma in (
        "journal_mode=WAL",
        f"synchronous={durability.upper()}",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        # what is deleted or replaced is overwritten: an erased person is in no free page
        "secure_delete=ON",
        f"cache_size=-{_CACHE_KB}",
    ):
        _execute_with_retries(connection, f"PRAGMA {pragma}")
    return connection


def away(error: apsw.Error, path: Path) -> DatabaseAway:
    """Return the error of a file that cannot be used, with what keeps SQLite from using it.

    SQLite names no cause: it says "disk I/O error" of a full disk, and "unable to open database
    file" of a read-only one.
    """
    folder = path.parent
    try:
        disk = os.statvfs(folder)
    except OSError:
        return DatabaseAway(str(error))
    if disk.f_flag & os.ST_RDONLY:
        return DatabaseAway(f"the file system of {folder} is read-only ({error})")
    if disk.f_bavail * disk.f_frsize < _LEAST_FREE:
        return DatabaseFull(f"the disk of {folder} is full ({error})")
    for place in (folder, path):
        if place.exists() and not os.access(place, os.W_OK):
            return DatabaseAway(f"this user may not write {place} ({error})")
    return DatabaseAway(str(error))


def checkpoint(path: Path) -> None:
    """Run a passive checkpoint: copy the write-ahead log into the file as far as readers allow."""
    try:
        connection = apsw.Connection(str(path))
        try:
            _open_log(connection)
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        finally:
            connection.close()
    except apsw.BusyError:
        pass  # another process is copying it back
    except AWAY as error:
        # the disk is full, most likely: the log remains, and is copied by a later checkpoint
        log.error("log not copied", extra={"reason": str(error)})


def empty_log(path: Path, *, seconds: float = LOG_SECONDS) -> bool:
    """Copy the write-ahead log into the file and empty it; return whether nothing is left in it.

    It holds earlier contents of pages until it is overwritten. Waits for writers and readers
    `seconds` at most. Raises one of AWAY.
    """
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(int(seconds * 1_000))
        _open_log(connection)
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return True
    finally:
        connection.close()


def _open_log(connection: apsw.Connection) -> None:
    """Read from the file: before its first read a connection does not know of the log.

    The pragma reads the file's header only. A SELECT would parse the whole schema first, which
    takes ten times as long as a small checkpoint.
    """
    connection.execute("PRAGMA user_version").fetchall()


def _execute_with_retries(connection: apsw.Connection, sql: str) -> None:
    """Run a pragma that may meet another process opening the same new file."""
    for _ in range(200):
        try:
            connection.execute(sql)
        except apsw.BusyError:
            time.sleep(0.01)
        else:
            return
    connection.execute(sql)
