"""A member buys with a coupon and points, and is brought points and coupons for it."""

import pytest

from tests.commerce.mileage.balance_setup import balance, differences, give
from tests.commerce.order.claim_setup import check_books, claim, sent
from tests.commerce.order.order_setup import pay
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon, issues
from tests.commerce.promotion.coupon_setup import give as issue
from tests.commerce.promotion.test_uses import verified
from tests.storefront.shopper_client import Shopper
from tests.world import World

FIVE_PERCENT = [{"payment_method": "cash", "points_rate": "5", "points_unit_by_payment": "P"}]


@pytest.fixture
def shopper(world: World) -> Shopper:
    """Return hana, with 3,000 points and a product in the cart that brings five percent."""
    shopper = Shopper(world)
    shopper.sign_up()
    give(world, 3000, "hana")
    number, _ = stocked(world, 9)
    world.put(f"products/{number}", points_by_product="T", points_amount=FIVE_PERCENT)
    shopper.put(number)
    return shopper


def points(world: World) -> tuple[int, int, int]:
    found = balance(world, "hana")
    return (
        found.points // 100,
        found.unavailable_points // 100,
        found.unavailable_coupon_points // 100,
    )


def test_a_purchase_with_everything_adds_up_whatever_becomes_of_it(
    world: World, shopper: Shopper
) -> None:
    off = coupon(world)
    brings = coupon(
        world,
        benefit_type="C",
        discount_amount={"benefit_price": "700.00"},
        available_scope="O",
    )
    world.call(
        "PUT",
        "coupons/setting",
        json={"request": {"max_coupon_count": {"order_per_order": 2}}},
        headers={"X-Platform-Api-Version": "2026-03-01"},
    )
    chosen = [{"issue_no": issue(world, each, "hana")} for each in (off, brings)]

    placed = shopper.order("cash", coupons=chosen, use_points="2000")

    amount = placed["actual_order_amount"]
    assert (amount["coupon_discount_price"], amount["points_spent_amount"]) == (
        "3000.00",
        "2000.00",
    )
    paid = float(placed["amount"]) - float(amount["shipping_fee"])
    assert points(world) == (1000, 0, 0)
    pay(world, placed["order_id"])
    earned = int(paid * 0.05)
    assert points(world) == (1000, earned, 700)

    claim(world, placed["order_id"], "cancellation", "canceled")

    assert points(world) == (3000, 0, 0)
    check_books(world, placed["order_id"])
    assert (differences(world), verified(world)) == ([], [])


@pytest.mark.parametrize(("occasion", "when"), [("O", "paid"), ("F", "paid"), ("D", "delivered")])
def test_an_order_brings_coupons(world: World, shopper: Shopper, occasion: str, when: str) -> None:
    number = coupon(world, issue_type="A", issue_sub_type=occasion)

    order_id = shopper.order("cash")["order_id"]
    assert issues(world, number) == []
    pay(world, order_id)
    assert len(issues(world, number)) == (when == "paid")
    sent(world, order_id, "shipped")

    assert [each["member_id"] for each in issues(world, number)] == ["hana"]


def test_only_a_first_order_brings_what_a_first_order_brings(
    world: World, shopper: Shopper
) -> None:
    number = coupon(world, issue_type="A", issue_sub_type="F", same_user_reissue="T")
    pay(world, shopper.order("cash")["order_id"])
    shopper.put(stocked(world, 9)[0])

    pay(world, shopper.order("cash")["order_id"])

    assert len(issues(world, number)) == 1
