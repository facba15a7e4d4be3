"""Migrates a store to the newest schema, at once or phase by phase, and reports its state.

Alembic is only imported when there are migrations to run, because the import is slow.
"""

import asyncio
import fcntl
import importlib.util
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import apsw
import asyncpg
from sqlalchemy import Connection, Engine, create_engine, event, text

from openmall.configuration import Configuration
from openmall.database import backfill, phases, sqlite_file
from openmall.database.backfill import Backfill, Progress
from openmall.database.factory import work_on_database
from openmall.database.phases import NotNow, Step, StoreState
from openmall.database.planner import teach_planner
from openmall.database.session import Database, DatabaseAway
from openmall.database.store_users import require_newer, require_unused

_LOCK: Final = 7_203_116_901
"""Key of PostgreSQL's advisory lock of a migrating process."""
LOCK_WAIT: Final = 2.0
"""Seconds for which a change waits for a table in use, and blocks later statements on it."""
_WHILE_SERVED: Final = (
    ", or migrate while they serve: `openmall db migrate --expand`, replace them by the new"
    " release, then `openmall db backfill` and `openmall db migrate --contract`"
)
_MAX_TRIES: Final = 30
_RETRY_SECONDS: Final = 1.0
_IN_USE: Final = frozenset({"55P03", "40P01"})
"""SQLSTATE of a lock that was not given in time, and of a deadlock."""
_PROGRAM: Final = "program"
"""Name of the note with the oldest schema that a compatible program knows."""
_PROGRAM_NOTE: Final = "SELECT content FROM schema_note WHERE name = 'program'"


def newest() -> str:
    """Return the name of the newest schema this program knows."""
    return phases.newest()


def current(configuration: Configuration) -> str | None:
    """Return the name of the schema a store has; None for an empty one. Raises DatabaseAway."""
    return state(configuration).schema


def state(configuration: Configuration) -> StoreState:
    """Return a store's schema and the programs compatible with it. Raises DatabaseAway."""
    if configuration.database:
        return asyncio.run(_state_of_postgresql(configuration.database))
    if not configuration.database_path.exists():
        return StoreState(None)
    try:
        connection = apsw.Connection(str(configuration.database_path))
        connection.set_busy_timeout(10_000)
        try:
            schema = program = None
            for row in connection.execute("SELECT version_num FROM alembic_version"):
                schema = str(row[0])
            if schema is not None and schema > newest():
                for row in connection.execute(_PROGRAM_NOTE):
                    program = str(row[0])
            return StoreState(schema, program or "")
        finally:
            connection.close()
    except apsw.SQLError:
        return StoreState(None)
    except apsw.Error as error:
        raise sqlite_file.away(error, configuration.database_path) from error


async def _state_of_postgresql(url: str) -> StoreState:
    try:
        # no prepared statements: a pooler may assign connections per transaction
        connection = await asyncpg.connect(url, timeout=10, statement_cache_size=0)
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise DatabaseAway(str(error)) from error
    try:
        schema = await connection.fetchval("SELECT version_num FROM alembic_version")
        program = None
        if schema is not None and schema > newest():
            program = await connection.fetchval(_PROGRAM_NOTE)
        return StoreState(schema, program or "")
    except asyncpg.UndefinedTableError:
        return StoreState(None)
    finally:
        await connection.close()


def migrate(configuration: Configuration) -> bool:
    """Migrate the store to the newest schema while nothing serves; return whether it changed.

    Of several concurrent processes one migrates and the others wait. Raises DatabaseAway, TooOld,
    and StoreInUse when a program serves a store that needs a migration.
    """
    with _turn(configuration):
        return _migrate(configuration)


