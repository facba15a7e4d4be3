"""Each state an item enters is recorded, and read by item and by date."""

from typing import Any

import pytest
from sqlalchemy import bindparam, delete, update

from openmall.commerce.order.orders.tables import ITEM
from openmall.commerce.order.transition_log.tables import TRANSITION
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import BUYER, Shopper, offer_test_gateway
from tests.world import World

pytestmark = pytest.mark.both_stores
_FORGET = Statement(delete(TRANSITION).where(TRANSITION.c.mall_id == bindparam("mall_id")))
_UNCOUNTED = Statement(
    update(ITEM).where(ITEM.c.mall_id == bindparam("mall_id")).values(transitions=0)
)
DAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}


def history(world: World, number: str, item: int = 1, **dates: str) -> list[tuple[Any, ...]]:
    """Return the states of an item: time, before, after, manager; the last first."""
    found = world.get(f"orders/{number}/items/{number}-{item:02d}/history", **dates)["history"]
    return [
        (
            each["process_date"][11:19],
            each["previous_order_status"],
            each["current_order_status"],
            each["manager_id"],
        )
        for each in found
    ]


def changes(world: World, **query: Any) -> list[tuple[str, str]]:
    found = world.get("orders/changes", **{**DAY, **query})["changes"]
    assert all(each["order_item_code"].startswith(each["order_id"]) for each in found)
    return [(each["order_item_code"], each["order_status"]) for each in found]


def test_an_item_tells_each_state_it_entered_with_the_manager(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.stage.clock.pass_(60)
    pay(world, number)
    world.stage.clock.pass_(60)
    # twice within a second: each is an entry
    for status in ("prepare", "hold", "unhold"):
        world.put(f"orders/{number}", process_status=status)

    manager = "owner"
    assert [(at, before, after) for at, before, after, _ in history(world, number)] == [
        ("09:02:00", "N22", "N20"),
        ("09:02:00", "N20", "N22"),
        ("09:02:00", "N10", "N20"),
        ("09:01:00", "N00", "N10"),
        ("09:00:00", None, "N00"),
    ]
    assert {who for *_, who in history(world, number)[:4]} == {manager}


def test_the_history_of_an_item_is_limited_by_dates(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.stage.clock.pass_(3_600)
    pay(world, number)

    later, earlier = "2026-11-21T09:30:00+09:00", "2026-11-20"
    assert [after for _, _, after, _ in history(world, number, start_date=later)] == ["N10"]
    assert [after for _, _, after, _ in history(world, number, end_date=later)] == ["N00"]
    assert history(world, number, start_date=earlier, end_date=earlier) == []


def test_a_part_of_an_item_that_is_cancelled_has_a_history_of_its_own(world: World) -> None:
    number = paid(world, wanted(stocked(world, 5)[1], 3))
    world.stage.clock.pass_(60)
    claim(world, number, "cancellation", "canceled", (1, 1), claim_reason_type="A")

    assert [after for _, _, after, _ in history(world, number, 1)] == ["N10", "N00"]
    assert [(before, after) for _, before, after, _ in history(world, number, 2)] == [
        ("N10", "C40"),
        (None, "N10"),
    ]


def test_a_shopper_and_a_gateway_are_no_managers(world: World) -> None:
    offer_test_gateway(world)
    product, _ = stocked(world, 5)
    shopper = Shopper(world)
    shopper.put(product)
    placed = shopper.order(buyer=BUYER)
    number = placed["order_id"]
    paid_ = shopper.pay(placed["payment_id"])
    [callback] = paid_["callbacks"]
    world.stage.client.post(paid_["callback_url"], json=callback)

    assert [(after, who) for _, _, after, who in history(world, number)] == [
        ("N10", ""),
        ("N00", ""),
    ]


def test_changes_of_all_shops_are_listed_as_they_happened(world: World) -> None:
    _, code = stocked(world, 9)
    first = order(world, wanted(code), wanted(code))
    world.stage.clock.pass_(60)
    second = order(world, wanted(code))
    world.stage.clock.pass_(60)
    pay(world, first)

    expected = [
        (f"{first}-01", "N00"),
        (f"{first}-02", "N00"),
        (f"{second}-01", "N00"),
        (f"{first}-01", "N10"),
        (f"{first}-02", "N10"),
    ]
    assert changes(world) == expected
    assert changes(world, limit=2, offset=2) == expected[2:4]
    since = "2026-11-21T09:01:00+09:00"
    assert changes(world, start_date=since) == expected[2:]
    assert changes(world, start_date="2026-11-22", end_date="2026-11-22") == []


def test_an_unknown_item_and_an_end_before_the_start_are_refused(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))

    unknown = world.call("GET", f"orders/{number}/items/{number}-02/history")
    turned = world.call(
        "GET", "orders/changes", params={"start_date": "2026-11-22", "end_date": "2026-11-21"}
    )

    assert (unknown.status_code, turned.status_code) == (404, 422)


def test_an_item_from_before_the_log_goes_on_with_its_next_state(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))

    async def forget(db: Session) -> None:
        await db.run(_FORGET)
        await db.run(_UNCOUNTED)

    world.in_transaction(forget)
    assert history(world, number) == []

    pay(world, number)

    assert [each[1:3] for each in history(world, number)] == [("N00", "N10")]
