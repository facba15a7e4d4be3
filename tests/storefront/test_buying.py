"""A shopper signs up, fills a cart, orders, pays at the test gateway, and sees the order."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.access.limits.local_counters import LocalCounters
from openmall.app import Application
from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.commerce.order.billing.gateways.testing import FRESH
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import money
from openmall.database.factory import open_database
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import pay, states
from tests.commerce.product.stock_setup import as_call, quantity, stocked
from tests.storefront.shopper_client import (
    BUYER,
    RECEIVER,
    Shopper,
    benefit,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World


@pytest.fixture
def shopper(world: World) -> Shopper:
    offer_test_gateway(world)
    return Shopper(world)


def bought(shopper: Shopper, units: int = 5) -> tuple[int, str, Any]:
    """Let a member order one unit of a product of which there are `units`."""
    number, code = stocked(shopper.world, units)
    shopper.sign_up()
    shopper.put(number)
    return number, code, shopper.order()


def test_a_shopper_buys(world: World, shopper: Shopper) -> None:
    number, code = stocked(world, 5)
    shopper.put(number)
    shopper.sign_up()
    assert [each["product_no"] for each in shopper.get("products")] == [number]
    [lying] = shopper.get("carts")
    assert (lying["variants_code"], lying["quantity"], lying["discount_price"]) == (
        code,
        1,
        "11000.00",
    )

    placed = shopper.order()

    order_id = placed["order_id"]
    assert placed == {
        "shop_no": 1,
        "order_id": order_id,
        "amount": "11000.00",
        "currency": "KRW",
        "payment_method": "card",
        "paid": "F",
        "payment_id": placed["payment_id"],
        "gateway": "test",
        "payment_url": (f"{world.base_url}/api/v2/testgateway/payments/{placed['payment_id']}"),
        "expires_date": "2026-11-21T09:30:00+09:00",
        "actual_order_amount": placed["actual_order_amount"],
        "first_order": "T",
        "order_place_id": "platform",
    }
    assert shopper.get("carts") == []
    paid = shopper.pay(placed["payment_id"])
    assert states(world, order_id) == ["N00"], "the shop was not told yet"
    assert [each["state"] for each in shopper.carry(paid)] == ["approved"]

    seen = shopper.get(f"orders/{order_id}")
    assert (seen["paid"], seen["payment_amount"]) == ("T", "11000.00")
    [item] = seen["items"]
    assert (item["order_status"], item["buttons"]) == ("N10", ["cancel"])
    [payment] = seen["payments"]
    assert (payment["state"], payment["amount"], payment["reason"]) == ("approved", "11000.00", "")
    assert [each["order_id"] for each in shopper.get("orders")] == [order_id]
    assert quantity(world, number, code) == 4
    [entry] = world.get(f"orders/{order_id}/paymenttimeline")["paymenttimeline"]
    assert (entry["paid_amount"], entry["payment_methods"]) == ("11000.00", ["card"])
    order = world.get(f"orders/{order_id}", embed="buyer")["order"]
    assert (order["member_id"], order["buyer"]["name"]) == ("hana", "Hana Kim")
    assert order["transaction_ids"] == [paid["callbacks"][0]["transaction_id"]]


def test_the_process_is_another_one_when_the_callback_comes(world: World, shopper: Shopper) -> None:
    _, _, placed = bought(shopper)
    paid = shopper.pay(placed["payment_id"])
    stage = world.stage
    before = stage.client.app

    async def begin_anew() -> Application:
        opened = open_database(stage.app.configuration)
        return Application(stage.app.configuration, opened, LocalCounters(), stage.clock)

    again = stage.run(begin_anew)
    stage.client.app = again
    try:
        [taken] = shopper.carry(paid)
        seen = shopper.get(f"orders/{placed['order_id']}")
    finally:
        stage.client.app = before
        stage.run(again.database.close)

    assert (taken["state"], seen["paid"]) == ("approved", "T")


def test_a_declined_payment_leaves_the_order_and_may_be_tried_again(
    world: World, shopper: Shopper
) -> None:
    number, code, placed = bought(shopper)
    order_id = placed["order_id"]

    [taken] = shopper.carry(shopper.pay(placed["payment_id"], "declined"))

    assert taken["state"] == "declined"
    [tried] = shopper.get(f"orders/{order_id}")["payments"]
    assert (tried["state"], tried["reason"]) == ("declined", "The test card was declined.")
    assert states(world, order_id) == ["N00"]
    more = shopper.send("POST", f"orders/{order_id}/payments", payment_method="card")
    shopper.carry(shopper.pay(more["payment_id"]))
    assert states(world, order_id) == ["N10"]
    assert quantity(world, number, code) == 4


def test_a_lost_callback_is_asked_for(world: World, shopper: Shopper) -> None:
    _, _, placed = bought(shopper)
    order_id = placed["order_id"]
    early = shopper.send("POST", f"orders/{order_id}/payments/confirm")
    assert shopper.carry(shopper.pay(placed["payment_id"], "lost")) == []

    taken = shopper.send("POST", f"orders/{order_id}/payments/confirm")

    assert (early["state"], taken["state"]) == ("started", "approved")
    assert states(world, order_id) == ["N10"]


# which of two random ids is the larger one is open, so that a few are tried
@pytest.mark.parametrize("_once_more", range(4))
def test_the_newest_payment_is_asked_for_also_within_a_second(
    world: World, shopper: Shopper, _once_more: int
) -> None:
    _, _, placed = bought(shopper)
    order_id = placed["order_id"]
    shopper.carry(shopper.pay(placed["payment_id"], "declined"))
    more = shopper.send("POST", f"orders/{order_id}/payments", payment_method="card")
    assert shopper.carry(shopper.pay(more["payment_id"], "lost")) == []

    taken = shopper.send("POST", f"orders/{order_id}/payments/confirm")

    assert (taken["payment_id"], taken["state"]) == (more["payment_id"], "approved")


def test_a_duplicate_callback_is_answered_alike_and_done_once(
    world: World, shopper: Shopper
) -> None:
    number, code, placed = bought(shopper)

    first, second = shopper.carry(shopper.pay(placed["payment_id"], "duplicate"))

    assert first == second
    assert len(world.get(f"orders/{placed['order_id']}/paymenttimeline")["paymenttimeline"]) == 1
    assert quantity(world, number, code) == 4


def test_a_delayed_callback_comes_later(world: World, shopper: Shopper) -> None:
    _, _, placed = bought(shopper)
    paid = shopper.pay(placed["payment_id"], "delayed")
    world.stage.clock.pass_(paid["callback_after"])

    assert [each["state"] for each in shopper.carry(paid)] == ["approved"]


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"amount": "1.00"}, 401),
        ({"currency": "USD"}, 401),
        ({"order_id": "20261121-0000099"}, 401),
        ({"result": "declined"}, 401),
        ({"signature": "0" * 64}, 401),
        ({"signature": "é"}, 401),
    ],
)
def test_a_callback_that_was_tampered_with_changes_nothing(
    world: World, shopper: Shopper, changed: dict[str, str], status: int
) -> None:
    _, _, placed = bought(shopper)
    paid = shopper.pay(placed["payment_id"])
    [callback] = paid["callbacks"]

    refusal = world.stage.client.post(paid["callback_url"], json={**callback, **changed})

    assert refusal.status_code == status
    assert states(world, placed["order_id"]) == ["N00"]


def test_an_old_callback_is_refused(world: World, shopper: Shopper) -> None:
    _, _, placed = bought(shopper)
    paid = shopper.pay(placed["payment_id"])
    [callback] = paid["callbacks"]
    world.stage.clock.pass_(FRESH + 1)

    assert world.stage.client.post(paid["callback_url"], json=callback).status_code == 401
    assert states(world, placed["order_id"]) == ["N00"]


def test_who_pays_when_nothing_is_left_gets_the_money_back(world: World, shopper: Shopper) -> None:
    _, code, placed = bought(shopper, units=1)
    world.stage.clock.pass_(gateway_payment.SECONDS + 1)
    quick = Shopper(world)
    wants = [{"variants_code": code, "quantity": 1}]
    other = quick.order(variants=wants, buyer=BUYER)
    quick.carry(quick.pay(other["payment_id"]))

    [taken] = shopper.carry(shopper.pay(placed["payment_id"]))

    assert taken["state"] == "cancelled"
    [tried] = shopper.get(f"orders/{placed['order_id']}")["payments"]
    assert tried["reason"] == gateway_payment.TOO_LATE
    assert states(world, placed["order_id"]) == ["N00"]


def test_who_pays_an_order_that_was_paid_gets_the_money_back(
    world: World, shopper: Shopper
) -> None:
    _, _, placed = bought(shopper)
    assert pay(world, placed["order_id"]).status_code == 200

    [taken] = shopper.carry(shopper.pay(placed["payment_id"]))

    assert taken["state"] == "cancelled"


def test_money_is_given_back_through_the_gateway_up_to_what_was_paid(
    world: World, shopper: Shopper
) -> None:
    _, _, placed = bought(shopper)
    shopper.carry(shopper.pay(placed["payment_id"]))
    order_id = placed["order_id"]

    async def give(call: Call, amount: str, refund_code: str) -> str:
        [attempt] = await payment_refunds.paid_by(call, order_id, ["card"])
        await payment_refunds.request_refund(
            call, [attempt], Decimal(amount), refund_code=refund_code, reason="returned"
        )
        return attempt.gateway

    assert as_call(world, lambda call: give(call, "10000.00", "R1")) == "test"
    # a cent more than is left is the shop's to return
    assert as_call(world, lambda call: give(call, "1000.01", "R2")) == "test"
    with pytest.raises(Invalid, match="Nothing is left"):
        as_call(world, lambda call: give(call, "0.01", "R3"))
    assert refund_at_gateways(world) == 2
    booked = as_call(world, lambda call: gateway_book_store.find(call.db, placed["payment_id"]))
    assert booked is not None
    assert money(booked.cancelled) == Decimal("11000.00")


@pytest.mark.parametrize(("method", "through"), [(None, True), ("T", False)])
def test_what_is_cancelled_is_given_back_the_way_it_came(
    world: World, shopper: Shopper, method: str | None, *, through: bool
) -> None:
    _, _, placed = bought(shopper)
    shopper.carry(shopper.pay(placed["payment_id"]))
    order_id = placed["order_id"]
    said = {} if method is None else {"refund_method_code": method}

    claim(world, order_id, "cancellation", "canceled", **{"payment_gateway_cancel": "T", **said})
    if through:
        [refund] = world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]
        assert (refund["status"], states(world, order_id)) == ("F", ["C41"])
        assert refund_at_gateways(world) == 1

    assert states(world, order_id) == ["C40"]
    [refund] = world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]
    assert (refund["status"], refund["refund_amount"]) == ("T", placed["amount"])
    booked = as_call(world, lambda call: gateway_book_store.find(call.db, placed["payment_id"]))
    assert booked is not None
    assert money(booked.cancelled) == Decimal(placed["amount"] if through else 0)


def test_guests_do_not_order_where_the_shop_sells_to_members(
    world: World, shopper: Shopper
) -> None:
    shopper.put(world.product()["product_no"])
    wish = {"receiver": RECEIVER, "payment_method": "cash", "buyer": BUYER}
    world.put("orderform/setting", buy_limit_type="M")

    refused = shopper.refused("POST", "orders", **wish)
    world.put("orderform/setting", buy_limit_type="A")

    assert refused == (403, "The shop sells to members: sign in first.")
    assert shopper.order("cash", buyer=BUYER)["gateway"] == ""


def test_a_transfer_awaits_payment_and_a_guest_says_who_they_are(
    world: World, shopper: Shopper
) -> None:
    number = world.product()["product_no"]
    shopper.put(number)
    nameless = {"receiver": RECEIVER, "payment_method": "cash"}
    assert shopper.refused("POST", "orders", **nameless) == (
        422,
        "A guest gives a name, an email address and a phone number. (parameter.buyer.name)",
    )

    placed = shopper.order("cash", buyer=BUYER, device="mobile")

    assert (placed["gateway"], placed["payment_url"], placed["first_order"]) == ("", "", "F")
    order = world.get(f"orders/{placed['order_id']}", embed="buyer")["order"]
    assert (order["order_place_id"], order["order_from_mobile"]) == ("mobile", "T")
    assert (order["buyer"]["email"], order["member_id"]) == ("guest@example.com", "")
    assert shopper.get(f"orders/{placed['order_id']}")["paid"] == "F"
    assert [each["order_id"] for each in shopper.get("orders")] == [placed["order_id"]]
    stranger = Shopper(world)
    stranger.put(number)
    assert stranger.get("orders") == []
    assert stranger.refused("GET", f"orders/{placed['order_id']}")[0] == 404


def test_a_shop_without_the_gateway_cannot_be_paid_by_card(world: World) -> None:
    shopper = Shopper(world)
    shopper.put(world.product()["product_no"])

    assert shopper.refused(
        "POST", "orders", receiver=RECEIVER, payment_method="card", buyer=BUYER
    ) == (422, "The shop does not offer this payment method. (parameter.payment_method)")


def test_what_members_are_let_off_is_shown_to_them_alone_and_charged(
    world: World, shopper: Shopper
) -> None:
    number = world.product()["product_no"]
    world.put("shipping", shipping_fee_type="R", shipping_fee="2500.00", shipping_etc=None)
    group = benefit(world)
    shopper.sign_up()
    world.post(f"customergroups/{group}/customers", member_id="hana")
    guest = Shopper(world)

    mine, theirs = (each.ask("GET", f"products/{number}") for each in (shopper, guest))

    assert mine.json()["product"]["discount_price"] == "9900.00"
    assert "discount_price" not in theirs.json()["product"]
    assert mine.headers["etag"] != theirs.headers["etag"]
    assert mine.headers["cache-control"] == "private, no-cache"
    assert "x-openmall-session" in mine.headers["vary"]
    [listed] = shopper.get("products")
    assert listed["discount_price"] == "9900.00"
    assert shopper.get(f"productsdetail/{number}")["discount_price"] == "9900.00"
    assert shopper.get(f"products/{number}/discountprice")["pc_discount_price"] == "9900.00"
    shopper.put(number)
    placed = shopper.order("cash")
    amount = placed["actual_order_amount"]
    assert (
        amount["order_price_amount"],
        amount["membership_discount_amount"],
        amount["shipping_fee"],
        placed["amount"],
    ) == ("11000.00", "1100.00", "2500.00", "12400.00")


def test_what_is_sold_out_is_not_ordered(world: World, shopper: Shopper) -> None:
    _, code = stocked(world, 1)
    wants = [{"variants_code": code, "quantity": 2}]

    status, _ = shopper.refused(
        "POST",
        "orders",
        receiver=RECEIVER,
        payment_method="card",
        buyer=BUYER,
        variants=wants,
    )

    assert status == 422
    assert world.get("orders/count") == {"count": 0}


def test_an_order_is_placed_once_however_often_it_is_sent(world: World, shopper: Shopper) -> None:
    shopper.sign_up()
    shopper.put(world.product()["product_no"])
    sent = {"json": {"request": {"receiver": RECEIVER, "payment_method": "card"}}}

    first, second = (
        shopper.ask("POST", "orders", headers={"Idempotency-Key": "once"}, **sent) for _ in range(2)
    )

    assert (first.status_code, second.content) == (201, first.content)
    assert world.get("orders/count") == {"count": 1}
