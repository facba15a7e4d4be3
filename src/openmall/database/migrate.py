"""Brings a store to the newest schema, and says whether it is there.

Alembic is only imported when there is something to do, so that a start without it is quick.
"""

import asyncio
from pathlib import Path
from typing import Any, Final

import apsw
import asyncpg
from sqlalchemy import Connection, Engine, create_engine, event

from openmall.configuration import Configuration
from openmall.database.session import DatabaseAway

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 7_203_116_901
"""Key of PostgreSQL's advisory lock under which one process migrates."""


def newest() -> str:
    """Return the name of the newest schema this program knows."""
    return max(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("0*.py"))


def current(configuration: Configuration) -> str | None:
    """Return the name of the schema a store has; None for an empty one. Raises DatabaseAway."""
    if configuration.database:
        return asyncio.run(_current_postgresql(configuration.database))
    if not configuration.database_path.exists():
        return None
    try:
        connection = apsw.Connection(str(configuration.database_path))
        connection.set_busy_timeout(10_000)
        try:
            for row in connection.execute("SELECT version_num FROM alembic_version"):
                return str(row[0])
        finally:
            connection.close()
    except apsw.SQLError:
        return None
    except apsw.Error as error:
        raise DatabaseAway(str(error)) from error
    return None


async def _current_postgresql(url: str) -> str | None:
    try:
        connection = await asyncpg.connect(url, timeout=10)
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise DatabaseAway(str(error)) from error
    try:
        row = await connection.fetchrow("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        return None
    finally:
        await connection.close()
    return None if row is None else str(row[0])


def migrate(configuration: Configuration) -> bool:
    """Bring the store to the newest schema; return whether anything was to do.

    Several processes may try at once: one works, the others wait. Raises DatabaseAway.
    """
    if current(configuration) == newest():
        return False
    if configuration.database:
        asyncio.run(_on_postgresql(configuration.database))
    else:
        configuration.data_dir.mkdir(parents=True, exist_ok=True)
        engine = _on_sqlite(configuration.database_path)
        with engine.begin() as connection:
            _upgrade(connection)
            teach_planner(connection)
        engine.dispose()
    return True


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


async def _on_postgresql(url: str) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine  # slow to import, rarely needed

    scheme, _, rest = url.partition("://")
    engine = create_async_engine(f"{scheme.partition('+')[0]}+asyncpg://{rest}")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCK})")
        await connection.run_sync(_upgrade)
        await connection.commit()
        await connection.exec_driver_sql(f"SELECT pg_advisory_unlock({_LOCK})")
        await connection.commit()
    await engine.dispose()


_ROWS: Final = 1_000_000
_MALLS: Final = 10
_SHOPS: Final = 2
_WORDS: Final = 10_000
"""What SQLite is to think of a table: rows in all, malls, shops of a mall, values of a column."""
_EXCEPTIONAL: Final = 10_000
"""And of an index that holds only some rows of a table: how many."""


def teach_planner(connection: Connection) -> None:
    """Tell SQLite how the keys of our tables divide them.

    Left to itself it takes a `mall_id` to name about ten rows, and then walks through a whole mall
    rather than use the index that has a second column. Counting (ANALYZE) would tell it the truth
    of the day, and change plans from one day to the next.
    """
    connection.exec_driver_sql("ANALYZE")
    connection.exec_driver_sql("DELETE FROM sqlite_stat1")
    for (table,) in connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ).fetchall():
        for _, name, unique, _, partial in connection.exec_driver_sql(
            f"PRAGMA index_list('{table}')"
        ).fetchall():
            columns = connection.exec_driver_sql(f"PRAGMA index_info('{name}')").fetchall()
            rows = _EXCEPTIONAL if partial else _ROWS
            same = _same_values([column for _, _, column in columns], rows, unique=bool(unique))
            connection.exec_driver_sql(
                "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
                (table, name, " ".join(map(str, [rows, *same]))),
            )


def _same_values(columns: list[str], rows: int, *, unique: bool) -> list[int]:
    """Return how many of an index's `rows` share its first, its first two, ... columns."""
    same = []
    for column in columns:
        rows //= {"mall_id": _MALLS, "shop_no": _SHOPS}.get(column, _WORDS)
        same.append(max(rows, 2))
    if unique:
        same[-1] = 1
    return same


def _upgrade(connection: Connection) -> None:
    from alembic import command  # slow to import, and rarely needed

    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Any:
    """Return Alembic's configuration for a connection that is already open."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
