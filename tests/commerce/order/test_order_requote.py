"""An order that nobody paid loses items: what is left costs as much as if ordered alone."""

from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.checkout_setup import CREDITS, POINTS, Checkout, amounts
from tests.commerce.order.claim_setup import check_books, claim, lines
from tests.commerce.order.order_setup import pay, states
from tests.commerce.order.unpaid_order_setup import (
    BY,
    OF_BIG_ORDERS,
    actual,
    call_off,
    dear_and_cheap,
    has,
    paid_with_the_rest,
)
from tests.commerce.product.stock_setup import quantity, stocked
from tests.storefront.shopper_client import RECEIVER, refund_at_gateways
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return dear_and_cheap(world)


@pytest.mark.parametrize("who", BY)
def test_a_coupon_whose_least_amount_is_not_reached_comes_back(shop: Checkout, who: str) -> None:
    coupon = shop.coupon(**OF_BIG_ORDERS)
    placed = shop.order(1, 1, coupons=[{"issue_no": coupon}], payment_method="card")
    number = placed["order_id"]
    assert (placed["amount"], has(shop)[0]) == ("114000.00", [])

    call_off(shop, number, who, (1, 1))

    assert actual(shop, number) == {
        "order_price_amount": 6_000,
        "shipping_fee": 2_500,
        "total_amount_due": 8_500,
    }
    assert has(shop)[0] == [coupon]
    assert shop.world.get("orders/coupons", order_id=number)["coupons"] == []
    assert quantity(shop.world, shop.apron, shop.apron_code) == 10
    paid_with_the_rest(shop, number, 8_500)
    assert states(shop.world, number)[1] == "N10"


@pytest.mark.parametrize("who", BY)
def test_sending_is_charged_where_the_rest_is_not_sent_free(shop: Checkout, who: str) -> None:
    world = shop.world
    world.put("shipping", shipping_fee_type="M", shipping_fee="3000", free_shipping_price="50000")
    world.put(f"products/{shop.apron}", price="189000.00")
    placed = shop.order(1, 1, payment_method="card")
    assert placed["amount"] == "195000.00"
    number = placed["order_id"]

    call_off(shop, number, who, (1, 1))

    assert actual(shop, number) == {
        "order_price_amount": 6_000,
        "shipping_fee": 3_000,
        "total_amount_due": 9_000,
    }
    [fee] = world.get(f"orders/{number}")["order"]["shipping_fee_detail"]
    assert (fee["shipping_fee"], fee["items"]) == ("3000.00", [f"{number}-02"])
    paid_with_the_rest(shop, number, 9_000)


@pytest.mark.parametrize("who", BY)
def test_all_that_comes_off_is_worked_out_for_what_is_left(shop: Checkout, who: str) -> None:
    shop.gold()
    big, any_ = shop.coupon(**OF_BIG_ORDERS), shop.coupon(benefit_type="E", discount_amount=None)
    shop.settings(max_coupon_count={"order_per_order": 2})
    placed = shop.order(
        1,
        2,
        coupons=[{"issue_no": big}],
        use_points="3000",
        use_credits="4000",
        payment_method="card",
    )
    number = placed["order_id"]
    assert amounts(placed) == {
        "order_price_amount": 130_000,
        "coupon_discount_price": 10_000,
        "membership_discount_amount": 13_000,
        "points_spent_amount": 3_000,
        "credits_spent_amount": 4_000,
        "total_amount_due": 100_000,
    }

    call_off(shop, number, who, (1, 1))

    assert actual(shop, number) == {
        "order_price_amount": 12_000,
        "shipping_fee": 2_500,
        "membership_discount_amount": 1_200,
        "points_spent_amount": 3_000,
        "credits_spent_amount": 4_000,
        "total_amount_due": 6_300,
    }
    alone = shop.estimate(0, 2, use_points="3000", use_credits="4000", payment_method="card")
    assert amounts(alone) == actual(shop, number)
    assert has(shop) == (sorted([big, any_]), POINTS - 3_000, CREDITS - 4_000)
    call_off(shop, number, who, (2, 1))
    assert actual(shop, number) == {
        "order_price_amount": 6_000,
        "shipping_fee": 2_500,
        "membership_discount_amount": 600,
        "points_spent_amount": 3_000,
        "credits_spent_amount": 4_000,
        "total_amount_due": 900,
    }
    paid_with_the_rest(shop, number, 900)
    claim(shop.world, number, "cancellation", "canceled", payment_gateway_cancel="T")
    assert refund_at_gateways(shop.world) == 1
    assert has(shop)[1:] == (POINTS, CREDITS)
    check_books(shop.world, number)
    shop.check_books()


