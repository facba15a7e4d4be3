"""Brings a store to the newest schema, at once or phase by phase, and says where it is.

Alembic is only imported when there is something to do, so that a start without it is quick.
"""

import asyncio
import importlib.util
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import apsw
import asyncpg
from sqlalchemy import Connection, Engine, create_engine, event, text

from openmall.configuration import Configuration
from openmall.database import backfill, phases
from openmall.database.backfill import Backfill, Progress
from openmall.database.open import open_database
from openmall.database.phases import NotNow, Step, StoreState
from openmall.database.planner import teach_planner
from openmall.database.session import Database, DatabaseAway

T = TypeVar("T")
_LOCK: Final = 7_203_116_901
"""Key of PostgreSQL's advisory lock under which one process migrates."""
LOCK_WAIT: Final = 2.0
"""Seconds for which a change waits for a table in use, and holds up whoever comes after it."""
_TRIES: Final = 30
_BETWEEN: Final = 1.0
_LOCK_NOT_AVAILABLE: Final = "55P03"
_PROGRAM: Final = "program"
"""Under which name a store remembers what a program must know at least."""
_PROGRAM_NOTE: Final = "SELECT content FROM schema_note WHERE name = 'program'"


def newest() -> str:
    """Return the name of the newest schema this program knows."""
    return phases.newest()


def current(configuration: Configuration) -> str | None:
    """Return the name of the schema a store has; None for an empty one. Raises DatabaseAway."""
    return state(configuration).schema


def state(configuration: Configuration) -> StoreState:
    """Return the schema a store has, and who may use it. Raises DatabaseAway."""
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
        raise DatabaseAway(str(error)) from error


async def _state_of_postgresql(url: str) -> StoreState:
    try:
        # nothing is kept prepared: a pooler may stand between
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
    """Bring the store to the newest schema while nothing serves; return whether there was to do.

    Several processes may try at once: one works, the others wait. Raises DatabaseAway.
    """
    found = current(configuration)
    if found == newest():
        return False
    if found is None:
        _upgrade(configuration, "head")
        return True
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
        _remember(configuration, until)
    fill(configuration)
    return True


def expand(configuration: Configuration) -> list[Step]:
    """Add what this program needs while others serve; return what was added.

    Each change waits for a table `LOCK_WAIT` at most and is tried again. Raises NotNow, and
    DatabaseAway when a table stays in use.
    """
    found = current(configuration)
    added = phases.to_expand(found)
    if added:
        if found is not None:
            _remember(configuration, added[-1])
        _upgrade(configuration, added[-1].number, served=True)
    return added


def contract(configuration: Configuration) -> list[Step]:
    """Take away what only programs of before needed; return what was taken away.

    Programs that do not know enough do not start any more. Raises NotNow and DatabaseAway.
    """
    taken = phases.to_contract(current(configuration))
    if not taken:
        return []
    for number, each in filled(configuration).items():
        if not each.ended:
            raise NotNow(f"{number} is not filled: `openmall db backfill` comes first")
    # before anything goes, so that nobody starts who would miss it
    _remember(configuration, taken[-1])
    _upgrade(configuration, taken[-1].number, served=True)
    return taken


def fill(
    configuration: Configuration,
    *,
    batch: int = backfill.BATCH,
    pace: int = 0,
    told: Callable[[str, Progress], None] = lambda *_: None,
) -> dict[str, Progress]:
    """Fill what was added to a store, and return how far each backfill came, by its migration.

    `pace`: rows a second at most; 0: as fast as it goes. Raises DatabaseAway and StillWritten.
    """
    done = {}
    for number, each in backfills(current(configuration) or ""):

        async def work(db: Database, number: str = number, each: Backfill = each) -> Progress:
            return await backfill.fill(
                db,
                number,
                each,
                batch=batch,
                pace=pace or 1_000_000_000,
                told=lambda progress: told(number, progress),
            )

        done[number] = _with_store(configuration, work)
    return done


