"""Reports show the sales that the admin API shows, day by day, however orders came into being."""

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.analytics.reports.reconciliation import reconcile
from openmall.demo.catalogue import catalogue
from openmall.demo.simulated_history import earlier_sales
from openmall.demo.simulated_history.world_writer import goods_of
from tests.analytics.reports.sale_histories import count_facts as count_facts
from tests.analytics.reports.test_wire import ask
from tests.commerce.customer import customer_setup
from tests.commerce.order import order_setup
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.placement.subscriber import A_DAY
from tests.commerce.order.placement.test_drafts import draft
from tests.commerce.order.placement.test_drafts import item as drafted_item
from tests.commerce.order.placement.test_subscription_orders import orders as orders_of
from tests.commerce.order.placement.test_subscription_orders import work as place_orders
from tests.commerce.order.placement.test_subscriptions import item as subscribed_item
from tests.commerce.order.placement.test_subscriptions import subscribed
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import stocked
from tests.events.file_transfers.file_calls import imported
from tests.transfer.imports.order_files import bring_in
from tests.world import Stage, World

FIRST, LAST = date(2026, 11, 2), date(2026, 11, 23)
PERIOD = {"start_date": str(FIRST), "end_date": str(LAST)}
Days = dict[str, tuple[int, Decimal]]


def _lines(*orders: tuple[str, str, str]) -> str:
    """Return orders as JSON lines, each with number, moment and price."""
    return "\n".join(
        msgspec.json.encode(
            {
                "order_no": number,
                "ordered_at": at,
                "member_id": "hana",
                "items": [{"code": "C-1", "name": "Cup", "quantity": 1, "price": price}],
            }
        ).decode()
        for number, at, price in orders
    )


def import_by_call(world: World, folder: Path, shop_no: int = 1) -> None:
    """Import two orders: of 9.55 and 5.01 in a shop that sells in dollars, else of 9 and 5."""
    prices = ("9.55", "5.01") if shop_no == 1 else ("9", "5")
    moments = ("2026-11-02 09:00:00", "2026-11-03 10:30:00")
    lines = _lines(*zip(("1", "2"), moments, prices, strict=True))
    more = {"kind": "orders", "format": "jsonl", "file_name": "orders.jsonl"}
    found = imported(world, lines, **more, shop_no=shop_no)
    assert (found["state"], found["new"]) == ("succeeded", 2), found


def _by_command(world: World, folder: Path) -> None:
    file = folder / "sales.jsonl"
    file.write_text(_lines(("3", "2026-11-02 19:00:00", "7.25")), "utf-8")
    bring_in(world, file)


def _by_history(world: World, folder: Path) -> None:
    async def write() -> int:
        app = world.stage.app
        mall = await app.directory.mall(world.mall_id)
        assert mall is not None
        goods = await goods_of(app.database, mall, world.stage.clock)
        days = earlier_sales.days_before(date(2026, 11, 15), 10)
        return await earlier_sales.write(
            app.database, world.stage.clock, mall, goods, seed=1, days=days
        )

    code = catalogue().products[0].code
    made = world.product(custom_product_code=code)
    shown = {"display": "T", "selling": "T", "price": "2000.00"}
    world.call("PUT", f"products/{made['product_no']}", json={"shop_no": 2, "request": {**shown}})
    assert world.stage.run(write) > 0


def _by_checkout(world: World, folder: Path) -> None:
    _, code = stocked(world, 5)
    order_setup.paid(world, order_setup.wanted(code))


def _by_checkout_and_cancelled(world: World, folder: Path) -> None:
    _, code = stocked(world, 5)
    number = order_setup.paid(world, order_setup.wanted(code, 2))
    claim(world, number, "cancellation", "canceled", (1, 1))


def _by_draft(world: World, folder: Path) -> None:
    product, code = stocked(world, 5)
    drawn = draft(world, drafted_item(product, code, 2)).json()["draftorders"][0]
    draft(world, drafted_item(product, code))
    order_setup.pay(world, drawn["order_id"])


def _by_subscription(world: World, folder: Path) -> None:
    customer_setup.join(world, "hana")
    subscribed(world, subscribed_item(*stocked(world, 5), 2), expected_delivery_date="2026-11-25")
    wait(world, A_DAY)
    assert place_orders(world) == 1
    [placed] = orders_of(world)
    order_setup.pay(world, placed["order_id"])


WAYS: dict[str, Callable[[World, Path], None]] = {
    "imported by a call": import_by_call,
    "imported by the command": _by_command,
    "written as history": _by_history,
    "bought": _by_checkout,
    "bought, and cancelled in part": _by_checkout_and_cancelled,
    "drawn up as drafts, one of which is paid": _by_draft,
    "delivered by a subscription": _by_subscription,
}


@pytest.fixture
def world(rested: Stage) -> World:
    """A mall with a shop that sells in dollars, and one in won."""
    return rested.new_world(currencies=("USD", "KRW"))


