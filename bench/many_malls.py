"""`python -m bench.many_malls`: what an installation of very many malls costs, most of them asleep.

Malls have ten products each; one in a thousand is called. On SQLite, on a PostgreSQL server started
from a package, on a Citus cluster started from a build of it (`--citus`), or on the server that
`--database` names. Prints: rows and bytes; seconds until a worker answers, and its memory; time of
reads of the malls that are called; processor time of a minute in which nobody calls; processor time
of each periodic task, which looks at every mall; time of a trial migration.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import apsw
import asyncpg
import psutil

from bench import clusters, open_loop, postgres, servers
from bench.figures import shops
from bench.growth import COPIED
from bench.machine import described, load
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth import apps as registered_apps
from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.app import Application
from openmall.commerce.changes import retention
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.personal.carts import cart_expiry
from openmall.commerce.privacy import dormancy
from openmall.commerce.product.stock import reservation_expiry
from openmall.commerce.undo import write_expiry
from openmall.configuration import Configuration
from openmall.contract.undo import UndoRetention
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database
from openmall.events.plans import plan_expiry

PORT: Final = 9590
ASLEEP_SECONDS: Final = 60.0
"""For which nobody calls."""
CALL_SECONDS: Final = 20.0
"""For which malls are called, twice: at first workers meet every mall anew."""
SETTLED: Final = ("counter", "message_cursor", "message_reminder", "sessionised")
"""Tables in which workers note how far they are in a mall."""
WRITES: Final = write_expiry.WriteSweep(UndoRetention(days=7, megabytes=100))
TRIAL: Final = (
    "ALTER TABLE product ADD COLUMN trial INTEGER",
    "CREATE INDEX trial_index ON product (mall_id, trial)",
    "DROP INDEX trial_index",
    "ALTER TABLE product DROP COLUMN trial",
)


def main() -> None:
    """Parse the command line, fill, measure, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.many_malls", description=__doc__)
    parser.add_argument("--malls", type=int, default=100_000)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="postgresql")
    parser.add_argument("--database", default="", help="an empty store with the newest schema")
    parser.add_argument("--citus", type=Path, help="a build of it, as docs/testing.md describes")
    parser.add_argument("--shards", type=int, default=32, help="of each table, on a cluster")
    parser.add_argument("--nodes", type=int, default=2, help="beside the coordinator")
    parser.add_argument("--rate", type=int, default=200, help="reads a second")
    parser.add_argument("--tasks", nargs="*", default=(), help="periodic tasks to run; else all")
    parser.add_argument("--folder", type=Path, help="kept; else a temporary one")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = given.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        database, beside, cluster = given.database, servers.nobody, None
        if given.citus:
            cluster = stack.enter_context(
                clusters.running(given.citus, nodes=given.nodes, shards=given.shards)
            )
            database, beside = cluster.new_database(), cluster.processes
            made = clusters.prepare(database)
        elif not database and given.store == "postgresql":
            server = stack.enter_context(postgres.running(servers.BOTH_CORES))
            asyncio.run(server.create("many_malls"))
            database, beside = server.database("many_malls"), server.processes
        measured = Installation(folder, database, given.malls, beside)
        if cluster:
            measured.servers = partial(cluster.servers, database)
            measured.filling = partial(cluster.without_triggers, database)
        measured.only, measured.rate = given.tasks, given.rate
        figures = {**described(), "load_before": load(), **measured.figures(), "load_after": load()}
        if cluster:
            figures |= {
                "shards": given.shards,
                "seconds of migrate and distribute": made,
            }
        print(json.dumps(figures, indent=2))


