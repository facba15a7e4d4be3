"""Items that the shop adds to a paid order: their buyer is told, and can pay for them."""

from decimal import Decimal

import pytest

from openmall.commerce.store import accounts
from tests.commerce.notification.outbox_reading import written
from tests.commerce.order.claim_setup import claim, verified_orders
from tests.commerce.order.order_setup import states
from tests.commerce.order.placement.test_drafts import draft, item
from tests.commerce.product.stock_setup import as_call, stocked
from tests.page_content import sent_along
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.storefront.shopper_client import refund_at_gateways
from tests.world import World

ACCOUNT = {
    "bank_name": "Hana Bank",
    "bank_code": "081",
    "bank_account_no": "123-456-789",
    "bank_account_holder": "Sky Store",
}
DUE = "Items were added to your order: ₩22,000 is still to be paid. Pay now"


def paid_and_added(world: World, guest: Guest) -> str:
    """Let a buyer pay an order at the gateway, then add two items; return its number."""
    number, code = stocked(world, 9)
    guest.put(number)
    order_id = guest.order()
    guest.done(f"/orders/{order_id}/payment", outcome="approved")
    world.stage.clock.pass_(60)
    for _ in range(2):
        world.post(f"orders/{order_id}/items", variant_code=code)
    return order_id


def sums(world: World, order_id: str) -> tuple[str, Decimal, Decimal]:
    order = world.get(f"orders/{order_id}")["order"]
    due = Decimal(order["actual_order_amount"]["total_amount_due"])
    return order["paid"], Decimal(order["payment_amount"]), due


@pytest.mark.parametrize("who", ["guest", "member"])
def test_a_buyer_pays_for_added_items_once(world: World, guest: Guest, who: str) -> None:
    if who == "member":
        guest.join()
    order_id = paid_and_added(world, guest)
    path = f"/orders/{order_id}/payment"

    assert DUE in said(guest.see(f"/orders/{order_id}"))
    till = said(guest.see(path))
    assert "₩22,000" in till
    assert "failed" not in till
    assert guest.done(path, act="again") == path
    assert guest.done(path, outcome="declined") == path
    assert "Payment failed." in said(guest.see(path))
    assert sums(world, order_id) == ("M", 11_000, 22_000)
    world.stage.clock.pass_(60)
    assert guest.done(path, act="again") == path
    assert guest.done(path, outcome="approved") == f"/orders/{order_id}?done=paid"
    again = guest.open(path)

    assert again.headers["location"] == f"/orders/{order_id}"
    assert sums(world, order_id) == ("T", 33_000, 0)
    assert states(world, order_id) == ["N10"] * 3
    assert "still to be paid" not in said(guest.see(f"/orders/{order_id}"))
    confirmed = [each for each in written(world) if each.occasion == "payment_confirmed"]
    assert (
        "₩22,000" in [each for each in confirmed if each.channel == "email"][-1].body.split("\n")[0]
    )
    timeline = world.get(f"orders/{order_id}/paymenttimeline")["paymenttimeline"]
    assert [each["paid_amount"] for each in timeline] == ["11000.00", "22000.00"]
    assert verified_orders(world) == []


def test_what_two_payments_took_is_refunded_through_both(world: World, guest: Guest) -> None:
    order_id = paid_and_added(world, guest)
    path = f"/orders/{order_id}/payment"
    guest.done(path, act="again")
    guest.done(path, outcome="approved")

    claim(world, order_id, "cancellation", "canceled", (1, 1), (2, 1), (3, 1),
          payment_gateway_cancel="T")  # fmt: skip
    assert refund_at_gateways(world) == 2

    [refund] = world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]
    assert (refund["status"], refund["refund_amount"]) == ("T", "33000.00")
    assert sums(world, order_id)[1:] == (0, 0)
    assert verified_orders(world) == []


def test_a_form_that_begins_the_payment_twice_begins_one(world: World, guest: Guest) -> None:
    order_id = paid_and_added(world, guest)
    path = f"/orders/{order_id}/payment"
    page = guest.see(path)
    form = {**sent_along(page), "act": "again"}

    assert [guest.submit(path, form).status_code for _ in range(2)] == [303, 303]

    guest.done(path, outcome="approved")
    assert sums(world, order_id) == ("T", 33_000, 0)
    assert verified_orders(world) == []


def test_a_message_tells_the_amount_the_address_and_the_account(world: World, guest: Guest) -> None:
    as_call(world, lambda call: accounts.add(call, ACCOUNT))
    order_id = paid_and_added(world, guest)

    told = [each for each in written(world) if each.occasion == "further_payment_asked"]

    [mail] = [each for each in told if each.channel == "email"]
    for part in (mail.body, mail.html):
        assert "₩22,000" in part
        assert f"/orders/find?order_id={order_id}" in part
        assert "Hana Bank 123-456-789 (Sky Store)" in part
    assert "123-456-789" in said(guest.see(f"/orders/{order_id}"))


def test_who_has_not_paid_yet_is_told_the_new_amount(world: World, guest: Guest) -> None:
    as_call(world, lambda call: accounts.add(call, ACCOUNT))
    number, code = stocked(world, 9)
    guest.put(number)
    order_id = guest.order(payment_method="cash", bank_account="1")
    world.stage.clock.pass_(60)

    world.post(f"orders/{order_id}/items", variant_code=code)

    [mail] = [
        each
        for each in written(world)
        if each.occasion == "further_payment_asked" and each.channel == "email"
    ]
    assert "₩22,000" in mail.body
    assert "Hana Bank 123-456-789 (Sky Store)" in mail.body


def test_a_buyer_pays_the_order_of_an_app_at_the_gateway(world: World, guest: Guest) -> None:
    guest.join()
    product, code = stocked(world, 9)
    placed = draft(world, item(product, code), member_id="hana", payment_method="card")
    order_id = placed.json()["draftorders"][0]["order_id"]
    path = f"/orders/{order_id}/payment"

    page = said(guest.see(f"/orders/{order_id}"))
    assert "This order is not paid yet. Pay now" in page
    assert "ask the shop" not in page
    assert guest.done(path, act="again") == path
    guest.done(path, outcome="approved")

    assert sums(world, order_id) == ("T", 11_000, 0)
    assert verified_orders(world) == []
