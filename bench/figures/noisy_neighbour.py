"""How long reads of one shop take while another shop of the installation imports its catalogue.

Reads are due 400 times a second over eight connections; windows with and without an import take
turns. The import is the ordinary command, in a session of its own, as from another terminal: it
steps aside by itself (nice 10), and here it runs on the server's core or on the other one, which
the load program shares.
"""

import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import open_loop, seeding, servers
from bench.figures import malls
from bench.figures.figure import FigureResult, Place

PRODUCTS = 10_000
IMPORTED = 200_000
"""Products of the file: more than a window can take in."""
RATE = 400
ALLOWED = 0.10


def make(place: Place) -> FigureResult:
    """Measure quiet windows and such with an import, on each core."""
    mall = malls.demo(place, PRODUCTS)
    with contextlib.suppress(subprocess.CalledProcessError):  # it is there since the last run
        seeding.command(
            "mall", "create", "neighbour", "--name", "Neighbour", data_dir=mall.data_dir
        )
    token = seeding.Access(mall.data_dir).token
    calls = [(f"/api/v2/admin/products/{number}", token) for number in range(1, PRODUCTS, 7)]
    rows: list[list[object]] = []
    reached = True
    with (
        tempfile.TemporaryDirectory() as folder,
        servers.mall(mall.data_dir, place.port) as server,
    ):
        for core in (servers.LOAD_CORE, servers.SERVER_CORE):
            rounds = []
            for number in range(place.rounds + 2):
                quiet = _reads(server.url, calls, place)
                with _importing(mall, core, Path(folder) / f"{core}-{number}.jsonl"):
                    beside = _reads(server.url, calls, place)
                rounds.append((quiet, beside))
            where = "the server's" if core == servers.SERVER_CORE else "the other"
            for name in ("p50", "p99"):
                before = statistics.median(getattr(each, name) for each, _ in rounds)
                after = statistics.median(getattr(each, name) for _, each in rounds)
                moved = statistics.median(
                    getattr(after, name) / getattr(before, name) - 1 for before, after in rounds
                )
                rows.append([f"{name}, import on {where} core", before, after, f"{moved:+.0%}"])
                if name == "p99":
                    reached = reached and moved < ALLOWED
    head = ["read of a product", "quiet, ms", "beside an import, ms", "moved"]
    return FigureResult(head, rows, "a neighbour's import moves p99 by under 10 %", reached)


def _reads(url: str, calls: list[tuple[str, str]], place: Place) -> open_loop.Paced:
    return open_loop.run(url, calls, rate=RATE, seconds=place.seconds, connections=8)


@contextlib.contextmanager
def _importing(mall: malls.Installation, core: str, file: Path) -> Iterator[None]:
    """Import products into the neighbour's shop meanwhile."""
    series = time.time_ns()
    with file.open("w") as out:
        for number in range(IMPORTED):
            out.write(
                f'{{"custom_product_code": "N{series}-{number}", "product_name": "Bowl {number}",'
                f' "price": "9900", "supply_price": "5000", "display": "T", "selling": "T"}}\n'
            )
    process = subprocess.Popen(
        ["taskset", "-c", core, sys.executable, "-m", "openmall", "import", "products", str(file),
         "--mall", "neighbour", "--data-dir", str(mall.data_dir)],
        stdout=subprocess.DEVNULL, env=servers.environment(), start_new_session=True,
    )  # fmt: skip
    try:
        before = _count(mall)
        while _count(mall) == before:
            if process.poll() is not None:
                raise SystemExit("the import ended before it began")
            time.sleep(0.1)
        yield
        if process.poll() is not None:
            raise SystemExit("the import ended before the reads did")
    finally:
        process.terminate()
        process.wait()
        file.unlink()


def _count(mall: malls.Installation) -> int:
    return seeding.products_of(mall.data_dir, "neighbour")
