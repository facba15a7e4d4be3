"""The file of the embedded store: how it is opened, and how its log is copied back into it."""

import logging
import time
from pathlib import Path
from typing import Final, Literal

import apsw

log = logging.getLogger("openmall")

AWAY: Final = (apsw.CantOpenError, apsw.IOError, apsw.FullError, apsw.NotADBError, apsw.BusyError)
"""What SQLite raises when it is not the statement's fault."""
_CACHE_KB: Final = 1_000
"""Pages of the file each connection keeps in memory, of which a worker has several. More makes
nothing faster that was measured: what is not there is in the memory of the operating system."""

Durability = Literal["normal", "full"]


def connect(path: Path, durability: Durability) -> apsw.Connection:
    """Return a connection that waits for nobody. Raises one of AWAY."""
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(0)
    # plans do not look at bound values: else a statement is planned anew whenever it runs
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    for pragma in (
        "journal_mode=WAL",
        f"synchronous={durability.upper()}",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        f"cache_size=-{_CACHE_KB}",
    ):
        _with_patience(connection, f"PRAGMA {pragma}")
    return connection


def copy_log(path: Path) -> None:
    """Copy what is in the write-ahead log into the file, as far as nobody reads it there."""
    try:
        connection = apsw.Connection(str(path))
        try:
            # one that has read nothing yet does not know that there is a log, and would copy none
            connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        finally:
            connection.close()
    except apsw.BusyError:
        pass  # another process is copying it back
    except AWAY as error:
        # the disk is full, most likely: what is in the log stays there, and is copied another time
        log.error("log not copied", extra={"reason": str(error)})


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
