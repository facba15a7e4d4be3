"""`python -m bench`: measures the bare server and the mall in one run and prints ratios.

Server on one core, load on the other, 32 kept connections over TLS; everything on: token, scope,
limits (counted, not refused), version, headers.
"""

import argparse
import asyncio
import datetime
import json
import platform
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import openmall
from bench import last_release, load, seeding, servers
from openmall.access.oauth import secrets, tokens
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database

PERMITTED = 2.0
"""Calls a second a shop may make for ever (Limits 1)."""


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000, help="products in the mall")
    parser.add_argument("--seconds", type=int, default=8, help="seconds of each measurement")
    parser.add_argument("--data-dir", type=Path, help="keep the mall here for the next run")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--release", action="store_true", help="keep the ratios: later runs are compared with them"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        rows, memory = measure(
            options.data_dir or Path(scratch), products=options.products, seconds=options.seconds
        )
    report = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "products": options.products,
        "memory_mb": round(memory),
        "rows": rows,
    }
    print(json.dumps(report, indent=2) if options.json else table(report))
    if options.release:
        last_release.write(report, openmall.__version__)
    elif last_release.FILE.exists():
        print("\n".join(last_release.compare(report, last_release.read())), file=sys.stderr)


def measure(data_dir: Path, *, products: int, seconds: int) -> tuple[list[dict[str, Any]], float]:
    """Return a row for each kind of call, and the worker's memory in MB after all of them."""
    seeding.demo(products, data_dir=data_dir)
    seeding.sell(data_dir)
    seeding.stock(data_dir)
    members = seeding.sessions(data_dir)
    found: list[tuple[str, load.Result]] = []
    with servers.hello(data_dir / "tls", 9743) as bare:
        run = partial(load.run, bare.url, load.reads('"/"'), seconds=seconds)
        found.append(("bare hello", load.watched(bare, run)))
    with servers.mall(data_dir, 9743) as mall:
        mall.settle()
        access = seeding.Access(data_dir)
        token, key, secret = access.token, access.key, access.secret
        sold = seeding.sold(mall.url, token)
        issued = refresh_tokens(data_dir, seeding.mall_of(data_dir), access.client_id)
        some = f'"/api/v2/admin/products/" .. (n % {products} + 1)'
        scripts = {
            "product by id": load.reads(some, authorization=token),
            "list of 10": load.reads('"/api/v2/admin/products"', authorization=token),
            "list, variants, options": load.reads(
                '"/api/v2/admin/products?embed=variants,options"', authorization=token
            ),
            "order list, items": load.reads(
                '"/api/v2/admin/orders?embed=items"', authorization=token
            ),
            "update": load.updates(some, authorization=token),
            "settings": load.reads('"/api/v2/admin/coupons/setting"', authorization=token),
            "storefront list of 10": load.reads('"/api/v2/products"', authorization=f"Basic {key}"),
            "partner products of 10": load.reads(
                '"/api/products?shop_no=1"', authorization=f"Basic {secret}"
            ),
            "batch of a page view": load.batches(),
            "token refresh": load.refreshes(issued[:64], authorization=f"Basic {secret}"),
        }
        for name, script in scripts.items():
            run = partial(load.run, mall.url, script, seconds=seconds)
            found.append((name, load.watched(mall, run)))
        shop = partial(load.shop, mall.url, key, products=sold, sessions=members, seconds=seconds)
        found.append(("order: cart of 2, paid", load.watched(mall, shop)))
        mixed = partial(load.mixed, mall.url, access, sold, members, issued[64:], seconds=seconds)
        found.append(("mixed calls", load.watched(mall, mixed)))
        memory = mall.memory()
    bare_rate, bare_cost = found[0][1].rate, _cost(found[0][1])
    return [
        {
            "call": name,
            "per_second": round(result.rate),
            "per_busy_second": round(result.calls / max(result.busy, 0.01)),
            "ratio": round(result.rate / bare_rate, 3),
            "cpu_ratio": round(bare_cost / _cost(result), 5),
            "p50_ms": round(result.p50, 2),
            "p99_ms": round(result.p99, 2),
            "shops": round(result.rate / PERMITTED),
            "errors": result.errors,
        }
        for name, result in found
    ], memory


def _cost(result: load.Result) -> float:
    """Return the seconds of a core that a call took."""
    return max(result.busy, 0.01) / max(result.calls, 1)


def refresh_tokens(data_dir: Path, mall_id: str, client_id: str) -> list[str]:
    """Return refresh tokens for every connection of the load programs to begin with."""

    async def issue() -> list[str]:
        database = open_database(Configuration(data_dir=data_dir))
        async with database.writing(mall_id) as db:
            scopes = ["mall.read_product"]
            grants = [
                tokens.Grant(client_id, "owner", "P", 1, scopes, secrets.generate())
                for _ in range(96)
            ]
            found = [(await tokens.issue(db, SystemClock(), each)).refresh_token for each in grants]
        await database.close()
        return found

    return asyncio.run(issue())


def table(report: dict[str, Any]) -> str:
    """Return a report as a table for people."""
    lines = [
        f"{report['date']}, {report['machine']}, {report['products']} products, "
        f"worker memory {report['memory_mb']} MB",
        f"{'call':<24}{'per second':>12}{'of a core':>11}{'of hello':>10}{'by CPU':>9}{'p50 ms':>9}"
        f"{'p99 ms':>9}{'shops at 2/s':>14}{'errors':>8}",
    ]
    for row in report["rows"]:
        lines.append(
            f"{row['call']:<24}{row['per_second']:>12}{row['per_busy_second']:>11}{row['ratio']:>10.3f}{row['cpu_ratio']:>9.4f}{row['p50_ms']:>9.2f}"
            f"{row['p99_ms']:>9.2f}{row['shops']:>14}{row['errors']:>8}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
