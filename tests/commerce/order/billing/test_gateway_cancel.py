"""`payment_gateway_cancel`: T pays back at the gateway, F does not, in each operation with it."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.contract.money import money
from tests.commerce.order.claim_setup import settings, verified_orders
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import as_call, stocked
from tests.storefront.shopper_client import (
    BUYER,
    Shopper,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World

OPERATIONS = {
    "cancellation": ("cancellation", {"status": "canceled"}, "C41", "C40"),
    "shortage": ("shortagecancellation", {"status": "canceled"}, "C41", "C40"),
    "return": ("return", {"status": "returned", "claim_reason_type": "B"}, "R41", "R40"),
    "fee": ("shippingfeecancellation", {}, "N10", "N10"),
}
"""Path below an order, what is sent, state of the item while the refund waits, and afterwards."""


def _paid(world: World) -> tuple[Shopper, Any]:
    """Return a guest and the order that the test gateway took 13,500 for."""
    offer_test_gateway(world)
    _, code = stocked(world, 5)
    world.put("shipping", shipping_fee_type="R", shipping_fee_criteria="D", shipping_fee="2500.00")
    shopper = Shopper(world)
    wanted = [{"variants_code": code, "quantity": 1}]
    placed = shopper.order(variants=wanted, buyer=BUYER)
    shopper.carry(shopper.pay(placed["payment_id"]))
    return shopper, placed


def _captured(world: World, placed: Any) -> Decimal:
    """Return what the gateway keeps of a payment."""
    booked = as_call(world, lambda call: gateway_book_store.find(call.db, placed["payment_id"]))
    assert booked is not None
    return Decimal(placed["amount"]) - money(booked.cancelled)


def _refund(world: World, order_id: str) -> dict[str, Any]:
    [refund] = world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]
    found: dict[str, Any] = refund
    return found


def _complete(world: World, order_id: str, **sent: str) -> int:
    path = f"orders/{order_id}/refunds/{_refund(world, order_id)['refund_code']}"
    answer = world.call("PUT", path, json={"request": {"status": "complete", **sent}})
    assert "X-Platform-Ignored" not in answer.headers
    return answer.status_code


def _claim(world: World, order_id: str, operation: str, **sent: str) -> None:
    path, body, _, _ = OPERATIONS[operation]
    if operation == "return":
        world.post(f"orders/{order_id}/shipments", tracking_no="1", shipping_company_code="0001",
                   status="shipping")  # fmt: skip
    answer = world.call("POST", f"orders/{order_id}/{path}", json={"request": {**body, **sent}})
    assert answer.status_code == 201, answer.text
    assert "X-Platform-Ignored" not in answer.headers


@pytest.mark.parametrize("operation", OPERATIONS)
def test_with_t_the_gateway_pays_back(world: World, operation: str) -> None:
    _, placed = _paid(world)
    _claim(world, placed["order_id"], operation, payment_gateway_cancel="T")

    assert refund_at_gateways(world) == 1

    refund = _refund(world, placed["order_id"])
    back = Decimal(placed["amount"]) - _captured(world, placed)
    assert (refund["status"], Decimal(refund["refund_amount"])) == ("T", back)
    assert back > 0
    assert states(world, placed["order_id"]) == [OPERATIONS[operation][3]]
    assert verified_orders(world) == []


@pytest.mark.parametrize("sent", [{}, {"payment_gateway_cancel": "F"}], ids=["absent", "F"])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_with_f_the_refund_waits_until_it_is_executed(
    world: World, operation: str, sent: dict[str, str]
) -> None:
    _, placed = _paid(world)
    order_id = placed["order_id"]
    _claim(world, order_id, operation, **sent)

    assert refund_at_gateways(world) == 0
    assert _refund(world, order_id)["status"] == "F"
    assert states(world, order_id) == [OPERATIONS[operation][2]]
    assert _complete(world, order_id, **sent) == 200

    # the app paid it back by other means: the gateway keeps all
    assert refund_at_gateways(world) == 0
    assert (_refund(world, order_id)["status"], _captured(world, placed)) == (
        "T", Decimal(placed["amount"]),
    )  # fmt: skip
    assert states(world, order_id) == [OPERATIONS[operation][3]]
    assert _complete(world, order_id, payment_gateway_cancel="T") == 409
    assert verified_orders(world) == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_waiting_refund_is_paid_back_by_the_gateway_when_it_is_executed_so(
    world: World, operation: str
) -> None:
    _, placed = _paid(world)
    order_id = placed["order_id"]
    _claim(world, order_id, operation)

    assert _complete(world, order_id, payment_gateway_cancel="T") == 200
    assert _complete(world, order_id, payment_gateway_cancel="F") == 409, "it is under way"
    assert refund_at_gateways(world) == 1
    assert _refund(world, order_id)["status"] == "T"
    assert _captured(world, placed) < Decimal(placed["amount"])
    assert verified_orders(world) == []


@pytest.mark.parametrize(("said", "requested"), [("T", 1), ("F", 0)])
def test_a_claim_remembers_it_until_its_last_step(world: World, said: str, requested: int) -> None:
    _, placed = _paid(world)
    order_id = placed["order_id"]
    shipped = {"tracking_no": "1", "shipping_company_code": "0001", "status": "shipping"}
    world.post(f"orders/{order_id}/shipments", **shipped)
    taken = {"status": "accepted", "claim_reason_type": "B", "payment_gateway_cancel": said}
    made = world.post(f"orders/{order_id}/return", **taken)["return"]

    world.put(f"orders/{order_id}/return/{made['claim_code']}", status="returned")

    assert refund_at_gateways(world) == requested


def test_what_the_shop_accepts_by_itself_is_paid_back_by_itself(world: World) -> None:
    settings(world, claim_request="T", claim_request_auto_accept="T")
    shopper, placed = _paid(world)
    path = f"orders/{placed['order_id']}/cancellationrequests"
    shopper.send("POST", path, reason="No longer", reason_type="A")
    order = world.get(f"orders/{placed['order_id']}", embed="cancellation")["order"]
    code = order["cancellation"][0]["claim_code"]

    world.put(f"orders/{placed['order_id']}/cancellation/{code}", status="canceling",
              recover_inventory="T", add_memo_too="F")  # fmt: skip

    assert states(world, placed["order_id"]) == ["C34"]
    assert _complete(world, placed["order_id"], payment_gateway_cancel="T") == 200
    assert refund_at_gateways(world) == 1


@pytest.mark.parametrize("value", ["t", "X", "", 1, None])
def test_another_value_changes_nothing(world: World, value: Any) -> None:
    _, placed = _paid(world)
    sent = {"status": "canceled", "payment_gateway_cancel": value}

    answer = world.call("POST", f"orders/{placed['order_id']}/cancellation", json={"request": sent})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "payment_gateway_cancel"
    assert states(world, placed["order_id"]) == ["N10"]


def test_money_that_was_transferred_is_given_back_at_once_whatever_is_said(world: World) -> None:
    _, code = stocked(world, 5)
    shopper = Shopper(world)
    wanted = [{"variants_code": code, "quantity": 1}]
    placed = shopper.order("cash", variants=wanted, buyer=BUYER)
    world.put("payments", order_id=placed["order_id"], status="paid")

    _claim(world, placed["order_id"], "cancellation", payment_gateway_cancel="F")

    assert _refund(world, placed["order_id"])["status"] == "T"
