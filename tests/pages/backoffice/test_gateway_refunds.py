"""Refunds of payments that a gateway took: the pages say what happens, and ask the gateway."""

from typing import Any

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import paid_back, verified_orders
from tests.commerce.order.order_setup import pay, states
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import forms, said, send
from tests.storefront.shopper_client import (
    BUYER,
    Shopper,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World

PAYS_BACK = "The payment gateway pays the money back as soon as you confirm."
LATER = "It is refunded when you mark it as refunded."


def _paid(world: World) -> str:
    """Return an order of 11,000 that the test gateway took."""
    offer_test_gateway(world)
    _, code = stocked(world, 5)
    shopper = Shopper(world)
    wanted = [{"variants_code": code, "quantity": 1}]
    placed = shopper.order(variants=wanted, buyer=BUYER)
    shopper.carry(shopper.pay(placed["payment_id"]))
    number: str = placed["order_id"]
    return number


def _status(world: World, number: str) -> str:
    [refund] = world.get(f"orders/{number}", embed="refunds")["order"]["refunds"]
    status: str = refund["status"]
    return status


def _cancel(browser: Browser, number: str, **typed: Any) -> Any:
    return send(browser, f"/admin/orders/{number}", "cancel", item__0=f"{number}-01",
                claim_reason_type="H", **typed)  # fmt: skip


def test_a_cancellation_is_paid_back_by_the_gateway_and_the_preview_says_so(owner: Browser) -> None:
    world = owner.world
    number = _paid(world)

    preview = _cancel(owner, number)
    [form] = [each for each in forms(preview.text) if "seen" in each.values]
    done = owner.submit(form.action, form.values)
    waiting = owner.open(f"/admin/orders/{number}").text
    made = refund_at_gateways(world)

    assert PAYS_BACK in preview.text
    assert LATER not in preview.text
    assert "Confirm and refund 11,000 KRW" in preview.text
    assert done.status_code == 303
    assert "The payment gateway is paying the money back." in waiting
    assert "Mark as refunded" not in waiting
    assert (made, _status(world, number), states(world, number)) == (1, "T", ["C40"])


def test_what_the_gateway_cannot_pay_back_is_the_shops_to_transfer(owner: Browser) -> None:
    world = owner.world
    offer_test_gateway(world)
    _, code = stocked(world, 5)
    shopper = Shopper(world)
    placed = shopper.order("cash", variants=[{"variants_code": code, "quantity": 1}], buyer=BUYER)
    number = placed["order_id"]
    pay(world, number)
    world.post(f"orders/{number}/items", variant_code=code)
    further = shopper.send("POST", f"orders/{number}/payments", payment_method="card")
    shopper.carry(shopper.pay(further["payment_id"]))

    preview = _cancel(owner, number, item__1=f"{number}-02")
    [form] = [each for each in forms(preview.text) if "seen" in each.values]
    owner.submit(form.action, form.values)
    assert refund_at_gateways(world) == 1
    waiting = owner.open(f"/admin/orders/{number}").text
    refused = _refund_through_gateway(world, number)
    status = _status(world, number)
    send(owner, f"/admin/orders/{number}", "refund")

    rest = "The gateway cannot pay back 11,000 KRW of it. Transfer this amount yourself."
    assert f"{PAYS_BACK} {rest}" in preview.text
    assert "The payment gateway paid back 11,000 KRW." in waiting
    assert rest in waiting
    assert "Pay back through the gateway" not in waiting
    assert (refused, status, _status(world, number)) == (422, "M", "T")
    assert [each[1] for each in paid_back(world, number)] == [
        "11000.00", "11000.00", "-11000.00", "-11000.00",
    ]  # fmt: skip
    assert verified_orders(world) == []


def _refund_through_gateway(world: World, number: str) -> int:
    """Execute the refund of an order through its gateway; return the status."""
    [refund] = world.get(f"orders/{number}", embed="refunds")["order"]["refunds"]
    sent = {"request": {"status": "complete", "payment_gateway_cancel": "T"}}
    answer = world.call("PUT", f"orders/{number}/refunds/{refund['refund_code']}", json=sent)
    return int(answer.status_code)


def test_a_refund_that_an_app_left_open_is_made_by_the_gateway_or_marked(owner: Browser) -> None:
    world = owner.world
    for by_gateway, made in (("T", 1), ("", 0)):
        number = _paid(world)
        world.post(f"orders/{number}/cancellation", status="canceled")
        page = owner.open(f"/admin/orders/{number}").text

        done = send(owner, f"/admin/orders/{number}", "refund", by_gateway=by_gateway)

        assert "Pay back through the gateway" in page
        assert "Mark as refunded" in page
        assert "refund" in said(done)
        assert refund_at_gateways(world) == made
        assert _status(world, number) == "T"
        assert "Pay back through" not in owner.open(f"/admin/orders/{number}").text
