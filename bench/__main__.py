"""`python -m bench`: measures the bare server and the mall in one run and prints ratios.

Server on one core, load on the other, 32 kept connections over TLS; everything on: token, scope,
limits (counted, not refused), version, headers.
"""

import argparse
import datetime
import json
import platform
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from bench import load, seeding, servers

PERMITTED = 2.0
"""Calls a second a shop may make for ever (Limits 1)."""


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000, help="products in the mall")
    parser.add_argument("--seconds", type=int, default=8, help="seconds of each measurement")
    parser.add_argument("--data-dir", type=Path, help="keep the mall here for the next run")
    parser.add_argument("--json", action="store_true", help="print JSON")
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
        access = seeding.Access(data_dir)
        token, key, secret = access.token, access.key, access.secret
        sold = seeding.sold(mall.url, token)
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
            "token refresh": load.refreshes(
                refresh_tokens(data_dir, seeding.mall_of(data_dir), access.client_id),
                authorization=f"Basic {secret}",
            ),
        }
        for name, script in scripts.items():
            run = partial(load.run, mall.url, script, seconds=seconds)
            found.append((name, load.watched(mall, run)))
        shop = partial(load.shop, mall.url, key, products=sold, sessions=members, seconds=seconds)
        found.append(("order: cart of 2, paid", load.watched(mall, shop)))
        memory = mall.memory()
    bare_rate = found[0][1].rate
    return [
        {
            "call": name,
            "per_second": round(result.rate),
            "per_busy_second": round(result.calls / max(result.busy, 0.01)),
            "ratio": round(result.rate / bare_rate, 3),
            "p50_ms": round(result.p50, 2),
            "p99_ms": round(result.p99, 2),
            "shops": round(result.rate / PERMITTED),
            "errors": result.errors,
        }
        for name, result in found
    ], memory


def refresh_tokens(data_dir: Path, mall_id: str, client_id: str) -> list[str]:
    """Return refresh tokens for every connection of the load program to begin with."""
    tokens = []
    for _ in range(64):
        done = subprocess.run(
            [sys.executable, "-m", "openmall", "token", "issue", "--mall", mall_id,
             "--app", client_id, "--data-dir", str(data_dir), "--json"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        tokens.append(json.loads(done.stdout)["refresh_token"])
    return tokens


def table(report: dict[str, Any]) -> str:
    """Return a report as a table for people."""
    lines = [
        f"{report['date']}, {report['machine']}, {report['products']} products, "
        f"worker memory {report['memory_mb']} MB",
        f"{'call':<24}{'per second':>12}{'of a core':>11}{'of hello':>10}{'p50 ms':>9}{'p99 ms':>9}"
        f"{'shops at 2/s':>14}{'errors':>8}",
    ]
    for row in report["rows"]:
        lines.append(
            f"{row['call']:<24}{row['per_second']:>12}{row['per_busy_second']:>11}{row['ratio']:>10.3f}{row['p50_ms']:>9.2f}"
            f"{row['p99_ms']:>9.2f}{row['shops']:>14}{row['errors']:>8}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
