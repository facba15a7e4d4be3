"""Finds the programs that serve a store, before a command that nothing may serve beside.

On PostgreSQL they say who they are (`application_name`): their process and the newest schema that
they know. On SQLite every process that has the file open holds a lock on it.
"""

import asyncio
import fcntl
import os
import re
import time
from pathlib import Path
from typing import Final

import asyncpg
from msgspec import Struct

from openmall.configuration import Configuration
from openmall.database import phases
from openmall.database.session import DatabaseAway

WORKER: Final = "openmall worker"
COMMAND: Final = "openmall command"
_LABEL: Final = re.compile(rf"{WORKER} (\d+)(?: schema (\d{{4}}))?")
_WORKERS: Final = (
    "SELECT DISTINCT application_name, coalesce(host(client_addr), '') FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND application_name LIKE 'openmall worker %' ORDER BY 1, 2"
)
# the bytes of a SQLite file that its readers lock: every process that has it open in WAL mode
_SHARED_FIRST: Final = 0x40000000 + 2
_SHARED_SIZE: Final = 510
_LOOKS: Final = 5
_PAUSE: Final = 0.2
"""Seconds between looks at whether a SQLite file is in use, and their number."""
_NAMED: Final = 3
"""Programs that a refusal names; of more it gives the number."""


class StoreUser(Struct, frozen=True):
    """A program that serves a store."""

    name: str
    """Where it is, for operators."""
    schema: str = ""
    """The newest schema it knows; empty: it is of a release that does not say so, or unknown."""


class StoreInUse(Exception):
    """Programs serve the store meanwhile; the message names them and what to do."""


def label(name: str) -> str:
    """Return what a program is called in `pg_stat_activity`; at most 63 bytes are kept there."""
    return f"{name} {os.getpid()} schema {phases.newest()}"


def store_users(configuration: Configuration) -> list[StoreUser]:
    """Return the programs that serve a store. Raises DatabaseAway."""
    if configuration.database:
        return asyncio.run(_on_postgresql(configuration.database))
    for _ in range(_LOOKS):
        if not _has_other_users(configuration.database_path):
            return []
        # a command that reads the file for a moment serves nothing
        time.sleep(_PAUSE)
    return [StoreUser(f"a program that has {configuration.database_path} open")]


def require_unused(configuration: Configuration, *, instead: str) -> None:
    """Raise StoreInUse when programs serve the store; `instead`: what to do then."""
    _require_none(store_users(configuration), f"stop every program first{instead}")


def require_newer(configuration: Configuration, schema: str) -> None:
    """Raise StoreInUse when a program that serves the store does not know `schema`.

    Known on PostgreSQL alone: on SQLite a program of before is replaced by the restart.
    """
    if configuration.database:
        older = [each for each in store_users(configuration) if each.schema < schema]
        _require_none(older, f"replace every program that does not know schema {schema} first")


def _require_none(users: list[StoreUser], remedy: str) -> None:
    if users:
        names = [each.name for each in users[:_NAMED]]
        more = [f"{len(users) - _NAMED} more"] if len(users) > _NAMED else []
        raise StoreInUse(f"the store is in use by {', '.join([*names, *more])}: {remedy}")


async def _on_postgresql(url: str) -> list[StoreUser]:
    try:
        connection = await asyncpg.connect(url, timeout=10, statement_cache_size=0)
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise DatabaseAway(str(error)) from error
    try:
        found = []
        for name, address in await connection.fetch(_WORKERS):
            known = _LABEL.fullmatch(name)
            if known is not None:
                place = f" at {address}" if address else ""
                found.append(StoreUser(f"{WORKER} {known[1]}{place}", known[2] or ""))
        return found
    finally:
        await connection.close()


def _has_other_users(path: Path) -> bool:
    """Return whether another process has a SQLite file open.

    Closing any descriptor of a file gives up all locks of a process on it: nothing here may have
    it open meanwhile.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
    except (BlockingIOError, PermissionError):
        return True
    finally:
        os.close(descriptor)
    return False
