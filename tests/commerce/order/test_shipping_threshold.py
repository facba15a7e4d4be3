"""A shipping fee that counts amounts "after discounts" counts what the buyer pays for goods."""

import random
from typing import Any

import pytest

from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.order.unpaid_order_setup import actual, call_off
from tests.commerce.promotion.code_setup import code
from tests.random_cases import cases
from tests.world import World

FEE, FREE_FROM = 3_000, 50_000


@pytest.fixture
def shop(world: World) -> Checkout:
    made = Checkout(world)
    _count(made, "A")
    return made


def _count(shop: Checkout, criteria: str) -> None:
    shop.world.put(
        "shipping",
        shipping_fee_type="M",
        shipping_fee=f"{FEE}.00",
        free_shipping_price=f"{FREE_FROM}.00",
        shipping_fee_criteria=criteria,
    )


def _fee(shop: Checkout, *many: int, **said: Any) -> int:
    """Return the fee that the estimate says."""
    return amounts(shop.estimate(*many, **said)).get("shipping_fee", 0)


def test_codes_and_coupons_count_as_benefits_do(shop: Checkout) -> None:
    code(shop.world, discount_value="20", discount_max_price=99_999)

    assert _fee(shop, 5) == 0, "55,000"
    assert _fee(shop, 5, discount_code="SPRING") == FEE, "44,000"
    issue = shop.coupon(benefit_type="A", discount_amount={"benefit_price": "6000"})
    assert _fee(shop, 5, coupons=[{"issue_no": issue}]) == FEE, "49,000"
    assert _fee(shop, 5, use_points="10000") == 0, "points pay, and are no discount"
    _count(shop, "D")
    assert _fee(shop, 5, discount_code="SPRING") == 0, "before discounts"


def test_an_unpaid_order_that_loses_items_is_counted_the_same_way(shop: Checkout) -> None:
    code(shop.world, discount_value="20", discount_max_price=99_999)
    number = shop.order(6, discount_code="SPRING")["order_id"]
    before = actual(shop, number)

    call_off(shop, number, "shop", (1, 1))

    after = actual(shop, number)
    assert (before.get("shipping_fee", 0), before["total_amount_due"]) == (0, 52_800)
    assert (after["shipping_fee"], after["total_amount_due"]) == (FEE, 44_000 + FEE)


@pytest.mark.parametrize("seed", range(cases(60, usual=5)))
def test_the_fee_is_that_of_what_is_paid_for_goods(shop: Checkout, seed: int) -> None:
    drawn = random.Random(seed)
    said: dict[str, Any] = {}
    if drawn.random() < 0.5:
        shop.benefit(
            "DP", "period_sale", product_list=[shop.apron], discount_value="7",
            discount_value_unit="P",
        )  # fmt: skip
    if drawn.random() < 0.5:
        shop.gold(drawn.choice(["3.00", "11.00"]))
    if drawn.random() < 0.7:
        code(shop.world, discount_value=drawn.choice(["5", "15", "33"]), discount_max_price=99_999)
        said["discount_code"] = "SPRING"
    elif drawn.random() < 0.7:
        price = drawn.choice(["1000", "5500", "9000"])
        said["coupons"] = [
            {"issue_no": shop.coupon(benefit_type="A", discount_amount={"benefit_price": price})}
        ]
    said["use_points"] = drawn.choice(["0", "2000"])
    for aprons, cups in ((4, 1), (5, 0), (3, 3), (6, 1)):
        estimate = shop.estimate(aprons, cups, **said)
        amount = amounts(estimate)
        fee = amount.get("shipping_fee", 0)
        goods = amount["total_amount_due"] + amount.get("points_spent_amount", 0) - fee
        assert fee == (0 if goods >= FREE_FROM else FEE), (aprons, cups, said, amount)
    placed = shop.order(aprons, cups, **said)
    assert amounts(placed) == amount, "an order is charged what its estimate said"