def filled(configuration: Configuration) -> dict[str, Progress]:
    """Return how far the backfills of a store are, by their migrations. Raises DatabaseAway."""

    there = backfills(current(configuration) or "")

    async def work(database: Database) -> dict[str, Progress]:
        found = {}
        async with database.reading("") as db:
            for number, each in there:
                kept = await backfill.progress(db, number)
                ended = not await backfill.left(db, each)
                found[number] = Progress(kept.rows, kept.total, kept.after, ended)
        return found

    return _with_store(configuration, work) if there else {}


def backfills(schema: str) -> list[tuple[str, Backfill]]:
    """Return what is to be filled in a store of `schema`, by the number of its migration.

    Not any more what a migration that takes away came after: its columns may be gone.
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


def _remember(configuration: Configuration, step: Step) -> None:
    """Let the store say which program it needs, once it is at `step`."""
    if step.number < phases.SERVED_SINCE:
        return

    async def work(database: Database) -> None:
        async with database.writing("") as db:
            await backfill.keep(db, _PROGRAM, phases.program_for(step.number))

    _with_store(configuration, work)


def _with_store(configuration: Configuration, work: Callable[[Database], Awaitable[T]]) -> T:
    async def run() -> T:
        database = open_database(configuration, patient=True)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def _upgrade(configuration: Configuration, number: str, *, served: bool = False) -> None:
    """Carry out the migrations up to `number`; `served`: while programs use the store."""
    if configuration.database:
        asyncio.run(_on_postgresql(configuration.database, number, served=served))
        return
    configuration.data_dir.mkdir(parents=True, exist_ok=True)
    engine = _on_sqlite(configuration.database_path)
    with engine.begin() as connection:
        _to(connection, number)
        teach_planner(connection)
    engine.dispose()


def _on_sqlite(path: Path) -> Engine:
    """Return an engine whose transactions hold changes of tables, too.

    Python's driver would begin one before an INSERT alone, and changes of tables would stay when
    the rest of their migration was undone, or its process killed: it could not be repeated.
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


async def _on_postgresql(url: str, number: str, *, served: bool) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine  # slow to import, rarely needed

    # connected to by the driver itself, which knows what may stand in a URL: TLS, for one
    waits = {"lock_timeout": str(int(LOCK_WAIT * 1_000))} if served else {}
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(url, timeout=10, server_settings=waits),
    )
    try:
        async with engine.connect() as connection:
            # asked for again and again: whoever waited in a statement would hold up an index that
            # is made meanwhile, which waits for every transaction
            while not await connection.scalar(text(f"SELECT pg_try_advisory_lock({_LOCK})")):
                await connection.rollback()
                await asyncio.sleep(0.2)
            await connection.commit()
            await connection.run_sync(_patiently, number)
    finally:
        # and with its connection goes the lock
        await engine.dispose()


def _patiently(connection: Connection, number: str) -> None:
    """Carry out migrations; what finds its table in use is tried again, others first."""
    from sqlalchemy.exc import DBAPIError

    for tried in range(1, _TRIES + 1):
        try:
            if not _has(connection, number):
                _to(connection, number)
            connection.commit()
        except DBAPIError as error:
            connection.rollback()
            if getattr(error.orig, "sqlstate", "") != _LOCK_NOT_AVAILABLE:
                raise
            if tried == _TRIES:
                raise DatabaseAway(f"a table stays in use: {error.orig}") from error
            time.sleep(_BETWEEN)
        else:
            return


def _has(connection: Connection, number: str) -> bool:
    """Say whether another process has done it meanwhile."""
    from alembic.migration import MigrationContext

    schema = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    return number != "head" and schema is not None and schema >= number


def _to(connection: Connection, number: str) -> None:
    from alembic import command  # slow to import, and rarely needed

    command.upgrade(alembic_config(connection), number)


def alembic_config(connection: Connection) -> Any:
    """Return Alembic's configuration for a connection that is already open."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(phases.MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
