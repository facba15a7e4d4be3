"""A demo that has just been made has figures of today, at every hour of the day."""

import pytest

from openmall.analytics.engine import fact_shipment
from openmall.contract.moments import moment, read
from openmall.database.seal import configured_seal
from openmall.demo.catalogue import catalogue
from openmall.demo.simulated_history import todays_sales
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.world_writer import goods_of
from tests.analytics.reports.test_wire import ask
from tests.world import Stage

DAY = "2026-11-23"
MIDNIGHT = read(DAY)


@pytest.mark.parametrize("seconds", [0, 1, 3_600, 86_399])
def test_today_has_visits_orders_and_members_at_every_hour(rested: Stage, seconds: int) -> None:
    rested.clock.at = now = MIDNIGHT + seconds
    world = rested.new_world(languages=("ko_KR",))
    for each in catalogue().products[: todays_sales.VISITS]:
        world.product(custom_product_code=each.code)
    app = world.stage.app

    async def work() -> None:
        mall = await app.directory.mall(world.mall_id)
        assert mall is not None
        seal = configured_seal(app.configuration)
        goods = await goods_of(app.database, mall, world.stage.clock)
        await todays_sales.write(
            app.database, mall, seal, Executor(mall, seal, Moment(), goods),
            todays_sales.plan(goods), seed=1, now=now,
        )  # fmt: skip
        await fact_shipment.ship(app.database, world.stage.engine, world.mall_id)

    world.stage.run(work)

    [shown] = world.get("dashboard")["dashboard"]
    today = shown["daily_sales_stats"][-1]
    orders = world.get("orders", start_date=DAY, end_date=DAY)["orders"]
    visits = ask(world, "visitors/view", start_date=DAY, end_date=DAY).json()["view"]

    assert str(moment(now).date()) == DAY == today["date"]
    assert (today["order_count"], today["payed_count"]) == (3, 3)
    assert (len(orders), shown["new_members_count"]) == (3, 3)
    assert all(MIDNIGHT <= moment_of(each["order_date"]) <= now for each in orders)
    assert [each["visit_count"] for each in visits] == [todays_sales.VISITS]


def moment_of(text: str) -> int:
    return read(text)
