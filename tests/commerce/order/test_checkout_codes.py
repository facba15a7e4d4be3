"""Discount codes at the checkout: what they take off, for whom, how often, and when they return."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from openmall.commerce.promotion.code_uses import store as code_use_store
from openmall.commerce.promotion.discount_codes.tables import CODE
from openmall.database.statements import Statement
from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.unpaid_order_setup import BY, call_off
from tests.commerce.promotion.code_setup import code, uses
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

pytestmark = pytest.mark.both_stores
AT_ONCE = 6


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def test_a_code_that_a_buyer_types_takes_its_part_off(shop: Checkout) -> None:
    number = code(shop.world)

    estimate = shop.estimate(2, discount_code="spring")
    placed = shop.order(2, discount_code="spring")

    assert estimate["discount_code"] == {
        "discount_code": "SPRING",
        "discount_code_name": "Spring",
        "discount_amount": "2200.00",
    }
    assert amounts(estimate) == amounts(placed)
    assert amounts(placed) == {
        "order_price_amount": 22_000,
        "shipping_fee": 2_500,
        "coupon_discount_price": 2_200,
        "total_amount_due": 22_300,
    }
    assert uses(shop.world, number) == 1
    assert shop.world.get("orders/coupons", order_id=placed["order_id"])["coupons"] == [
        {
            "shop_no": 1,
            "order_id": placed["order_id"],
            "order_item_code": "",
            "coupon_name": "Spring",
            "coupon_code": "SPRING",
            "coupon_percent": "10%",
            "coupon_value": "2200.00",
            "coupon_value_final": "2200.00",
        }
    ]
    shop.check_books()


def test_an_estimate_uses_nothing(shop: Checkout) -> None:
    number = code(shop.world, available_issue_count=1)

    shop.estimate(discount_code="SPRING")

    assert uses(shop.world, number) == 0
    assert shop.estimate()["discount_code"] is None


def test_a_code_is_counted_after_the_group_and_coupons_and_before_points(shop: Checkout) -> None:
    code(shop.world)
    shop.gold()

    placed = shop.order(
        coupons=[{"issue_no": shop.coupon()}], discount_code="SPRING", use_points="1000"
    )

    assert amounts(placed) == {
        "order_price_amount": 11_000,
        "shipping_fee": 2_500,
        "membership_discount_amount": 1_100,
        "coupon_discount_price": 3_000 + 690,
        "points_spent_amount": 1_000,
        "total_amount_due": 7_710,
    }
    shop.check_books()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"available_start_date": "2026-11-22"}, "The discount code does not hold yet."),
        ({"available_end_date": "2026-11-20"}, "The discount code does not hold any more."),
        ({"available_min_price": 11_001}, "The order is too small for the discount code."),
        (
            {"available_product_type": "P", "available_product": [999]},
            "The discount code is for other products.",
        ),
        (
            {"available_product_type": "C", "available_category": [999]},
            "The discount code is for other products.",
        ),
        ({"discount_code": "OTHER"}, "The shop has no such discount code."),
        (
            {"discount_value": 1, "discount_truncation_unit": "H"},
            "The discount code would take nothing off.",
        ),
    ],
)
def test_a_code_that_does_not_fit_is_refused(
    shop: Checkout, said: dict[str, Any], message: str
) -> None:
    number = code(shop.world, **said)

    refusal = (422, f"{message} (parameter.discount_code)")

    assert shop.refused(discount_code="SPRING") == refusal
    assert (
        shop.shopper.refused(
            "POST", "orders/estimate", **{**shop.wants(), "discount_code": "SPRING"}
        )
        == refusal
    )
    assert uses(shop.world, number) == 0


def test_a_code_of_a_category_covers_the_products_below_it(shop: Checkout) -> None:
    above = shop.world.post("categories", category_name="All")["category"]["category_no"]
    below = shop.world.post("categories", category_name="Cups", parent_category_no=above)
    shop.world.put(
        f"products/{shop.cup}",
        add_category_no=[{"category_no": below["category"]["category_no"]}],
    )
    code(shop.world, available_product_type="C", available_category=[above])

    placed = shop.order(1, 1, discount_code="SPRING")

    assert amounts(placed)["coupon_discount_price"] == 1_100
    shop.check_books()


def test_guests_use_codes_that_are_for_everybody(shop: Checkout) -> None:
    number = code(shop.world)
    code(shop.world, discount_code="MEMBERS", available_user="M")
    code(shop.world, discount_code="ONCE", max_usage_per_user=1)

    assert shop.refused_to_guest(discount_code="MEMBERS") == (
        422,
        "Sign in first: the discount code is for members. (parameter.discount_code)",
    )
    assert shop.refused_to_guest(discount_code="ONCE") == (
        422,
        "Sign in first: the discount code is limited for each buyer. (parameter.discount_code)",
    )
    guest = Shopper(shop.world)
    placed = guest.send(
        "POST", "orders", **{**shop.wants(), "buyer": BUYER, "discount_code": "SPRING"}
    )

    assert amounts(placed)["coupon_discount_price"] == 1_100
    assert uses(shop.world, number) == 1
    claim(shop.world, placed["order_id"], "cancellation", "canceled", (1, 1))
    assert uses(shop.world, number) == 0
    shop.check_books()


def test_a_member_uses_a_code_as_often_as_it_allows(shop: Checkout) -> None:
    code(shop.world, max_usage_per_user=1)
    shop.order(discount_code="SPRING")

    assert shop.refused(discount_code="SPRING") == (
        422,
        "You have used this discount code. (parameter.discount_code)",
    )
    minho = Shopper(shop.world)
    minho.sign_up("minho")
    minho.send("POST", "orders", **{**shop.wants(), "discount_code": "SPRING"})
    shop.check_books()


def _race(shop: Checkout, shoppers: list[Shopper]) -> list[int]:
    sent = {"json": {"request": {**shop.wants(), "discount_code": "SPRING"}}}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = pool.map(lambda each: each.ask("POST", "orders", **sent).status_code, shoppers)
        return sorted(answers)


def test_a_code_is_never_used_more_often_than_it_may_be_in_all(shop: Checkout) -> None:
    number = code(shop.world, available_issue_count=2)
    buyers = []
    for at in range(AT_ONCE):
        buyers.append(Shopper(shop.world))
        buyers[-1].sign_up(f"buyer{at}")

    done = _race(shop, buyers)

    assert done == [201] * 2 + [422] * (AT_ONCE - 2)
    assert (uses(shop.world, number), shop.world.get("orders/count")["count"]) == (2, 2)
    shop.check_books()


def test_a_code_is_never_used_more_often_than_it_may_be_by_one(shop: Checkout) -> None:
    number = code(shop.world, max_usage_per_user=2)
    devices = []
    for _ in range(AT_ONCE):
        devices.append(Shopper(shop.world))
        devices[-1].session = shop.shopper.session

    done = _race(shop, devices)

    assert done == [201] * 2 + [422] * (AT_ONCE - 2)
    assert uses(shop.world, number) == 2
    shop.check_books()


@pytest.mark.parametrize("who", BY)
def test_a_cancelled_unpaid_order_gives_its_use_back(shop: Checkout, who: str) -> None:
    number = code(shop.world, available_issue_count=1, max_usage_per_user=1)
    placed = shop.order(2, discount_code="SPRING")
    assert shop.refused(discount_code="SPRING")[0] == 422

    call_off(shop, placed["order_id"], who, (1, 2))

    assert uses(shop.world, number) == 0
    shop.check_books()
    shop.order(discount_code="SPRING")
    assert uses(shop.world, number) == 1
    shop.check_books()


def test_a_use_stays_where_the_shop_restores_nothing(shop: Checkout) -> None:
    shop.settings(recover_coupon_setting={"cancel_before_pay": "F"})
    number = code(shop.world)
    placed = shop.order(discount_code="SPRING")

    call_off(shop, placed["order_id"], "shop", (1, 1))

    assert uses(shop.world, number) == 1
    shop.check_books()


def test_the_rest_of_an_unpaid_order_keeps_the_terms_it_was_placed_on(shop: Checkout) -> None:
    number = code(shop.world)
    placed = shop.order(2, discount_code="SPRING")
    shop.world.put(f"discountcodes/{number}", discount_code_name="Spring", discount_value=50)

    call_off(shop, placed["order_id"], "shop", (1, 1))

    seen = amounts(shop.world.get(f"orders/{placed['order_id']}")["order"])
    assert (seen["coupon_discount_price"], seen["total_amount_due"]) == (1_100, 12_400)
    assert uses(shop.world, number) == 1
    shop.check_books()


def test_the_rest_that_is_too_small_gives_the_use_back(shop: Checkout) -> None:
    number = code(shop.world, available_min_price=20_000)
    placed = shop.order(2, discount_code="SPRING")

    call_off(shop, placed["order_id"], "shop", (1, 1))

    seen = amounts(shop.world.get(f"orders/{placed['order_id']}")["order"])
    assert ("coupon_discount_price" in seen, seen["total_amount_due"]) == (False, 13_500)
    assert uses(shop.world, number) == 0
    call_off(shop, placed["order_id"], "shop", (1, 1))
    assert uses(shop.world, number) == 0
    shop.check_books()


def test_an_order_keeps_the_discount_of_a_code_that_is_deleted(shop: Checkout) -> None:
    number = code(shop.world)
    placed = shop.order(2, discount_code="SPRING")
    assert shop.world.call("DELETE", f"discountcodes/{number}").status_code == 200

    call_off(shop, placed["order_id"], "shop", (1, 1))

    seen = amounts(shop.world.get(f"orders/{placed['order_id']}")["order"])
    assert seen["coupon_discount_price"] == 1_100
    shop.check_books()


def test_a_count_that_is_wrong_is_found(shop: Checkout) -> None:
    number = code(shop.world)
    shop.order(discount_code="SPRING")
    wrong = Statement(update(CODE).where(CODE.c.mall_id == bindparam("mall_id")).values(used=7))
    shop.world.in_transaction(lambda db: db.run(wrong))

    [found] = shop.world.in_transaction(code_use_store.differences)

    assert (found.subject, found.number, found.kept, found.ledger) == (
        "code",
        str(number),
        "7",
        "1",
    )
