"""`python -m bench.reads_during_import`: latency of reading a product during an import of orders.

A reader asks for products at a steady pace, which leaves the server most of its time; the import is
a process of its own, on the server's core or on the other one. Quiet rounds and such with an
import take turns, so that whatever else the machine does meets both alike; medians of the rounds.
Beside the times, which a busy machine spoils, stands how long the server's processor worked on one
read.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench import seeding, servers
from bench.client import Connection

ORDERS = 100_000
"""Orders of the file that is imported: more than a round can take."""


class Reads(NamedTuple):
    """What some seconds of reading measured; in milliseconds."""

    times: list[float]
    """Of each read, in order of their length."""
    work: float
    """Of the server's processor on one read."""

    def percentile(self, part: int) -> float:
        return self.times[len(self.times) * part // 100]


class Round(NamedTuple):
    """Reads of a quiet server, reads beside an import, and how many lines a second that did."""

    quiet: Reads
    beside: Reads
    lines: float


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.reads_during_import", description=__doc__
    )
    parser.add_argument("--products", type=int, default=10_000, help="products in the mall")
    parser.add_argument("--seconds", type=int, default=8, help="seconds of each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=int, default=400, help="reads a second")
    parser.add_argument("--data-dir", type=Path, help="keep the mall here for the next run")
    parser.add_argument(
        "--cores", nargs="*", default=[servers.SERVER_CORE, servers.LOAD_CORE],
        help="where the import runs, one after the other",
    )  # fmt: skip
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        data_dir = options.data_dir or Path(scratch)
        seeding.demo(options.products, data_dir=data_dir)
        with servers.mall(data_dir, 9743) as mall:
            for core in options.cores:
                print(_line(core, _rounds(mall, data_dir, core, options)), flush=True)


def _rounds(
    mall: servers.Server, data_dir: Path, core: str, options: argparse.Namespace
) -> list[Round]:
    found = []
    os.sched_setaffinity(0, {int(servers.LOAD_CORE)})
    for number in range(options.rounds):
        quiet = _reads(mall, data_dir, options)
        with _importing(data_dir, core, f"{time.time_ns()}-") as brought_in:
            before, began = brought_in(), time.perf_counter()
            beside = _reads(mall, data_dir, options)
            lines = (brought_in() - before) / (time.perf_counter() - began)
        found.append(Round(quiet, beside, lines))
        print(f"round {number + 1}: {_line(core, found[-1:])}", file=sys.stderr, flush=True)
    return found


def _reads(mall: servers.Server, data_dir: Path, options: argparse.Namespace) -> Reads:
    before = mall.busy()
    times = asyncio.run(_read(mall.url, data_dir, options))
    return Reads(sorted(times), (mall.busy() - before) / len(times) * 1000)


async def _read(url: str, data_dir: Path, options: argparse.Namespace) -> list[float]:
    """Return how many milliseconds each read took, of `rate` a second."""
    demo = json.loads((data_dir / "demo.json").read_text())
    app = next(each for each in demo["apps"] if each["name"] == "full")
    reader = await Connection.open(url)
    reader.headers["Authorization"] = f"Bearer {app['access_token']}"
    times = []
    due = time.perf_counter()
    end = due + options.seconds
    while due < end:
        await asyncio.sleep(due - time.perf_counter())
        path = f"/api/v2/admin/products/{random.randint(1, options.products)}"
        began = time.perf_counter()
        answer = await reader.call("GET", path)
        times.append((time.perf_counter() - began) * 1000)
        if answer.status != 200:
            raise SystemExit(f"{answer.status}: {answer.body.decode()}")
        # one that took long puts the next off, and does not make them come in a crowd
        due = max(due + 1 / options.rate, began)
    reader.close()
    return times


@contextlib.contextmanager
def _importing(data_dir: Path, core: str, series: str) -> Iterator[Any]:
    """Import orders on a core meanwhile; gives what tells how many lines were brought in."""
    with tempfile.TemporaryDirectory() as folder:
        file, said = Path(folder) / "orders.jsonl", Path(folder) / "said"
        seeding.write_orders(file, ORDERS, series=series)
        with said.open("w") as out:
            process = subprocess.Popen(
                ["taskset", "-c", core, sys.executable, "-m", "openmall", "import", "orders",
                 str(file), "--mall", seeding.mall_of(data_dir), "--data-dir", str(data_dir)],
                stdout=out, stderr=out,
                env={**os.environ, "PYTHONPATH": str(Path("src").resolve())},
            )  # fmt: skip

            def brought_in() -> int:
                if process.poll() is not None:
                    raise SystemExit(f"the import ended too soon: {said.read_text()}")
                return 2 * seeding.orders_of(data_dir)

            before = brought_in()
            while brought_in() == before:
                time.sleep(0.1)
            try:
                yield brought_in
            finally:
                process.terminate()
                process.wait()


def _line(core: str, rounds: list[Round]) -> str:
    """Return the medians of rounds as a line for people."""
    measured: dict[str, Callable[[Reads], float]] = {
        "p50": lambda reads: reads.percentile(50),
        "p99": lambda reads: reads.percentile(99),
        "work": lambda reads: reads.work,
    }
    cells = []
    for name, of in measured.items():
        quiet = statistics.median(of(each.quiet) for each in rounds)
        beside = statistics.median(of(each.beside) for each in rounds)
        moved = statistics.median(of(each.beside) / of(each.quiet) for each in rounds)
        cells.append(f"{name} {quiet:.2f} -> {beside:.2f} ms ({(moved - 1) * 100:+.0f} %)")
    lines = statistics.median(each.lines for each in rounds)
    where = "the server's core" if core == servers.SERVER_CORE else "the other core"
    return f"import on {where}, {lines:,.0f} lines a second: {', '.join(cells)}"


if __name__ == "__main__":
    main()
