"""What `openmall doctor` asks servers: PostgreSQL, Redis, and the engine of reports."""

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from openmall.configuration import Configuration

if TYPE_CHECKING:
    from openmall.access.limits.redis_connection import RedisConnection
    from openmall.analytics.engine.clickhouse import Server

State = Literal["well", "warning", "problem"]

_COLUMNS = (
    "SELECT table, name, type FROM system.columns WHERE database = currentDatabase()"
    " ORDER BY table, position FORMAT JSONCompact"
)
_TABLES = (
    "SELECT name, engine, engine_full FROM system.tables WHERE database = currentDatabase()"
    " FORMAT JSONCompact"
)
_VERSION = "SELECT version() FORMAT JSONCompact"
_DEDUPLICATION = "non_replicated_deduplication_window"


async def ask_postgres(url: str, question: str, *, seconds: float) -> Any:
    """Return the value that a PostgreSQL server answers a query with, in so many seconds."""
    import asyncpg

    connection = await asyncpg.connect(url, timeout=seconds)
    try:
        return await connection.fetchval(question, timeout=seconds)
    finally:
        await connection.close(timeout=seconds)


async def ask_redis(connection: "RedisConnection") -> None:
    """Read a limit that nobody has. Raises ServerUnavailable."""
    from openmall.access.limits import redis_steps

    try:
        await connection.run([redis_steps.read("doctor")])
    finally:
        await connection.close()


async def check_engine(configuration: Configuration, *, seconds: float) -> tuple[State, str]:
    """Return whether facts can be kept and asked for. `seconds`: longest an answer may take."""
    from openmall.analytics.engine.engine import EngineAway, TooLong

    if not configuration.analytics_engine:
        return await _owner(configuration, seconds)
    try:
        # an optional dependency
        from openmall.analytics.engine.clickhouse import OverHttp

        server = OverHttp(configuration.analytics_engine, seconds=seconds)
    except (ImportError, ValueError) as error:
        return "problem", f"ClickHouse cannot be asked: {error}"
    try:
        return await _clickhouse(server)
    except (EngineAway, TooLong, OSError) as error:
        return "problem", f"ClickHouse does not answer: {error}"
    finally:
        await server.close()


async def _owner(configuration: Configuration, seconds: float) -> tuple[State, str]:
    """Ask the process that owns DuckDB's file, where there is one."""
    from sqlalchemy import literal, select

    from openmall.analytics.engine.engine import EngineAway, TooLong
    from openmall.analytics.engine.owner_protocol import socket_of
    from openmall.analytics.engine.remote import Remote

    path = socket_of(configuration.data_dir)
    if not path.exists():
        return "well", "in DuckDB; no process owns its file now"
    engine = Remote(path, seconds=seconds, margin=0)
    try:
        await engine.ask(select(literal(1)), {})
    except (EngineAway, TooLong) as error:
        return "problem", (
            f"in DuckDB, facts wait: {error}; end `openmall analytics own` by SIGKILL,"
            " and openmall serve starts another"
        )
    finally:
        await engine.close()
    return "well", "in DuckDB, its process answers"


async def _clickhouse(server: "Server") -> tuple[State, str]:
    """Compare the tables of a server with those that facts need."""
    from openmall.analytics.engine import layout

    [[version]] = await _rows(server, _VERSION)
    name = f"ClickHouse {version}"
    engines = {table: (kind, full) for table, kind, full in await _rows(server, _TABLES)}
    if not layout.TABLES.keys() & engines.keys():
        return "warning", f"{name} has no tables yet: they are made with the first facts"
    columns: dict[str, dict[str, str]] = {}
    for table, column, kind in await _rows(server, _COLUMNS):
        columns.setdefault(table, {})[column] = kind
    for table, declared in layout.TABLES.items():
        if table not in engines:
            return "problem", f"{name} has no table {table}: restart a worker, it makes it"
        for column in declared.c:
            kind = layout.column_type(column, "clickhouse")
            found = columns[table].get(column.name, "none")
            if found != kind:
                return "problem", f"{name}: {table}.{column.name} is {found}, not {kind}"
        engine, full = engines[table]
        if not engine.startswith("Replicated") and _DEDUPLICATION not in full:
            return "problem", (
                f"{name}: {table} would count facts twice that are sent again:"
                f' ALTER TABLE "{table}" MODIFY SETTING {_DEDUPLICATION} = 10000'
            )
    return "well", f"in {name}, {len(layout.TABLES)} tables"


async def _rows(server: "Server", statement: str) -> list[list[Any]]:
    answer = msgspec.json.decode(await server.carry_out(statement, {}))
    rows: list[list[Any]] = answer["data"]
    return rows
