"""PostgreSQL stops as in a power cut, in the middle of writes, and is away for a while."""

import asyncio
import tempfile
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from openmall.database.statements import Statement
from openmall.events.request_log.tables import CALL
from tests import postgres
from tests.journeys.demo_server import soon
from tests.world import Stage, World, open_stage

WRITERS = 4
ENOUGH = 10
"""Acknowledged writes of each, before the database stops and after it is back."""
_RECORDED = Statement(select(func.count()).select_from(CALL).where(CALL.c.status == 201))
AWAY = 1.0
"""Seconds for which nobody answers at its address."""


class Merchant(threading.Thread):
    """Creates products, each until it is acknowledged, as a patient program does."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.ending = threading.Event()
        self.acknowledged: list[int] = []
        self.refused: list[int] = []
        """Statuses of calls that had to be sent once more."""
        self._world = world

    def run(self) -> None:
        while not self.ending.is_set():
            key = {"Idempotency-Key": f"{self.name} {len(self.acknowledged)}".replace(" ", "-")}
            request = {"product_name": f"Cup {len(self.acknowledged)}", "supply_price": "1"}
            while True:
                answer = self._world.call(
                    "POST", "products", json={"request": request}, headers=key
                )
                if answer.status_code == 201:
                    break
                self.refused.append(answer.status_code)
                time.sleep(0.05)
            self.acknowledged.append(answer.json()["product"]["product_no"])


def test_what_was_acknowledged_outlives_the_database_and_all_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = postgres.Server()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=server.new_database()) as stage,
    ):
        world = stage.new_world("restart")
        stage.run(_begin, stage)
        merchants = [Merchant(world, f"merchant {at}") for at in range(WRITERS)]
        for merchant in merchants:
            merchant.start()

        def each_wrote(number: int) -> bool:
            return all(len(merchant.acknowledged) >= number for merchant in merchants)

        assert soon(lambda: each_wrote(ENOUGH))
        server.stop()
        refused = world.call("GET", "products/count")
        time.sleep(AWAY)
        before = max(len(merchant.acknowledged) for merchant in merchants)
        server.start()
        assert soon(lambda: each_wrote(before + ENOUGH))
        for merchant in merchants:
            merchant.ending.set()
        for merchant in merchants:
            merchant.join(30)
        stage.run(stage.app.periodic_tasks.end)
        stage.run(stage.app._request_log_task.end)

        kept = [number for merchant in merchants for number in merchant.acknowledged]
        there = {world.call("GET", f"products/{number}").status_code for number in kept}
        count = world.get("products/count")["count"]
        [recorded] = world.in_transaction(lambda db: db.one(_RECORDED))  # type: ignore[arg-type,misc] # there is a row

    # each product is there, once, whatever its client had to send again
    assert (refused.status_code, there, count) == (503, {200}, len(set(kept)))
    assert len(kept) == len(set(kept))
    assert {status for merchant in merchants for status in merchant.refused} == {503}
    # and what the worker does by itself went on when the database was back
    assert any("calls wait to be recorded" in each.message for each in caplog.records)
    assert recorded >= len(kept)


async def _begin(stage: Stage) -> None:
    stage.app.periodic_tasks.begin(seconds=0.1)
    stage.app._request_log_task.begin(0.1)
    await asyncio.sleep(0)
