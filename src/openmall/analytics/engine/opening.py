"""Opens the engine an installation is configured with."""

from openmall.analytics.engine.engine import Engine
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.configuration import Configuration


def open_engine(configuration: Configuration) -> Engine:
    """Return the engine for a worker; nothing is connected to before it is needed.

    Raises ValueError when the setting names none.
    """
    if configuration.analytics_engine:
        # an optional dependency
        from openmall.analytics.engine.clickhouse import ClickHouse, OverHttp

        seconds = configuration.analytics_seconds
        # the server stops a query by its own limit, a little earlier
        server = OverHttp(configuration.analytics_engine, seconds=seconds + 5)
        return ClickHouse(server, seconds=seconds)
    return Remote(socket_of(configuration.data_dir), seconds=configuration.analytics_seconds)


def engine_for_command(configuration: Configuration) -> Engine:
    """Return the engine for a command: DuckDB's file itself if no other process owns it."""
    if configuration.analytics_engine:
        return open_engine(configuration)
    # a worker needs nothing of DuckDB's, and is spared its memory
    import duckdb

    from openmall.analytics.engine.duckdb import FILE, DuckFile, Embedded

    try:
        file = DuckFile(configuration.data_dir / FILE, memory=configuration.analytics_memory)
    except duckdb.IOException:
        return open_engine(configuration)
    return Embedded(file, seconds=configuration.analytics_seconds)
