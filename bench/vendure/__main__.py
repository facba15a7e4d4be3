"""`python -m bench.vendure`: openmall and Vendure side by side on one core, in one run.

Installs Vendure (npm, versions of the lock file), fills both shops, starts them in production mode
and measures the same deeds at both: one process on one core, which their PostgreSQL shares, and the
load on the other. `by CPU` compares calls by the processor time of all processes that serve them,
which other work on the machine moves little. openmall is measured twice, on PostgreSQL and on its
embedded store, and over TLS; Vendure without TLS, with its caches in memory, its worker on the
load's core, and carts led to payment in fewer calls than a storefront makes.
"""

import argparse
import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench import load, machine, postgres, seeding, servers
from bench.figures import page
from bench.vendure import calls
from bench.vendure.shop import Shop

FOLDER = Path(".bench/vendure")
SHOPPERS = 8
CONNECTIONS = 8
PORTS = {"vendure": 9640, "postgresql": 9641, "sqlite": 9642}
CALLED = {"vendure": "Vendure", "postgresql": "openmall, PostgreSQL", "sqlite": "openmall, SQLite"}
DEEDS = (
    "product with variants",
    "list of 10",
    "list of 10 with variants",
    "update of a price",
    "cart addition",
    "order, from cart to paid",
)
Deeds = dict[str, Callable[[], load.Result]]


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.vendure", description=__doc__)
    parser.add_argument("--products", type=int, default=1_000, help="in each shop")
    parser.add_argument("--seconds", type=int, default=8, help="seconds of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median counts")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="kept for the next run")
    parser.add_argument("--json", type=Path, default=Path(".bench/figures.json"))
    parser.add_argument("--page", action="store_true", help="write docs/performance.md too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    busy, began = machine.load(), time.monotonic()
    report = measure(options)
    shown = table(report)
    kept = {"load_before": round(busy, 2), "took_s": round(time.monotonic() - began)}
    page.keep(options.json, "vendure", {**report, **kept, "table": shown})
    print(shown)
    if options.page:
        page.write(options.json)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Return what every deed came to in every shop."""
    with postgres.running(servers.SERVER_CORE, options.folder / "postgres") as server:
        shop = Shop(options.folder, server, options.products, PORTS["vendure"])
        shop.install()
        shop.fill()
        with contextlib.ExitStack() as open_:
            running = {"vendure": open_.enter_context(shop.served())}
            deeds = {"vendure": _at_vendure(shop, running["vendure"], options.seconds)}
            for store in ("postgresql", "sqlite"):
                mall, done = _openmall(options, store, server)
                running[store] = open_.enter_context(mall)
                deeds[store] = done(running[store].url)
            found = _rounds(running, deeds, options)
            memory = {name: round(each.memory()) for name, each in running.items()}
    return {
        **machine.described(),
        "products": options.products,
        "variants_of_each": 4,
        "rounds": options.rounds,
        "seconds": options.seconds,
        "memory_mb": memory,
        "rows": [_row(deed, {name: found[name, deed] for name in CALLED}) for deed in DEEDS],
    }


def _rounds(
    running: dict[str, servers.Server], deeds: dict[str, Deeds], options: argparse.Namespace
) -> dict[tuple[str, str], list[load.Result]]:
    """Return each round's results; the shops take turns, so that all meet the same machine."""
    found: dict[tuple[str, str], list[load.Result]] = {}
    for number in range(options.rounds + 1):
        for deed in DEEDS:
            for name, server in running.items():
                result = load.watched(server, deeds[name][deed])
                if number:  # the first one warms up
                    found.setdefault((name, deed), []).append(result)
                said = f"{result.rate:,.1f} a second, {result.errors} errors"
                print(f"round {number}: {deed}: {CALLED[name]}: {said}", file=sys.stderr)
    return found


def _at_vendure(shop: Shop, server: servers.Server, seconds: int) -> Deeds:
    some = f"""'{{"id":"' .. (n % {shop.products} + 1) .. '"}}'"""
    priced = (
        f"""'{{"id":"' .. (n % {shop.variants} + 1) .. '","price":' .. (n % 90000 + 100) .. '}}'"""
    )
    owner = shop.administrator(server.url)
    run = partial(load.run, server.url, seconds=seconds, connections=CONNECTIONS)
    shoppers = partial(
        load.program, "bench.vendure.shoppers", server.url, *("--variants", str(shop.variants)),
        *("--shoppers", str(SHOPPERS), "--password", shop.password, "--seconds", str(seconds)),
    )  # fmt: skip
    return {
        "product with variants": partial(run, calls.script("shop-api", calls.PRODUCT, some)),
        "list of 10": partial(run, calls.script("shop-api", calls.SEARCH)),
        "list of 10 with variants": partial(run, calls.script("shop-api", calls.LIST)),
        "update of a price": partial(
            run, calls.script("admin-api", calls.UPDATE, priced, authorization=owner)
        ),
        "cart addition": partial(shoppers, "cart"),
        "order, from cart to paid": partial(shoppers, "order"),
    }


def _openmall(
    options: argparse.Namespace, store: str, server: postgres.Postgres
) -> tuple[contextlib.AbstractContextManager[servers.Server], Callable[[str], Deeds]]:
    """Return a filled mall, to be served, and what makes the deeds at its address."""
    data_dir = options.folder / f"openmall_{store}_{options.products}"
    database, name = "", f"openmall_{options.products}"
    if store == "postgresql":
        database = server.database(name)
        if not asyncio.run(server.has(name)):
            asyncio.run(server.create(name))
    # more of the catalogue's own come with it, which is nothing beside the rest
    seeding.demo(options.products, data_dir=data_dir, database=database)
    if not (data_dir / "stocked").exists():
        seeding.sell(data_dir, database=database)
        seeding.stock(data_dir, database=database)
        (data_dir / "stocked").touch()
    if database:
        asyncio.run(server.tidy(name))
    members = seeding.sessions(data_dir, SHOPPERS, database=database)
    access = seeding.Access(data_dir)

    def deeds(url: str) -> Deeds:
        shown = seeding.numbers(url, access.token, "display=T&selling=T", most=1_000)
        chosen = f"local shown = {{{', '.join(map(str, shown))}}}\n"
        key = f"Basic {access.key}"
        run = partial(load.run, url, seconds=options.seconds, connections=CONNECTIONS)
        embed = "embed=variants,options"

        def reads(path: str) -> Callable[[], load.Result]:
            return partial(run, chosen + load.reads(path, authorization=key))

        shopping = partial(
            load.program, "bench.shopping", url, access.key, "--seconds", str(options.seconds),
            "--products", *map(str, seeding.sold(url, access.token)),
        )  # fmt: skip
        some = f'"/api/v2/admin/products/" .. (n % {options.products} + 1)'
        return {
            "product with variants": reads(
                f'"/api/v2/products/" .. shown[n % #shown + 1] .. "?{embed}"'
            ),
            "list of 10": reads('"/api/v2/products"'),
            "list of 10 with variants": reads(f'"/api/v2/products?{embed}"'),
            "update of a price": partial(run, load.updates(some, authorization=access.token)),
            "cart addition": partial(shopping, "--guests", str(SHOPPERS)),
            "order, from cart to paid": partial(shopping, "--sessions", *members),
        }

    mall = servers.mall(
        data_dir, PORTS[store], database=database,
        beside=server.processes if database else servers.nobody,
    )  # fmt: skip
    return mall, deeds


def _row(deed: str, found: dict[str, list[load.Result]]) -> dict[str, Any]:
    """Return the medians of a deed's rounds at every shop, and how often Vendure's they are."""
    row: dict[str, Any] = {"deed": deed}
    for name, results in found.items():
        rate = statistics.median(each.rate for each in results)
        row[name] = {
            "per_second": round(rate, 1),
            "per_busy_second": round(
                statistics.median(each.calls / max(each.busy, 0.01) for each in results), 1
            ),
            "p50_ms": round(statistics.median(each.p50 for each in results), 2),
            "p99_ms": round(statistics.median(each.p99 for each in results), 2),
            "errors": sum(each.errors for each in results),
        }
    for name in found:
        for times, rate in (("times", "per_second"), ("times_by_cpu", "per_busy_second")):
            row[name][times] = round(row[name][rate] / row["vendure"][rate], 1)
    return row


def table(report: dict[str, Any]) -> str:
    """Return a report as a table of Markdown, which people can read as it is."""
    head = ["deed, a second", "Vendure"]
    for name in ("postgresql", "sqlite"):
        head += [CALLED[name], "times", "by CPU"]
    lines = [
        f"{report['products']:,} products with four variants each; medians of {report['rounds']}"
        f" rounds of {report['seconds']} s; memory: {_memories(report)}.",
        "",
        "| " + " | ".join([*head, "errors"]) + " |",
        "|---" + "|---:" * len(head) + "|",
    ]
    for row in report["rows"]:
        cells = [row["deed"], f"{row['vendure']['per_second']:,}"]
        for name in ("postgresql", "sqlite"):
            each = row[name]
            cells += [f"{each[shown]:,}" for shown in ("per_second", "times", "times_by_cpu")]
        errors = sum(row[name]["errors"] for name in CALLED)
        lines.append("| " + " | ".join([*cells, str(errors)]) + " |")
    return "\n".join(lines)


def _memories(report: dict[str, Any]) -> str:
    return ", ".join(f"{CALLED[name]} {report['memory_mb'][name]} MB" for name in CALLED)


if __name__ == "__main__":
    main()
