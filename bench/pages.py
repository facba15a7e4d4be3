"""`python -m bench.pages`: what pages of the back office cost with many products and orders.

Each page is asked for in process, without a server, as the head admin: the median of its calls in
time of the processor, the first call beside it (templates and questions are made then), and the
bytes of the page. What the analytics engine does in its own process counts by the clock alone.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import sales_growth, visits
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import sessions
from openmall.access.oauth.pages import SESSION_COOKIE
from openmall.analytics.engine.duckdb import FILE, DuckFile, Embedded
from openmall.app import Application
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock, moment
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.pages.backoffice.reports import report_labels
from openmall.pages.backoffice.settings import resources

MALL = sales_growth.MALL
_CLOCK = SystemClock()
_MANAGER = "bench"


def main() -> None:
    """Parse the command line, fill, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000)
    parser.add_argument("--orders", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=500_000, help="of visits in the last year")
    parser.add_argument("--calls", type=int, default=7, help="calls of each page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_measure(Path(folder), options))
    print(table(found))


Found = dict[str, dict[str, float]]


async def _measure(folder: Path, options: argparse.Namespace) -> Found:
    configuration = Configuration(data_dir=folder, limits="count")
    migrate(configuration)
    database = open_database(configuration)
    language = mall_rules.Language(MALL.name, "ko_KR", "KRW")
    await mall_rules.create(database, _CLOCK, MALL.mall_id, MALL.name, "KR", [language])
    print("filling ...", file=sys.stderr)
    sold = await sales_growth.stocked(database, options.products)
    await sales_growth.sell(database, sold, options.orders, seed=1)
    year = moment(_CLOCK.now()).year
    visits.fill(
        folder,
        events=options.events,
        shops=1,
        memory="384MB",
        year=year,
        mall_id=MALL.mall_id,
    )
    engine = Embedded(DuckFile(folder / FILE))
    app = Application(configuration, database, LocalCounters(), _CLOCK, engine=engine)
    cookie = await _signed_in(app)
    found: Found = {}
    for path in await _paths(app, cookie):
        found[path] = await _timed(app, path, cookie, options.calls)
        print(json.dumps({path: found[path]}), file=sys.stderr, flush=True)
    await engine.close()
    await database.close()
    return found


async def _signed_in(app: Application) -> str:
    async with app.database.writing(MALL.mall_id) as db:
        await mall_rules.keep_manager(
            db, _CLOCK, _MANAGER, "bench bench bench", name="Bench", manager_type="P"
        )
        manager = await mall_rules.manager(db, _MANAGER)
        assert manager is not None
        return await sessions.begin(db, _CLOCK, manager, instead_of="")


async def _paths(app: Application, cookie: str) -> list[str]:
    orders = (await fetch(app, menu_pages.ORDERS.at, cookie))[1].decode()
    order = orders.partition(f'href="/{MALL.mall_id}{menu_pages.ORDERS.at}/')[2].partition('"')[0]
    return [
        *(page.at for page in menu_pages.PAGES),
        f"{menu_pages.PRODUCTS.at}/7",
        f"{menu_pages.ORDERS.at}/{order}",
        *(f"{menu_pages.REPORTS.at}/{slug}" for slug in report_labels.TITLES),
        *(f"{menu_pages.SETTINGS.at}/{slug}" for slug in resources.RESOURCES),
    ]


async def _timed(app: Application, path: str, cookie: str, calls: int) -> dict[str, float]:
    times, clock = [], []
    for _ in range(calls + 1):
        began, began_at = time.process_time(), time.perf_counter()
        status, body = await fetch(app, path, cookie)
        times.append((time.process_time() - began) * 1000)
        clock.append((time.perf_counter() - began_at) * 1000)
        assert status == 200, (path, status)
    return {
        "processor": round(statistics.median(times[1:]), 1),
        "clock": round(statistics.median(clock[1:]), 1),
        "first": round(clock[0], 1),
        "kilobytes": round(len(body) / 1000, 1),
    }


async def fetch(app: Application, path: str, cookie: str) -> tuple[int, bytes]:
    """Return status and body of a page."""
    told: dict[str, Any] = {"body": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            told["status"] = message["status"]
        else:
            told["body"] += message.get("body", b"")

    path, host = f"/{MALL.mall_id}{path}", "admin.openmall.localhost"
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "https",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [
            (b"host", host.encode()),
            (b"cookie", f"{SESSION_COOKIE}{MALL.mall_id}={cookie}".encode()),
        ],
        "client": ("127.0.0.1", 1),
    }
    await app(scope, receive, send)
    return told["status"], told["body"]


def table(found: Found) -> str:
    """Return the figures as a table for people, the slowest page first."""
    columns = ("processor", "clock", "first", "kilobytes")
    lines = [f"{'milliseconds':<44}" + "".join(f"{name:>11}" for name in columns)]
    for path, times in sorted(found.items(), key=lambda each: -each[1]["clock"]):
        lines.append(f"{path:<44}" + "".join(f"{times[name]:>11,.1f}" for name in columns))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
