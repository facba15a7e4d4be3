"""Every report says of a world what its history says, and the mall agrees with itself."""

from datetime import date
from typing import Any

import pytest

from openmall.analytics.engine import shipping
from openmall.analytics.reports.every import REPORTS
from openmall.areas.order.verifying import rules as verifying
from openmall.areas.product.stock import verifying as stock
from openmall.database.seal import seal_of
from openmall.files.opening import open_store
from openmall.world.filling import Options, Written, fill
from openmall.world.known import Known, known
from openmall.world.opening import open_mall
from tests.analytics.reports.test_wire import HOST
from tests.world import Stage, World

SMALL = Options(seed=7, until=date(2026, 11, 20), days=16, daily=50)


def made(stage: Stage, mall_id: str, options: Options, shops: int) -> Written:
    """Make a world of its own mall, and let the engine keep its facts."""
    app = stage.app

    async def make() -> Written:
        files = open_store(app.configuration)
        mall = await open_mall(app.database, files, mall_id, shops=shops, options=options)
        seal = seal_of(app.configuration)
        written = await fill(app.database, seal, mall, options, lambda share: None)
        await shipping.ship(app.database, stage.engine, mall_id)
        return written

    return stage.run(make)


@pytest.fixture
def small(world: World) -> tuple[World, Known, Written]:
    """A world of two shops in a mall of its own, with an app in it."""
    mall_id = f"{world.mall_id}-past"
    written = made(world.stage, mall_id, SMALL, 2)
    return World(world.stage, mall_id), known(mall_id, [1, 2], SMALL, written.history), written


def test_every_report_says_what_the_history_says(small: tuple[World, Known, Written]) -> None:
    world, file, written = small
    said: dict[str, int] = {}
    for each in file.answers:
        answer = world.stage.client.get(
            f"{HOST}/{each.path}",
            params={"mall_id": world.mall_id, **each.params},
            headers=world.full.headers,
        )
        assert answer.status_code == 200, answer.text
        key = each.path.rpartition("/")[2]
        assert answer.json() == {key: each.rows}, (each.path, each.params)
        said[each.path] = said.get(each.path, 0) + len(each.rows)
    # nothing equals nothing as well
    assert said.keys() == REPORTS.keys()
    assert min(said.values()) >= 8, said
    counts = written.counts
    assert min(counts.values()) > 0, counts
    assert len(said) == 24
