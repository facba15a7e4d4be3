"""`python -m bench.cluster`: one PostgreSQL, Citus on one server and on three, in one run.

Starts the servers itself, from a build of Citus (OPENMALL_TEST_CITUS or `--citus`), fills a demo
mall in each store, and calls the mall by one worker each: through PostgreSQL, through Citus on one
server, through the coordinator of three, and through the two nodes of those three, of which one has
the mall. Windows of the stores alternate. Prints processor time of a call in the worker, in the
server it is connected to and in the other servers, and round trips, which proxies between them
count. One machine runs everything: the ratios of processor time say what a call costs, and
nothing here says how fast several machines are.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from bench import clusters, load, seeding, servers
from bench.machine import described
from bench.machine import load as busy_machine
from bench.round_trips import CountingLink
from tests import citus

PORT: Final = 9690
PLAIN: Final = "PostgreSQL"
ONE: Final = "Citus, one server"
THREE: Final = "Citus, coordinator"
OWN: Final = "Citus, the mall's node"
OTHER: Final = "Citus, the other node"
_MOVE_NODE: Final = (
    "SELECT citus_update_node(nodeid, '127.0.0.1', $2) FROM pg_dist_node WHERE nodeport = $1"
)


class Store(Struct, frozen=True):
    """A store with a demo mall, and how openmall reaches it."""

    name: str
    folder: Path
    first: citus.Node
    """To which openmall connects."""
    others: list[citus.Node]
    database: str
    front: CountingLink
    """Through which openmall connects to it."""
    links: list[CountingLink]
    """Through which servers of the cluster connect to its nodes."""

    @property
    def url(self) -> str:
        return self.first.url(self.database)

    @property
    def counted_url(self) -> str:
        return self.url.replace(f":{self.first.port}/", f":{self.front.port}/")

    def round_trips(self) -> list[int]:
        """Return the round trips so far: to its server, and between servers."""
        return [self.front.round_trips, sum(each.round_trips for each in self.links)]


def main() -> None:
    """Parse the command line, start the servers, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.add_argument("--citus", type=Path, default=os.environ.get(citus.SETTING))
    parser.add_argument("--products", type=int, default=5_000, help="products in the mall")
    parser.add_argument("--shards", type=int, default=32)
    parser.add_argument("--seconds", type=int, default=4, help="seconds of each window")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median counts")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    given = parser.parse_args()
    if given.citus is None:
        parser.error(f"a build of Citus is needed: --citus or {citus.SETTING}")
    before = busy_machine()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stores = _stores(stack, Path(given.citus), folder, given.shards, given.products)
        rows = _costs(stores, given.products, given.seconds, given.rounds)
    report = {**described(), "load": [before, busy_machine()], "rows": rows}
    if given.json:
        given.json.write_text(json.dumps(report, indent=2) + "\n")
    print(table(report))


def _stores(
    stack: contextlib.ExitStack, build: Path, folder: Path, shards: int, products: int
) -> list[Store]:
    without = {"shared_preload_libraries": "''"}
    plain, one, three = (
        stack.enter_context(clusters.running(build, nodes=nodes, shards=shards, settings=settings))
        for nodes, settings in ((0, without), (0, None), (2, None))
    )
    asyncio.run(plain.coordinator.execute("postgres", "CREATE DATABASE mall"))
    source = folder / "filled"
    seeding.demo(products, data_dir=source)
    seeding.sell(source)
    seeding.stock(source)
    filled = []
    for name, cluster in ((PLAIN, plain), (ONE, one), (THREE, three)):
        url = cluster.coordinator.url("mall") if cluster is plain else cluster.new_database()
        if cluster is not plain:
            print(name, clusters.prepare(url), file=sys.stderr)
        place = folder / urlsplit(url).path[1:]
        shutil.copytree(source, place)
        seeding.command("db", "move", "--to", url, data_dir=place)
        links = [stack.enter_context(CountingLink(each.port)) for each in cluster.workers]
        for each, link in zip(cluster.workers, links, strict=True):
            citus.ask(url, _MOVE_NODE, each.port, link.port)
        filled.append(_store(stack, name, place, cluster.coordinator, cluster, url, links))
    last = filled[-1]
    own = three.workers[_place_of(last.url, seeding.mall_of(last.folder), last.links)]
    other = next(each for each in three.workers if each is not own)
    for place_name, node in ((OWN, own), (OTHER, other)):
        filled.append(_store(stack, place_name, last.folder, node, three, last.url, last.links))
    return filled


def _store(
    stack: contextlib.ExitStack,
    name: str,
    folder: Path,
    first: citus.Node,
    cluster: citus.Cluster,
    url: str,
    links: list[CountingLink],
) -> Store:
    front = stack.enter_context(CountingLink(first.port))
    others = [each for each in cluster.nodes if each is not first]
    return Store(name, folder, first, others, urlsplit(url).path[1:], front, links)


