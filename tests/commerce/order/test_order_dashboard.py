"""The dashboard of orders counts open claims and sums up today."""

from typing import Any

import pytest

from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

pytestmark = pytest.mark.both_stores
EMPTY = {
    **{
        f"{kind}_{state}_count": 0
        for kind in ("cancellation", "exchange", "return")
        for state in ("request", "received", "processing")
    },
    "refund_pending_count": 0,
    "total_order_amount": "0.00",
    "total_paid_amount": "0.00",
    "total_refund_amount": "0.00",
    "total_order_count": 0,
    "total_paid_count": 0,
    "total_refund_count": 0,
}


def dashboard(world: World, shop_no: int = 1) -> dict[str, Any]:
    """Return what is not zero."""
    found: dict[str, Any] = world.get("orders/dashboard", shop_no=shop_no)["dashboard"]
    assert found.pop("shop_no") == shop_no
    assert found.keys() == EMPTY.keys()
    return {name: value for name, value in found.items() if value != EMPTY[name]}


def test_a_new_shop_has_nothing(world: World) -> None:
    assert dashboard(world) == {}


def test_today_is_summed_up(world: World) -> None:
    _, code = stocked(world, 9)
    order(world, wanted(code))
    number = paid(world, wanted(code, 2))
    claim(world, number, "cancellation", "canceled", (1, 1), claim_reason_type="A")

    assert dashboard(world) == {
        "total_order_amount": "33000.00",
        "total_order_count": 2,
        "total_paid_amount": "22000.00",
        "total_paid_count": 1,
        "total_refund_amount": "11000.00",
        "total_refund_count": 1,
    }
    assert dashboard(world, 2) == {}

    world.stage.clock.pass_(86_400)
    world.full = world.install(restricted=True)
    assert dashboard(world) == {}


def test_items_are_counted_where_their_claim_stands(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wanted(code), wanted(code))
    claim(world, number, "cancellation", "canceling", (1, 1), claim_reason_type="A")
    other = paid(world, wanted(code), wanted(code))
    sent(world, other)
    claim(world, other, "return", "accepted", (1, 1), claim_reason_type="A")
    claim(world, other, "exchange", "accepted", (2, 1), claim_reason_type="A", same_product="T")

    counted = {name: value for name, value in dashboard(world).items() if "total" not in name}

    assert counted == {
        "cancellation_processing_count": 1,
        "return_received_count": 1,
        "exchange_received_count": 1,
        "refund_pending_count": 1,
    }
