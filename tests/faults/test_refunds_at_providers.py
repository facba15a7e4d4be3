"""Refunds at a payment provider: made once, whatever becomes of the answer."""

from typing import Any

import pytest

from openmall.commerce.order.billing.refunds import gateway_refunds
from tests.commerce.order.claim_setup import claim, paid_back, verified_orders
from tests.faults.provider_purchase import Purchase
from tests.storefront.shopper_client import refund_at_gateways

pytestmark = pytest.mark.both_stores


@pytest.mark.parametrize("fault", ["lost", "broken"])
def test_a_refund_is_made_once_whatever_becomes_of_the_answer(
    purchase: Purchase, fault: Any
) -> None:
    purchase.pay()
    claim(purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    purchase.provider.fault = fault

    assert refund_at_gateways(purchase.world) == 0
    assert (purchase.refund["status"], purchase.states) == ("F", ["C41"])
    assert purchase.paid() == 11_000, "the ledger waits for the provider"
    purchase.provider.fault = ""
    assert refund_at_gateways(purchase.world) == 0, "not before its time"
    purchase.world.stage.clock.pass_(gateway_refunds.LEASE)
    assert refund_at_gateways(purchase.world) == 1

    assert (purchase.refund["status"], purchase.states, purchase.paid()) == ("T", ["C40"], 0)
    assert purchase.provider.refunded(purchase.payment_id) == 11_000
    assert len(purchase.provider.refunds) == 1


def test_a_refund_that_the_provider_works_on_is_awaited(purchase: Purchase) -> None:
    purchase.pay()
    claim(purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    purchase.provider.refund_answer = "pending"
    assert refund_at_gateways(purchase.world) == 0
    purchase.provider.refund_answer = "succeeded"
    purchase.world.stage.clock.pass_(gateway_refunds.LEASE)

    assert refund_at_gateways(purchase.world) == 1
    assert (purchase.refund["status"], purchase.paid()) == ("T", 0)


def test_a_claim_whose_refund_is_being_made_is_not_withdrawn(purchase: Purchase) -> None:
    purchase.pay()
    claimed = claim(
        purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T"
    )
    path = f"orders/{purchase.order_id}/cancellation/{claimed['claim_code']}"
    undone = {
        "undone": "T",
        "undone_reason_type": "A",
        "undone_reason": "Kept",
        "expose_order_detail": "F",
        "recover_inventory": "F",
        "add_memo_too": "F",
    }
    answer = purchase.world.call("PUT", path, json={"request": undone})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "undone"
    refunds = f"orders/{purchase.order_id}/refunds/{claimed['claim_code']}"
    change = {"status": "complete", "send_sms": "F", "send_mail": "F"}
    assert purchase.world.call("PUT", refunds, json={"request": change}).status_code == 409
    assert refund_at_gateways(purchase.world) == 1


def test_a_refused_refund_is_on_hold_until_the_shop_transfers_the_money(
    purchase: Purchase,
) -> None:
    purchase.pay()
    claimed = claim(
        purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T"
    )
    purchase.provider.refund_answer = "refused"
    assert refund_at_gateways(purchase.world) == 0
    assert (purchase.refund["status"], purchase.states) == ("M", ["C43"])
    assert ["gateway refund" in each.field for each in verified_orders(purchase.world)] == [True]

    purchase.world.put(
        f"orders/{purchase.order_id}/refunds/{claimed['claim_code']}",
        status="complete",
        send_sms="F",
        send_mail="F",
    )

    assert (purchase.refund["status"], purchase.states, purchase.paid()) == ("T", ["C40"], 0)
    assert purchase.provider.refunds == {}


def test_a_refused_refund_is_requested_again_when_it_is_executed_at_the_gateway(
    purchase: Purchase,
) -> None:
    purchase.pay()
    claimed = claim(
        purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T"
    )
    purchase.provider.refund_answer = "refused"
    assert refund_at_gateways(purchase.world) == 0
    path = f"orders/{purchase.order_id}/refunds/{claimed['claim_code']}"
    again = {"status": "complete", "payment_gateway_cancel": "T"}

    purchase.world.put(path, **again)
    assert refund_at_gateways(purchase.world) == 0
    assert (purchase.refund["status"], purchase.states) == ("M", ["C43"])
    purchase.provider.refund_answer = "succeeded"
    purchase.world.put(path, **again)
    assert refund_at_gateways(purchase.world) == 1

    assert (purchase.refund["status"], purchase.states, purchase.paid()) == ("T", ["C40"], 0)
    assert verified_orders(purchase.world) == []


@pytest.mark.parametrize("first", [True, False])
def test_of_a_refund_that_one_of_two_payments_refuses_the_shop_returns_that_part(
    purchase: Purchase, *, first: bool
) -> None:
    purchase.pay()
    purchase.world.stage.clock.pass_(1)
    path = f"orders/{purchase.order_id}"
    purchase.world.post(f"{path}/items", variant_code=purchase.variant)
    further = purchase.shopper.send("POST", f"{path}/payments", payment_method="card")
    purchase.open(further["payment_url"])
    purchase.provider.pay(further["payment_id"])
    assert purchase.call_back(further["payment_id"]) == 204
    purchase.provider.refuses = {purchase.payment_id if first else further["payment_id"]}
    claimed = claim(
        purchase.world, purchase.order_id, "cancellation", "canceled", payment_gateway_cancel="T"
    )
    assert refund_at_gateways(purchase.world) == 1

    purchase.world.put(f"{path}/refunds/{claimed['claim_code']}", status="complete")

    assert (purchase.refund["status"], purchase.states) == ("T", ["C40", "C40"])
    assert [each[1] for each in paid_back(purchase.world, purchase.order_id)] == [
        "11000.00", "11000.00", "-11000.00", "-11000.00",
    ]  # fmt: skip
