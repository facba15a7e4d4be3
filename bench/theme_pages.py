"""`python -m bench.theme_pages`: pages of the sample shop per second of the processor.

Each page is asked for in process, without a server: as it is, with the templates of the theme left
out, and in a mall with 200 shops and 100 themes. What templates cost is the difference.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup

from bench import pages, seeding
from bench.pages import fetch
from openmall.access.limits.local_counters import LocalCounters
from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.app import Application
from openmall.commerce.design.themes import administration
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.pages.sampleshop.themes.theme import Theme

PRODUCT = "a product"
PAGES = ("/", "/search", PRODUCT, "/cart", "/sign-in", "/boards")
_CLOCK = SystemClock()


def main() -> None:
    """Parse the command line, fill, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.theme_pages", description=__doc__)
    parser.add_argument("--calls", type=int, default=200, help="calls of each page")
    parser.add_argument("--shops", type=int, default=200)
    parser.add_argument("--themes", type=int, default=100)
    options = parser.parse_args()
    small = asyncio.run(_measured(options.calls, shops=1, themes=1))
    large = asyncio.run(_measured(options.calls, shops=options.shops, themes=options.themes))
    print(f"{'page':16}{'pages/s':>10}{'no templates':>14}{'many shops':>12}{'KB':>8}")
    for path in PAGES:
        whole, without, size = small[path]
        print(f"{path:16}{whole:10.0f}{without:14.0f}{large[path][0]:12.0f}{size:8.1f}")


async def _measured(
    calls: int, *, shops: int, themes: int
) -> dict[str, tuple[float, float, float]]:
    """Return pages per second with and without templates, and kilobytes, by path."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seeding.demo(60, data_dir=folder)
        configuration = Configuration(
            data_dir=folder, limits="count", sample_shop=True, page_capacity=10**9
        )
        database = open_database(configuration)
        mall_id = seeding.mall_of(folder)
        pages.MALL = msgspec.structs.replace(pages.MALL, mall_id=mall_id)  # whom `fetch` asks
        engine = Embedded(DuckFile(":memory:"))
        app = Application(configuration, database, LocalCounters(), _CLOCK, engine=engine)
        mall = await app.directory.open_mall(mall_id)
        assert mall is not None
        first = mall.shops[min(mall.shops)]
        more = {
            number: msgspec.structs.replace(first, shop_no=number, name=f"Shop {number}")
            for number in range(max(mall.shops) + 1, shops + 1)
        }
        # what a look-up of the mall returns; its shops stay with the worker
        mall.shops.update(more)  # type: ignore[attr-defined] # a dictionary
        for at in range(1, themes):
            async with database.writing(mall_id) as db:
                await administration.copy(db, mall, 1, name=f"Theme {at}", screen="pc", now=0)
        print(f"{shops} shops, {themes} themes ...", file=sys.stderr)
        found = {path: await _page(app, path, calls) for path in PAGES}
        await engine.close()
        await database.close()
    return found


async def _page(app: Application, path: str, calls: int) -> tuple[float, float, float]:
    if path == PRODUCT:
        home = (await fetch(app, "/search", ""))[1] + (await fetch(app, "/", ""))[1]
        path = re.findall(r"/products/[0-9]+", home.decode())[0]
    whole, size = await _rate(app, path, calls)
    render: Any = Theme.render
    Theme.render = lambda *_: Markup("")  # type: ignore[method-assign] # what is left without it
    try:
        without, _ = await _rate(app, path, calls)
    finally:
        Theme.render = render  # type: ignore[method-assign] # as it was
    return whole, without, size


async def _rate(app: Application, path: str, calls: int) -> tuple[float, float]:
    """Return pages per second of the processor, and the kilobytes of one."""
    for _ in range(5):
        status, body = await fetch(app, path, "")
        assert status == 200, (path, status)
    began = time.process_time()
    for _ in range(calls):
        await fetch(app, path, "")
    return calls / (time.process_time() - began), len(body) / 1000


if __name__ == "__main__":
    main()