def _reported(world: World, shop_no: int) -> Days:
    """Return the sales of each day by the analytics API."""
    found: Days = {}
    for back in range((LAST - FIRST).days + 1):
        day = str(FIRST + timedelta(days=back))
        world.stage.forget_counts()
        rows = ask(world, "sales/times", shop_no=shop_no, start_date=day, end_date=day).json()
        number = sum(row["order_count"] for row in rows["times"])
        amount = sum((Decimal(str(row["order_amount"])) for row in rows["times"]), Decimal(0))
        if number:
            found[day] = (number, amount)
    return found


def _administered(world: World, shop_no: int) -> Days:
    """Return the same by the admin API: orders by the day of their payment."""
    world.stage.forget_counts()
    query = {"shop_no": shop_no, "date_type": "pay_date", "limit": 500, **PERIOD}
    found: dict[str, list[Decimal]] = defaultdict(list)
    for order in world.get("orders", **query)["orders"]:
        amount = Decimal(order["initial_order_amount"]["payment_amount"])
        found[order["payment_date"][:10]].append(amount)
    return {day: (len(each), sum(each, Decimal(0))) for day, each in found.items()}


def _daily_sales(world: World, shop_no: int) -> Days:
    """Return the same by the daily sales of the admin API."""
    world.stage.forget_counts()
    rows = world.get("financials/dailysales", shop_no=shop_no, **PERIOD)["dailysales"]
    return {
        row["date"]: (int(row["sales_count"]), Decimal(row["payment_amount"]))
        for row in rows
        if row["shop_no"] == shop_no and int(row["sales_count"])
    }


@pytest.mark.parametrize("way", WAYS)
def test_reports_show_the_sales_of_the_admin_api_on_every_day(
    world: World, way: str, tmp_path: Path
) -> None:
    WAYS[way](world, tmp_path)
    count_facts(world)
    count_facts(world)

    expected = _administered(world, 1)
    assert expected
    assert _reported(world, 1) == expected == _daily_sales(world, 1)
    assert _reported(world, 2) == _administered(world, 2) == _daily_sales(world, 2)

    async def left() -> Any:
        app = world.stage.app
        return await reconcile(
            app.database, world.stage.engine, world.mall_id, shop_no=1, first=FIRST, last=LAST
        )

    found = world.stage.run(left)
    assert {each.reason for each in found.without_visit} <= {"no browser"}
    assert found.unknown_sales == []


def test_daily_sales_move_with_an_order_that_is_paid_on_another_day(world: World) -> None:
    _, code = stocked(world, 5)
    again, never = (order_setup.paid(world, order_setup.wanted(code, each)) for each in (1, 2))
    for number in (again, never):
        assert order_setup.pay(world, number, "unpaid").status_code == 200
    assert _daily_sales(world, 1) == _administered(world, 1) == {}
    wait(world, A_DAY)
    assert order_setup.pay(world, again).status_code == 200

    assert _daily_sales(world, 1) == _administered(world, 1)
    assert [number for number, _ in _daily_sales(world, 1).values()] == [1]


def test_money_has_the_decimals_of_the_currency(world: World, tmp_path: Path) -> None:
    import_by_call(world, tmp_path)
    count_facts(world)

    def get(path: str) -> Any:
        world.stage.forget_counts()
        answer = ask(world, path, **PERIOD)
        [rows] = answer.json().values()
        return rows

    assert [row["order_amount"] for row in get("sales/times")] == [9.55, 5.01]
    assert get("sales/paymethods")[0]["order_amount"] == 14.56
    assert get("sales/pervisitors")[0]["order_amount_per_buyer"] == 14.56
    assert get("members/sales")[0]["member_order_amount"] == 14.56
    assert sorted(row["order_amount"] for row in get("sales/orderdetails")) == [5.01, 9.55]
    assert get("products/sales")[0]["order_amount"] == 14.56
    assert get("visitpaths/adsales")[0]["order_amount"] == 14.56


def test_money_of_won_has_no_decimals(world: World, tmp_path: Path) -> None:
    rows = [("1", "2026-11-21 09:00:00", "1000"), ("2", "2026-11-21 09:30:00", "500")]
    lines = _lines(*rows, ("3", "2026-11-21 09:40:00", "1"))
    imported(world, lines, kind="orders", format="jsonl", file_name="o.jsonl", shop_no=2)
    count_facts(world)

    times = ask(world, "sales/times", shop_no=2, **PERIOD)
    assert b'"order_amount":1501}' in times.content
    world.stage.forget_counts()
    [dashboard] = world.get("dashboard", shop_no=2)["dashboard"]
    week = dashboard["weekly_sales_stats"]
    assert (week["payed_total_price"], week["payed_average_total_price"]) == ("1501.00", "214.00")
