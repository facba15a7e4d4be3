"""Orders that await a transfer are listed with what is due and where it is expected."""

from typing import Any

import pytest

from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import order, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

pytestmark = pytest.mark.both_stores
DAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}


def unpaid(world: World, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("unpaidorders", **{**DAY, **query})["unpaidorders"]
    return found


def test_an_order_is_listed_until_it_is_paid(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code, 2), wanted(code))

    assert unpaid(world) == [
        {
            "shop_no": 1,
            "order_id": number,
            "order_item_code": [f"{number}-01", f"{number}-02"],
            "order_date": "2026-11-21T09:00:00+09:00",
            "buyer_name": "Hana Kim",
            "billing_name": "Hana Kim",
            "bank_code": "",
            "bank_name": "",
            "unpaid_amount": "33000.00",
            "accounts": "",
            "payment_method": "cash",
            "settle_type": "S",
            "payment_no": 1,
        }
    ]
    assert unpaid(world, start_date="2026-11-22", end_date="2026-11-22") == []

    pay(world, number)

    assert unpaid(world) == []


def test_what_is_added_to_a_paid_order_is_an_additional_payment(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))
    pay(world, number)
    world.call("POST", f"orders/{number}/items", json={"requests": [{"variant_code": code}]})

    [found] = unpaid(world)
    assert (found["settle_type"], found["payment_no"], found["unpaid_amount"]) == (
        "E",
        2,
        "11000.00",
    )
    assert found["order_item_code"] == [f"{number}-02"]
    assert unpaid(world, settle_type="E") == [found]
    assert unpaid(world, settle_type="S") == []


def test_orders_paid_otherwise_and_cancelled_orders_are_not_listed(world: World) -> None:
    _, code = stocked(world, 9)
    by_card = order(world, wanted(code), methods=["card"])
    virtual = order(world, wanted(code), methods=["icash"])
    cancelled = order(world, wanted(code))
    claim(world, cancelled, "cancellation", "canceled", (1, 1), claim_reason_type="A")

    assert [each["order_id"] for each in unpaid(world)] == [virtual]
    assert [each["payment_method"] for each in unpaid(world)] == ["icash"]
    assert unpaid(world, payment_method="cash") == []
    assert [each["order_id"] for each in unpaid(world, payment_method="cash,icash")] == [virtual]
    assert world.get(f"orders/{by_card}")["order"]["paid"] == "F"


def test_pages_are_by_date_in_either_direction(world: World) -> None:
    _, code = stocked(world, 9)
    numbers = []
    for _ in range(3):
        # a second item of an order does not list it twice
        numbers.append(order(world, wanted(code), wanted(code)))
        world.stage.clock.pass_(60)

    assert [each["order_id"] for each in unpaid(world)] == numbers[::-1]
    assert [each["order_id"] for each in unpaid(world, order="asc", limit=2)] == numbers[:2]
    assert [each["order_id"] for each in unpaid(world, order="asc", offset=2)] == numbers[2:]
    assert world.get("unpaidorders", shop_no=2, **DAY)["unpaidorders"] == []


def test_an_end_before_the_start_is_refused(world: World) -> None:
    answer = world.call(
        "GET", "unpaidorders", params={"start_date": "2026-11-22", "end_date": "2026-11-21"}
    )

    assert answer.status_code == 422