def _place_of(url: str, mall_id: str, links: list[CountingLink]) -> int:
    """Return which of the nodes behind `links` has a mall."""
    [(port,)] = citus.ask(
        url,
        "SELECT nodeport FROM citus_shards WHERE table_name = 'mall'::regclass"
        " AND shardid = get_shard_id_for_distribution_column('mall', $1::text)",
        mall_id,
    )
    return [each.port for each in links].index(port)


@contextlib.contextmanager
def _served(store: Store, port: int) -> Iterator[servers.Server]:
    with servers.mall(
        store.folder, port, database=store.counted_url, core=servers.BOTH_CORES,
        options=("--jobs", "elsewhere"),
    ) as server:  # fmt: skip
        server.settle()
        yield server


def _costs(
    stores: list[Store], products: int, seconds: int, rounds: int
) -> dict[str, dict[str, dict[str, float]]]:
    """Return the median figures of each store's calls; the windows of the stores alternate."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {each.name: {} for each in stores}
    with contextlib.ExitStack() as stack:
        works = {}
        for at, store in enumerate(stores):
            server = stack.enter_context(_served(store, PORT + at))
            works[store.name] = (store, server, _loads(store, server, products, seconds))
        for number in range(rounds + 1):
            for call in works[PLAIN][2]:
                for name, (store, server, loads) in works.items():
                    figures = _window(store, server, loads[call])
                    print(number, call, name, figures, file=sys.stderr)
                    if number:  # the first one warms up
                        found[name].setdefault(call, []).append(figures)
    return {
        name: {
            call: {
                key: statistics.median(each[key] for each in windows) for key in windows[0]
            }
            for call, windows in calls.items()
        }
        for name, calls in found.items()
    }  # fmt: skip


def _loads(
    store: Store, server: servers.Server, products: int, seconds: int
) -> dict[str, Callable[[], load.Result]]:
    access = seeding.Access(store.folder)
    some = f'"/api/v2/admin/products/" .. (n % {products} + 1)'
    read = partial(load.reads, authorization=access.token)
    scripts = {
        "settings": read('"/api/v2/admin/coupons/setting"'),
        "product": read(some),
        "list of 10": read('"/api/v2/admin/products"'),
        "update": load.updates(some, authorization=access.token),
    }
    sold = seeding.sold(server.url, access.token)
    sessions = seeding.sessions(store.folder, 4, database=store.url)
    run = partial(load.run, server.url, seconds=seconds, connections=8)
    carts = ("--products", *map(str, sold), "--guests", "4", "--seconds", str(seconds))
    return {
        **{name: partial(run, script) for name, script in scripts.items()},
        "cart": partial(load.program, "bench.shopping", server.url, access.key, *carts),
        "order": partial(
            load.shop, server.url, access.key, products=sold, sessions=sessions, seconds=seconds
        ),
    }


def _window(
    store: Store, server: servers.Server, work: Callable[[], load.Result]
) -> dict[str, float]:
    """Return milliseconds of processor time of a call, by where they were spent."""

    def used() -> list[float]:
        others = sum(each.processor_seconds() for each in store.others)
        return [server.busy(), store.first.processor_seconds(), others]

    before, trips = used(), store.round_trips()
    result = work()
    if result.errors:
        raise SystemExit(f"{store.name}: {result.errors} errors")
    spent = [1_000 * (now - was) / result.calls for now, was in zip(used(), before, strict=True)]
    names = ("worker", "server", "others", "round_trips", "trips_between_servers")
    spent += [
        (now - was) / result.calls for now, was in zip(store.round_trips(), trips, strict=True)
    ]
    return {**dict(zip(names, spent, strict=True)), "rate": result.rate, "p99": result.p99}


def table(report: dict[str, Any]) -> str:
    """Return the figures as a table in Markdown, with the sum beside that of one PostgreSQL."""
    lines = [
        f"{report['date']}, {report['machine']}, load {report['load'][0]:.1f} before and "
        f"{report['load'][1]:.1f} after",
        "",
        "| call | store | worker ms | its server ms | other servers ms | all, of PostgreSQL's |"
        " round trips | between servers |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    rows = report["rows"]
    for call, plain in rows[PLAIN].items():
        base = plain["worker"] + plain["server"] + plain["others"]
        for name, calls in rows.items():
            row = calls[call]
            whole = row["worker"] + row["server"] + row["others"]
            lines.append(
                f"| {call} | {name} | {row['worker']:.2f} | {row['server']:.2f} |"
                f" {row['others']:.2f} | {whole / base:.2f} | {row['round_trips']:.1f} |"
                f" {row['trips_between_servers']:.1f} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
