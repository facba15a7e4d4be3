"""The machine's clock leaps an hour ahead or back: whoever was waiting goes on, nobody for ever."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import postgres
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import quantity, stocked
from tests.journeys.conftest import STORES
from tests.storefront.shopper_client import RECEIVER, Shopper, offer_test_gateway
from tests.world import World, open_stage

AN_HOUR = 3_600.0


@pytest.fixture(params=STORES)
def strict(request: pytest.FixtureRequest) -> Iterator[World]:
    """A mall whose limits are enforced."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database, limits="enforce") as stage,
    ):
        yield stage.new_world("jump")


def calls_until_refused(world: World) -> int:
    """Call until the shop's bucket is full; return for how long to wait then, in seconds."""
    for _ in range(100):
        answer = world.call("GET", "products/count")
        if answer.status_code == 429:
            return int(answer.headers["Retry-After"])
    raise AssertionError("the bucket is never full")


def ordered(shopper: Shopper, code: str, key: str) -> Any:
    wants = [{"variants_code": code, "quantity": 1}]
    request = {"receiver": RECEIVER, "payment_method": "card", "variants": wants}
    answer = shopper.ask(
        "POST", "orders", json={"request": request}, headers={"Idempotency-Key": key}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["order"]


@pytest.mark.parametrize("leap", [AN_HOUR, -AN_HOUR])
def test_a_shop_goes_on_when_the_clock_leaps(
    strict: World, leap: float, caplog: pytest.LogCaptureFixture
) -> None:
    world, clock = strict, strict.stage.clock
    number, code = stocked(world, 5)
    offer_test_gateway(world)
    shopper = Shopper(world)
    shopper.sign_up()
    before = ordered(shopper, code, "before")
    world.stage.run(_work_a_while, world)
    assert calls_until_refused(world) == 1

    clock.pass_(leap)
    world.stage.run(_work_a_while, world)

    # a bucket that was full is at most as full, and says rightly when a call is let in
    answer = world.call("GET", "products/count")
    assert answer.status_code == (200 if leap > 0 else 429)
    clock.pass_(int(answer.headers.get("Retry-After", 0)))
    assert world.call("GET", "products/count").status_code == 200
    clock.pass_(60)
    # the session, the token and what was answered to a key are known as before
    assert ordered(shopper, code, "before") == before
    after = ordered(shopper, code, "after")
    shopper.carry(shopper.pay(after["payment_id"]))
    assert states(world, after["order_id"]) == ["N10"]
    assert quantity(world, number, code) == 4
    # and what workers do by themselves was done
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


async def _work_a_while(world: World) -> None:
    tasks = world.stage.app.periodic_tasks
    tasks.begin(seconds=0.01)
    await asyncio.sleep(0.1)
    await tasks.end()