@contextmanager
def _turn(configuration: Configuration) -> Iterator[None]:
    """Let processes that migrate a SQLite file take turns; each has it open in its own turn alone.

    On PostgreSQL an advisory lock does so.
    """
    if configuration.database:
        yield
        return
    configuration.make_data_dir()
    held = os.open(configuration.data_dir, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _migrate(configuration: Configuration) -> bool:
    schema = current(configuration)
    if schema == newest():
        return False
    phases.require_upgradable(schema)
    if schema is None:
        _upgrade(configuration, "head")
        return True
    if phases.pending(schema):
        require_unused(configuration, instead=_instead(schema))
    while waiting := phases.pending(current(configuration)):
        if waiting[0].kind != "expand":
            fill(configuration)
        if waiting[0].kind == "contract":
            contract(configuration)
            continue
        until = waiting[0]
        for step in waiting[1:]:
            if step.kind != "expand":
                break
            until = step
        _upgrade(configuration, until.number)
        _record_program(configuration, until)
    fill(configuration)
    return True


def expand(configuration: Configuration) -> list[Step]:
    """Run the expand migrations while other programs serve; return those that were run.

    Each change waits for a table at most `LOCK_WAIT` seconds and is retried. Raises NotNow, and
    DatabaseAway when a table stays in use.
    """
    schema = current(configuration)
    added = phases.to_expand(schema)
    if added:
        if schema is not None:
            _record_program(configuration, added[-1])
        _upgrade(configuration, added[-1].number)
    return added


def contract(configuration: Configuration) -> list[Step]:
    """Run the contract migrations; return those that were run.

    Programs that need the removed parts no longer start. Raises NotNow, DatabaseAway, and
    StoreInUse when one of them serves the store.
    """
    steps = phases.to_contract(current(configuration))
    if not steps:
        return []
    require_newer(configuration, phases.program_for(steps[-1].number))
    for number, each in filled(configuration).items():
        if not each.ended:
            raise NotNow(f"{number} is not filled: `openmall db backfill` comes first")
    # before anything is removed, so that no incompatible program starts
    _record_program(configuration, steps[-1])
    _upgrade(configuration, steps[-1].number)
    return steps


def fill(
    configuration: Configuration,
    *,
    batch: int = backfill.BATCH,
    pace: int = 0,
    on_progress: Callable[[str, Progress], None] = lambda *_: None,
) -> dict[str, Progress]:
    """Run the backfills of a store, and return the progress of each, by its migration.

    `pace`: maximum of rows a second; 0: unlimited. Raises DatabaseAway, StillWritten and TooOld.
    """
    phases.require_upgradable(current(configuration))
    done = {}
    for number, each in backfills(current(configuration) or ""):

        async def work(db: Database, number: str = number, each: Backfill = each) -> Progress:
            return await backfill.fill(
                db,
                number,
                each,
                batch=batch,
                pace=pace or 1_000_000_000,
                on_progress=lambda progress: on_progress(number, progress),
            )

        done[number] = work_on_database(configuration, work)
    return done


def filled(configuration: Configuration) -> dict[str, Progress]:
    """Return the progress of a store's backfills, by their migrations. Raises DatabaseAway."""

    pending = backfills(current(configuration) or "")

    async def work(database: Database) -> dict[str, Progress]:
        found = {}
        async with database.reading("") as db:
            for number, each in pending:
                done = await backfill.progress(db, number)
                ended = not await backfill.left(db, each)
                found[number] = Progress(done.rows, done.total, done.after, ended)
        return found

    return work_on_database(configuration, work) if pending else {}


def backfills(schema: str) -> list[tuple[str, Backfill]]:
    """Return the backfills of a store of `schema`, by the number of their migration.

    Backfills before a contract migration are left out: their columns may no longer exist.
    """
    found: list[tuple[str, Backfill]] = []
    for step in phases.steps():
        if step.number > schema:
            break
        if step.kind == "contract":
            found.clear()
            continue
        [path] = (phases.MIGRATIONS / "versions").glob(f"{step.number}_*.py")
        if "BACKFILL" not in path.read_text(encoding="utf-8"):
            continue
        spec = importlib.util.spec_from_file_location(f"openmall_migration_{step.number}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.append((step.number, module.BACKFILL))
    return found


def _record_program(configuration: Configuration, step: Step) -> None:
    """Store the oldest schema that programs must know once the store is at `step`."""
    if step.number < phases.SERVED_SINCE:
        return

    async def work(database: Database) -> None:
        async with database.writing("") as db:
            await backfill.write_note(db, _PROGRAM, phases.program_for(step.number))

    work_on_database(configuration, work)


def _instead(schema: str) -> str:
    """Return how a store of `schema` is migrated while programs serve it; empty: it is not."""
    try:
        phases.to_expand(schema)
    except NotNow:
        return ""
    return _WHILE_SERVED


def _upgrade(configuration: Configuration, number: str) -> None:
    """Run the migrations up to `number`."""
    if configuration.database:
        asyncio.run(_on_postgresql(configuration.database, number))
        return
    configuration.make_data_dir()
    engine = _on_sqlite(configuration.database_path)
    with engine.begin() as connection:
        _to(connection, number)
        teach_planner(connection)
    engine.dispose()


def _on_sqlite(path: Path) -> Engine:
    """Return an engine whose transactions include changes of tables.

    Python's driver begins transactions only before an INSERT, so that changes of tables would
    remain when their migration is rolled back or killed, and it could not be repeated.
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 60})

    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
    return engine


async def _on_postgresql(url: str, number: str) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine  # slow to import, rarely needed

    # the driver connects itself, because it supports all options of a URL, such as TLS
    waits = {"lock_timeout": str(int(LOCK_WAIT * 1_000))}
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(url, timeout=10, server_settings=waits),
    )
    try:
        async with engine.connect() as connection:
            # polled: a statement waiting for the lock would be an open transaction, for which the
            # concurrent creation of an index waits
            while not await connection.scalar(text(f"SELECT pg_try_advisory_lock({_LOCK})")):
                await connection.rollback()
                await asyncio.sleep(0.2)
            await connection.commit()
            await connection.run_sync(_patiently, number)
    finally:
        # closing the connection releases the lock
        await engine.dispose()


def _patiently(connection: Connection, number: str) -> None:
    """Run migrations; one whose table is in use is retried after a pause."""
    from sqlalchemy.exc import DBAPIError

    for tried in range(1, _MAX_TRIES + 1):
        try:
            if not _has(connection, number):
                _to(connection, number)
            connection.commit()
        except DBAPIError as error:
            connection.rollback()
            if getattr(error.orig, "sqlstate", "") not in _IN_USE:
                raise
            if tried == _MAX_TRIES:
                raise DatabaseAway(f"a table stays in use: {error.orig}") from error
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _has(connection: Connection, number: str) -> bool:
    """Return whether another process has already migrated to `number`."""
    from alembic.migration import MigrationContext

    schema = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    return number != "head" and schema is not None and schema >= number


def _to(connection: Connection, number: str) -> None:
    from alembic import command  # slow to import, and rarely needed

    command.upgrade(alembic_config(connection), number)


def alembic_config(connection: Connection) -> Any:
    """Return Alembic's configuration for an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(phases.MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
