"""Unpaid orders lose items that were drawn up or priced elsewhere, or whose rest cannot be sold."""

from decimal import Decimal

import pytest

from tests.commerce.order.checkout_setup import HANA, Checkout, amounts
from tests.commerce.order.claim_setup import check_books, claim
from tests.commerce.order.order_setup import order as order_from_elsewhere
from tests.commerce.order.order_setup import pay, states, wanted
from tests.commerce.order.placement.test_drafts import draft, item
from tests.commerce.order.unpaid_order_setup import (
    OF_BIG_ORDERS,
    actual,
    call_off,
    dear_and_cheap,
    has,
)
from tests.world import Stage, World


@pytest.fixture
def shop(world: World) -> Checkout:
    return dear_and_cheap(world)


@pytest.mark.parametrize("member", [True, False])
def test_an_order_that_an_app_drew_up_is_worked_out_anew(shop: Checkout, *, member: bool) -> None:
    world = shop.world
    shop.gold()
    body = {"member_id": HANA} if member else {}
    answer = draft(
        world, item(shop.apron, shop.apron_code), item(shop.cup, shop.cup_code, 2), **body
    )
    number = answer.json()["draftorders"][0]["order_id"]

    claim(world, number, "cancellation", "canceled", (1, 1))

    off = 1_200 if member else 0
    found = amounts(world.get(f"orders/{number}")["order"])
    assert (found["shipping_fee"], found["total_amount_due"]) == (2_500, 14_500 - off)
    alone = draft(world, item(shop.cup, shop.cup_code, 2), **body).json()["draftorders"][0]
    assert alone["payment_amount"]["total_amount"] == 14_500 - off
    pay(world, number)
    check_books(world, number)
    shop.check_books()


def test_a_draft_of_which_nothing_is_sent_stays_without_a_fee(shop: Checkout) -> None:
    items = item(shop.apron, shop.apron_code), item(shop.cup, shop.cup_code)
    answer = draft(shop.world, *items, no_shipping_required="T")
    number = answer.json()["draftorders"][0]["order_id"]

    claim(shop.world, number, "cancellation", "canceled", (1, 1))

    found = amounts(shop.world.get(f"orders/{number}")["order"])
    assert found == {"order_price_amount": 6_000, "total_amount_due": 6_000}


def test_of_an_order_from_elsewhere_items_take_along_what_they_bore(shop: Checkout) -> None:
    world = shop.world
    both = wanted(shop.apron_code), wanted(shop.cup_code)
    number = order_from_elsewhere(world, *both, wishes={"order_coupon": "12400"})

    claim(world, number, "cancellation", "canceled", (1, 1))

    found = amounts(world.get(f"orders/{number}")["order"])
    assert (found["coupon_discount_price"], found["total_amount_due"]) == (600, 5_400)


def test_without_automatic_calculation_items_take_along_what_they_bore(shop: Checkout) -> None:
    coupon = shop.coupon(**OF_BIG_ORDERS)
    number = shop.order(1, 1, coupons=[{"issue_no": coupon}])["order_id"]
    assert shop.world.call("DELETE", f"orders/{number}/autocalculation").status_code == 200

    call_off(shop, number, "shop", (1, 1))

    due = actual(shop, number)["total_amount_due"]
    assert due == 6_000 - 484
    shop.check_books()


def test_what_cannot_be_sold_any_more_is_canceled_with_the_rest(shop: Checkout) -> None:
    world = shop.world
    number = shop.order(1, 1)["order_id"]
    assert world.call("DELETE", f"products/{shop.cup}").status_code == 200
    named = [{"order_item_code": f"{number}-01", "quantity": 1}]

    answer = world.call(
        "POST",
        f"orders/{number}/cancellation",
        json={"request": {"status": "canceled", "items": named}},
    )

    assert answer.status_code == 422, answer.text
    assert "cancel all of it" in answer.json()["error"]["message"]
    assert states(world, number) == ["N00", "N00"]
    claim(world, number, "cancellation", "canceled")
    assert states(world, number) == ["C49", "C49"]


def test_an_order_in_dollars_is_exact_to_the_cent(stage: Stage, world: World) -> None:
    there = stage.new_world(f"{world.mall_id}usd", currencies=("USD", "USD"))
    shop = Checkout(there)
    there.put(
        "shipping",
        shipping_fee_type="M",
        shipping_fee="4.99",
        free_shipping_price="100.00",
        shipping_etc=None,
    )
    there.put(f"products/{shop.apron}", price="118.35")
    there.put(f"products/{shop.cup}", price="6.67")
    shop.gold("20.00")
    coupon = shop.coupon(
        **{
            **OF_BIG_ORDERS,
            "available_min_price": "100.00",
            "discount_amount": {"benefit_price": "10.00"},
        }
    )
    placed = shop.order(
        1, 3, coupons=[{"issue_no": coupon}], use_points="3.33", payment_method="card"
    )
    number = placed["order_id"]

    call_off(shop, number, "buyer", (1, 1))

    seen = there.get(f"orders/{number}")["order"]["actual_order_amount"]
    alone = shop.estimate(0, 3, use_points="3.33", payment_method="card")["order_amount"]
    assert seen == alone
    # three cups at 6.67, each a dollar less for the group, and the fee
    due = Decimal("20.01") - Decimal("3.00") + Decimal("4.99") - Decimal("3.33")
    assert (seen["shipping_fee"], seen["total_amount_due"]) == ("4.99", str(due))
    assert has(shop)[0] == [coupon]
    more = shop.shopper.send("POST", f"orders/{number}/payments", payment_method="card")
    shop.shopper.carry(shop.shopper.pay(more["payment_id"]))
    assert Decimal(there.get(f"orders/{number}")["order"]["payment_amount"]) == due
    check_books(there, number)
    shop.check_books()