@pytest.mark.parametrize(
    ("points", "credits_", "left", "due"),
    [
        ("20000", "0", (8_500, 0), 0),
        ("8000", "30000", (8_000, 500), 0),
        ("0", "100", (0, 100), 8400),
    ],
)
def test_points_and_credits_that_are_not_needed_come_back(
    shop: Checkout, points: str, credits_: str, left: tuple[int, int], due: int
) -> None:
    placed = shop.order(1, 1, use_points=points, use_credits=credits_, payment_method="card")
    number = placed["order_id"]

    call_off(shop, number, "buyer", (1, 1))

    found = actual(shop, number)
    assert found.get("total_amount_due", 0) == due
    assert (found.get("points_spent_amount", 0), found.get("credits_spent_amount", 0)) == left
    assert has(shop)[1:] == (POINTS - left[0], CREDITS - left[1])
    paid_with_the_rest(shop, number, due)


def test_a_coupon_of_an_item_stays_or_goes_with_it(shop: Checkout) -> None:
    shop.settings(max_coupon_count={"product_per_order": 2})
    of_dear = shop.coupon(available_scope="P")
    of_cheap = shop.coupon(available_scope="P", discount_amount={"benefit_price": "1000.00"})
    number = shop.order(
        1,
        1,
        coupons=[{"issue_no": of_dear, "item_no": 1}, {"issue_no": of_cheap, "item_no": 2}],
    )["order_id"]

    call_off(shop, number, "shop", (1, 1))

    assert actual(shop, number) == {
        "order_price_amount": 6_000,
        "shipping_fee": 2_500,
        "coupon_discount_price": 1_000,
        "total_amount_due": 7_500,
    }
    assert has(shop)[0] == [of_dear]
    [kept] = shop.world.get("orders/coupons", order_id=number)["coupons"]
    assert (kept["order_item_code"], kept["coupon_value_final"]) == (f"{number}-02", "1000.00")
    paid_with_the_rest(shop, number, 7_500)


def test_a_coupon_that_still_holds_stays_at_what_it_is_worth_now(shop: Checkout) -> None:
    tenth = shop.coupon(
        available_end_datetime="2026-11-21T10:00:00+09:00",
        benefit_type="B",
        discount_amount=None,
        discount_rate={
            "benefit_percentage": "10.0",
            "benefit_percentage_round_unit": "10",
            "benefit_percentage_max_price": "20000.00",
        },
    )
    placed = shop.order(1, 1, coupons=[{"issue_no": tenth}])
    number = placed["order_id"]
    assert placed["amount"] == "111600.00"
    shop.world.stage.clock.pass_(3_700)  # the coupon has expired, and the order stands

    call_off(shop, number, "shop", (1, 1))

    assert actual(shop, number)["coupon_discount_price"] == 600
    assert actual(shop, number)["total_amount_due"] == 7_900
    assert has(shop)[0] == []
    shop.check_books()


def test_what_an_order_brings_follows(shop: Checkout) -> None:
    five = {"payment_method": "cash", "points_rate": "5", "points_unit_by_payment": "P"}
    for product in (shop.apron, shop.cup):
        shop.world.put(
            f"products/{product}",
            points_by_product="T",
            points_setting_by_payment="C",
            points_amount=[five],
        )
    number = shop.order(1, 2, use_points="3000")["order_id"]

    call_off(shop, number, "shop", (1, 1))

    assert lines(shop.world, number)[0].share.earned == 0
    paid_by_money = Decimal(12_000) * (1 - Decimal(3_000) / 14_500)
    assert abs(lines(shop.world, number)[1].share.earned - paid_by_money / 20) <= 1
    shop.check_books()


