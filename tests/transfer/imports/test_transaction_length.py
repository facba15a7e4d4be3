"""An import of orders commits by the clock, so that a starved one gives the lock up."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import msgspec

from openmall.transfer.imports.orders import TURN, Orders, Summary
from openmall.transfer.imports.progress import Progress
from openmall.transfer.imports.reading import Source
from tests.world import World

ORDERS = 120


class Starved:
    """A clock on which nothing is done between two looks in less than a whole transaction."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 2 * TURN
        return self.now


def bring_in(world: World, folder: Path, timer: Callable[[], float]) -> tuple[Summary, list[int]]:
    """Import orders; return the summary, and how many orders each transaction wrote."""
    item = {"code": "C-1", "name": "Cup", "quantity": 1, "price": "9.50"}
    rows = [
        {"order_no": str(number), "ordered_at": "2026-06-01 09:00:00", "items": [item]}
        for number in range(ORDERS)
    ]
    file = folder / "sales.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
    app = world.stage.app
    done = [0]

    def report(progress: Progress) -> None:
        done.append(progress.done)

    async def work() -> Summary:
        mall = await app.directory.mall(world.mall_id)
        assert mall is not None
        source = Source(file, format_="jsonl")
        try:
            importer = Orders(
                app.database, mall, world.stage.clock, source, "jsonl",
                report_progress=report, timer=timer,
            )  # fmt: skip
            return await importer.run()
        finally:
            source.close()

    summary = world.stage.run(work)
    return summary, [after - before for before, after in pairwise(done)]


def test_a_starved_import_commits_after_each_part(world: World, tmp_path: Path) -> None:
    summary, transactions = bring_in(world, tmp_path, Starved())

    assert summary.orders == ORDERS == sum(transactions)
    assert max(transactions) <= 6
    assert world.get("orders/count", start_date="2026-06-01", end_date="2026-06-30")["count"] == 120


def test_an_import_that_gets_on_writes_whole_batches(world: World, tmp_path: Path) -> None:
    summary, transactions = bring_in(world, tmp_path, lambda: 0.0)

    assert summary.orders == ORDERS
    assert transactions[:2] == [50, 70]