class Installation:
    """An installation of many malls, filled on creation."""

    def __init__(self, folder: Path, database: str, malls: int, beside: servers.Processes) -> None:
        self.configuration = Configuration(data_dir=folder, database=database)
        self.malls, self.beside = malls, beside
        self.servers: Callable[[], dict[str, Any]] = dict
        """What is to be reported of the servers of a cluster while it serves."""
        self.filling: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext
        self.only: Sequence[str] = ()
        """Periodic tasks to run; empty: all."""
        self.rate = 200
        """Reads a second."""
        migrate(self.configuration)
        self._tokens: list[tuple[str, str]] = []

    def figures(self) -> dict[str, Any]:
        """Fill it, measure, and return what came of it."""
        began = time.monotonic()
        with self.filling():
            rows = asyncio.run(self._fill())
        figures = {
            "malls": self.malls,
            "called": len(self._tokens),
            "rows": rows,
            "seconds to fill": time.monotonic() - began,
            **asyncio.run(self._size()),
        }
        if of_servers := self.servers():
            figures["MB"] = sum(each["mb"] for each in of_servers.values())
        print(json.dumps(figures), file=sys.stderr)
        figures |= self._serving()
        print(json.dumps(figures), file=sys.stderr)
        figures["seconds of a migration"] = asyncio.run(self._migration())
        figures["periodic tasks"] = asyncio.run(self._tasks())
        rounded: dict[str, Any] = _rounded(figures)
        return rounded

    async def _fill(self) -> int:
        database = open_database(self.configuration)
        shops.PRODUCTS = 10
        await shops.fill(database, 1)
        await self._settle(database)
        rows = await self._copy()
        app = await registered_apps.register(
            database, shops.CLOCK, name="Bench", redirect_uris=["https://app.example.com/"],
            scopes=shops.SCOPES, restricted=True,
        )  # fmt: skip
        called = range(0, self.malls, max(self.malls // max(self.malls // 1_000, 20), 1))
        self._tokens = [
            await shops.token(database, shops.mall_id(number), app.client_id) for number in called
        ]
        await database.close()
        return rows

    def _application(self, database: Database) -> Application:
        return Application(self.configuration, database, LocalCounters(), shops.CLOCK)

    def _sessions(self, database: Database) -> Sessioniser:
        lateness = self.configuration.analytics_lateness
        return Sessioniser(database, shops.CLOCK, lateness=lateness)

    async def _settle(self, database: Database) -> None:
        """Do what is due in the first mall, so that nothing is due in its copies either."""
        periodic = self._application(database).periodic_tasks
        await periodic.write_messages()
        await periodic.write_reminders()
        await self._sessions(database).work()

    async def _copy(self) -> int:
        """Copy every row of the first mall to all others; return how many rows there are."""
        rows = 0
        async with self._connection() as run:
            for name in ("mall", "shop", *SETTLED, *COPIED):
                columns = await run(self._columns(name))
                kept = ", ".join(f'"{each[0]}"' for each in columns if each[0] != "mall_id")
                first = f"mall_id = '{shops.mall_id(0)}'"
                [(found,)] = await run(f"SELECT count(*) FROM {name} WHERE {first}")
                await run(
                    f"INSERT INTO {name} (mall_id, {kept}) SELECT number.other, {kept}"
                    f" FROM {name}, ({self._numbers()}) AS number WHERE {first}"
                )
                rows += found * self.malls
                print(f"{name}: {found * self.malls:,} rows", file=sys.stderr)
            await run("ANALYZE")
        return rows

    def _columns(self, table: str) -> str:
        if self.configuration.database:
            return (
                "SELECT column_name FROM information_schema.columns"
                f" WHERE table_name = '{table}' AND table_schema = 'public'"
            )
        return f"SELECT name FROM pragma_table_info('{table}')"

    def _numbers(self) -> str:
        if self.configuration.database:
            names = "'shop' || lpad(n::text, 5, '0')"
            return f"SELECT {names} AS other FROM generate_series(1, {self.malls - 1}) n"
        more = f"SELECT n + 1 FROM series WHERE n < {self.malls - 1}"
        series = f"WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL {more})"
        return f"{series} SELECT printf('shop%05d', n) AS other FROM series"

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Callable[[str], Awaitable[list[Any]]]]:
        """Yield a function that executes SQL and returns rows."""
        if self.configuration.database:
            connection = await asyncpg.connect(self.configuration.database)
            try:
                yield connection.fetch
            finally:
                await connection.close()
            return
        file = apsw.Connection(str(self.configuration.database_path))

        async def run(sql: str) -> list[Any]:
            return list(file.execute(sql))

        try:
            yield run
        finally:
            file.close()

    async def _size(self) -> dict[str, Any]:
        if not self.configuration.database:
            return {"MB": self.configuration.database_path.stat().st_size / 1e6}
        async with self._connection() as run:
            [(size, relations)] = await run(
                "SELECT pg_database_size(current_database()), (SELECT count(*) FROM pg_class)"
            )
        return {"MB": size / 1e6, "relations in the catalogue": relations}

    def _serving(self) -> dict[str, Any]:
        began = time.monotonic()
        with servers.mall(
            self.configuration.data_dir, PORT, database=self.configuration.database,
            beside=self.beside, core=servers.BOTH_CORES,
        ) as server:  # fmt: skip
            started = time.monotonic() - began
            server.settle()
            asleep, busy, began = server.memories().values(), server.busy(), time.monotonic()
            time.sleep(ASLEEP_SECONDS)
            idle = (server.busy() - busy) / (time.monotonic() - began)
            port = server.url.rpartition(":")[2]
            calls = [
                (path, f"Bearer {token}", f"{name}.openmall.localhost:{port}")
                for path in ("/api/v2/admin/products", "/api/v2/admin/products/3")
                for name, token in self._tokens
            ]
            run = partial(open_loop.run, server.url, calls, rate=self.rate, connections=8)
            first = run(seconds=CALL_SECONDS)
            busy, began = server.busy(), time.monotonic()
            paced = run(seconds=CALL_SECONDS)
            used = server.busy() - busy - idle * (time.monotonic() - began)
            return {
                "seconds to start": started,
                "cores used while nobody calls": idle,
                "memory after the start, MB": {each.command[-40:]: each.rss for each in asleep},
                "memory of the worker after the calls, MB": server.memory(),
                "p50, p99 ms of the first calls": [first.p50, first.p99],
                "p50, p99 ms": [paced.p50, paced.p99],
                "CPU ms a call, without what is used while nobody calls": 1_000
                * used
                / paced.calls,
                "load while called": load(),
                "servers": self.servers(),
                "errors": first.errors + paced.errors,
            }

    async def _tasks(self) -> dict[str, Any]:
        """Run each periodic task that looks at every mall; return seconds and CPU seconds."""
        database = open_database(self.configuration)
        application = self._application(database)
        periodic, malls = application.periodic_tasks, application.directory.mall
        clocks = await sandbox_clock.every(database, shops.CLOCK)
        tasks: dict[str, Callable[[], Awaitable[object]]] = {
            "carts": lambda: cart_expiry.remove_expired(database, clocks),
            "reservations": lambda: reservation_expiry.remove_expired(database, clocks, malls),
            "plans": lambda: plan_expiry.remove_expired(database, clocks),
            "recorded writes": lambda: WRITES.remove_expired(database, clocks),
            "dormancy": lambda: dormancy.mark_dormant(database, clocks),
            "restock notices": lambda: restock_sending.delete_expired(database, clocks),
            "jobs": periodic.delete_expired_jobs,
            "files": periodic.delete_expired_files,
            "tokens": periodic.delete_expired_tokens,
            "visitors": periodic.delete_expired_visitors,
            "messages": periodic.sweep_messages,
            "events": periodic.sweep_webhook_events,
            "changes": lambda: retention.number_all(database),
            "transitions": periodic.apply_due_transitions,
            "reminders": periodic.write_reminders,
            "messages of events": periodic.write_messages,
            "visits": self._sessions(database).work,
            "webhooks": periodic.webhooks.sender.work,
        }
        figures = {}
        for name in self.only or tasks:
            task = tasks[name]
            busy, began = self._busy(), time.monotonic()
            await task()
            figures[name] = {"CPU s": self._busy() - busy, "s": time.monotonic() - began}
            print(name, figures[name], file=sys.stderr)
        await database.close()
        return figures

    def _busy(self) -> float:
        times = [each.cpu_times() for each in (psutil.Process(), *self.beside())]
        return sum(each.user + each.system for each in times)

    async def _migration(self) -> dict[str, float]:
        took = {}
        async with self._connection() as run:
            for sql in TRIAL:
                began = time.monotonic()
                await run(sql)
                took[sql] = time.monotonic() - began
        return took


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return round(value, 3) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
