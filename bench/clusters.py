"""Citus clusters that measurements start: of a build of it, with as many nodes as are asked for."""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from urllib.parse import urlsplit

import asyncpg
import psutil

from bench import servers
from openmall.configuration import Configuration
from openmall.database import distribution, migrate
from tests import citus

SETTINGS: Final = {"shared_buffers": "'256MB'", "max_wal_size": "'4GB'", "random_page_cost": "1.1"}
"""What differs from the servers of tests. They do not wait for the disk either."""
_CATALOGUE: Final = """
    SELECT (SELECT count(*) FROM pg_class) AS relations,
        (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
            WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r')::bigint / 1000000.0
            AS catalogue_mb,
        pg_database_size(current_database()) / 1000000.0 AS mb
"""


class _Times:
    """The processor time of a server."""

    def __init__(self, node: citus.Node) -> None:
        self._node = node

    def cpu_times(self) -> SimpleNamespace:
        return SimpleNamespace(user=self._node.processor_seconds(), system=0.0)


class Measured(citus.Cluster):
    """A cluster whose processor time, memory and catalogues are measured."""

    def processes(self) -> list[servers.Timed]:
        """Return the servers, each with the processor time of all its processes."""
        return [_Times(node) for node in self.nodes]

    @contextlib.contextmanager
    def without_triggers(self, url: str) -> Iterator[None]:
        """Let new connections fire no triggers; the coordinator passes the setting on to nodes."""
        name = urlsplit(url).path[1:]
        setting = f'ALTER DATABASE "{name}" {{}} session_replication_role {{}}'
        asyncio.run(self.coordinator.execute(name, setting.format("SET", "= replica")))
        try:
            yield
        finally:
            asyncio.run(self.coordinator.execute(name, setting.format("RESET", "")))

    def servers(self, url: str) -> dict[str, dict[str, float]]:
        """Return of each server: relations, MB of catalogue and database, MB of a connection.

        The last one is what the largest process that serves a connection has for itself.
        """
        name = urlsplit(url).path[1:]
        found = {}
        for at, node in enumerate(self.nodes):
            row = asyncio.run(_row(node.url(name)))
            role = "coordinator" if node is self.coordinator else f"node {at}"
            found[role] = {**row, "connection_mb": _largest_connection(node)}
        return found


async def _row(url: str) -> dict[str, float]:
    connection = await asyncpg.connect(url)
    try:
        row = await connection.fetchrow(_CATALOGUE)
    finally:
        await connection.close()
    return {key: round(float(value), 1) for key, value in row.items()}


def _largest_connection(node: citus.Node) -> float:
    sizes = [0.0]
    for each in psutil.Process(node.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):
            command = " ".join(each.cmdline())
            if "127.0.0.1(" in command:  # of a client; others have tasks of their own
                sizes.append(each.memory_full_info().uss / 1e6)
    return round(max(sizes), 1)


@contextlib.contextmanager
def running(
    build: Path,
    *,
    nodes: int = 2,
    shards: int = 32,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Measured]:
    """Start a coordinator and so many nodes; without nodes the coordinator has the shards."""
    given = {**SETTINGS, "citus.shard_count": str(shards), **(settings or {})}
    cluster = Measured(build, workers=nodes, settings=given)
    try:
        yield cluster
    finally:
        cluster.end()


def prepare(url: str) -> dict[str, float]:
    """Migrate and distribute an empty database; return the seconds of both."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        migrate.migrate(Configuration(data_dir=Path(folder), database=url))
    migrated = time.monotonic()
    asyncio.run(distribution.distribute(url, only_plan=False))
    return {
        "migrate": round(migrated - began, 1),
        "distribute": round(time.monotonic() - migrated, 1),
    }