def test_what_the_shop_put_on_an_order_and_what_it_added_stay(shop: Checkout) -> None:
    world = shop.world
    number = shop.order(1, 1)["order_id"]
    terms = {"change_payment_amount": "T", "change_payment_method": "F"}
    world.put(f"orders/{number}/payments", **terms, admin_additional_amount="700.00")
    world.post(f"orders/{number}/items", variant_code=shop.cup_code)

    call_off(shop, number, "shop", (1, 1))

    assert actual(shop, number)["total_amount_due"] == 12_000 + 2_500 + 700
    pay(world, number)
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "15200.00"
    shop.check_books()


def test_a_part_of_an_item_is_canceled(shop: Checkout) -> None:
    number = shop.order(0, 9)["order_id"]
    assert actual(shop, number)["total_amount_due"] == 54_000

    call_off(shop, number, "buyer", (1, 8))

    assert actual(shop, number)["total_amount_due"] == 8_500
    assert quantity(shop.world, shop.cup, shop.cup_code) == 10
    paid_with_the_rest(shop, number, 8_500)


def test_a_fee_that_the_shop_cancelled_is_not_charged_again(shop: Checkout) -> None:
    number = shop.order(0, 3, use_points="1000")["order_id"]
    shop.world.post(f"orders/{number}/shippingfeecancellation")
    before = has(shop)[1]

    call_off(shop, number, "shop", (1, 1))

    spent = actual(shop, number)["points_spent_amount"]
    assert actual(shop, number)["total_amount_due"] == 12_000 - spent
    assert has(shop)[1] == before == POINTS - spent
    shop.check_books()


_ANY: list[dict[str, Any]] = [
    {"aprons": 2, "cups": 3, "use_points": "1234", "use_credits": "777"},
    {"aprons": 1, "cups": 9, "use_points": "20000", "use_credits": "30000"},
    {"aprons": 3, "cups": 1, "device": "mobile", "payment_method": "card"},
    {"aprons": 1, "cups": 4, "prepaid_shipping_fee": "C"},
]


@pytest.mark.parametrize("wish", _ANY)
def test_whatever_is_canceled_the_rest_costs_what_it_costs_alone(
    shop: Checkout, wish: dict[str, Any]
) -> None:
    shop.gold("3.00")
    wish = dict(wish)
    aprons, cups = wish.pop("aprons"), wish.pop("cups")
    number = shop.order(aprons, cups, receiver=RECEIVER, **wish)["order_id"]
    # the order itself holds cups, points and credits, and an estimate is for more of them
    shop.fill_balances()
    shop.world.put(f"products/{shop.cup}/variants/{shop.cup_code}", quantity=100)
    while cups > 1 or aprons:
        at = 1 if aprons else 2
        call_off(shop, number, "buyer" if cups % 2 else "shop", (at, 1))
        aprons, cups = (aprons - 1, cups) if aprons else (0, cups - 1)
        seen = actual(shop, number)
        spent = {
            "use_points": str(seen.get("points_spent_amount", 0)),
            "use_credits": str(seen.get("credits_spent_amount", 0)),
        }
        alone = amounts(shop.estimate(aprons, cups, **{**wish, **spent}))
        assert seen == alone
        shop.check_books()
    pay(shop.world, number)
    check_books(shop.world, number)


def test_stocked_is_put_by_for_the_rest_alone(world: World) -> None:
    shop = dear_and_cheap(world)
    _, code = stocked(world, 3)
    number = shop.shopper.send(
        "POST",
        "orders",
        variants=[{"variants_code": code, "quantity": 3}],
        payment_method="cash",
        receiver=RECEIVER,
    )["order_id"]

    call_off(shop, number, "buyer", (1, 2))

    assert states(world, number) == ["N00", "C47"]
    assert actual(shop, number)["total_amount_due"] == 13_500
