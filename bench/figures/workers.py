"""Two workers on two cores: what calls come to beside the bare server, on both stores.

The load program runs on the same two cores and takes its part of them, of the bare server more than
of the mall; one worker on one core, with the load on the other, stands beside it.
"""

import statistics
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench import load, postgres, seeding, servers
from bench.figures import malls
from bench.figures.figure import FigureResult, Place

PRODUCTS = 10_000
EARLIER = {
    "product by id": 0.118,
    "list of 10": 0.064,
    "list, variants, options": 0.026,
    "storefront list of 10": 0.055,
    "update": 0.017,
    "settings": 0.26,
}
"""Ratios to the bare server of one worker, of the README, that are to hold."""


class _Case(NamedTuple):
    store: str
    workers: int

    @property
    def cores(self) -> str:
        return servers.BOTH_CORES if self.workers > 1 else servers.SERVER_CORE

    @property
    def load(self) -> str:
        return servers.BOTH_CORES if self.workers > 1 else servers.LOAD_CORE


CASES = (_Case("sqlite", 1), _Case("sqlite", 2), _Case("postgresql", 1), _Case("postgresql", 2))


def make(place: Place) -> FigureResult:
    """Measure each case after the other; in each, the calls and the bare server take turns."""
    with postgres.running(servers.BOTH_CORES, place.folder / "postgres") as server:
        found = {case: _case(place, case, server) for case in CASES}
    rows = []
    for name, earlier in EARLIER.items():
        row: list[Any] = [name]
        for case in CASES:
            rate, bare = found[case][name], found[case]["bare hello"]
            row += [round(rate), round(rate / bare, 3)]
        rows.append([*row, earlier])
    rows.append(
        [
            "bare hello",
            *(each for case in CASES for each in (round(found[case]["bare hello"]), 1.0)),
            1.0,
        ]
    )
    head = ["call"]
    for case in CASES:
        head += [f"{case.store}, {case.workers}", "of hello"]
    held = all(
        row[4] >= 0.9 * row[-1] for row in rows if row[0] != "bare hello"
    )  # of two workers on SQLite, within a tenth
    return FigureResult([*head, "earlier"], rows, "the earlier ratios hold with 2 workers", held)


def _case(place: Place, case: _Case, server: postgres.Postgres) -> dict[str, float]:
    """Return the median rate of each call."""
    mall = malls.demo(place, PRODUCTS, server if case.store == "postgresql" else None)
    with ExitStack() as open_:
        bare = open_.enter_context(
            servers.hello(mall.data_dir / "tls", place.port, workers=case.workers, core=case.cores)
        )
        serving = open_.enter_context(
            servers.mall(
                mall.data_dir, place.port + 1, database=mall.database, workers=case.workers,
                core=case.cores,
            )
        )  # fmt: skip
        work: dict[str, Callable[..., load.Result]] = {}
        work["bare hello"] = partial(load.run, bare.url, load.reads('"/"'))
        for name, script in scripts(mall.data_dir).items():
            work[name] = partial(load.run, serving.url, script)
        return medians(work, place, cores=case.load)


def medians(
    work: dict[str, Callable[..., load.Result]], place: Place, *, cores: str
) -> dict[str, float]:
    """Return calls a second of each kind: the median of rounds in which all take turns."""
    rates: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(place.rounds):
        for name, run in work.items():
            result = run(seconds=place.seconds, cores=cores)
            if result.errors:
                raise SystemExit(f"{name}: {result.errors} errors")
            rates[name].append(result.rate)
    return {name: statistics.median(each) for name, each in rates.items()}


def scripts(data_dir: Path) -> dict[str, str]:
    """Return what the load program sends of each kind of call."""
    access = seeding.Access(data_dir)
    token = access.token
    some = f'"/api/v2/admin/products/" .. (n % {PRODUCTS} + 1)'
    return {
        "product by id": load.reads(some, authorization=token),
        "list of 10": load.reads('"/api/v2/admin/products"', authorization=token),
        "list, variants, options": load.reads(
            '"/api/v2/admin/products?embed=variants,options"', authorization=token
        ),
        "storefront list of 10": load.reads(
            '"/api/v2/products"', authorization=f"Basic {access.key}"
        ),
        "update": load.updates(some, authorization=token),
        "settings": load.reads('"/api/v2/admin/coupons/setting"', authorization=token),
    }
