"""What an order brought is revoked with it; what was spent already comes off the refund."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.mileage.points import pending_points
from openmall.contract.moments import Clocks
from tests.commerce.mileage.balance_setup import balance
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import check_books, claim, sent
from tests.commerce.order.order_setup import pay
from tests.commerce.promotion.coupon_setup import coupon, issues
from tests.world import World

FIVE_PERCENT = [{"payment_method": "cash", "points_rate": "5", "points_unit_by_payment": "P"}]
AGAIN: dict[str, Any] = {"issue_type": "A", "same_user_reissue": "T"}


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def _bought(shop: Checkout, aprons: int = 1, cups: int = 0, **said: Any) -> str:
    number: str = shop.order(aprons, cups, **said)["order_id"]
    assert pay(shop.world, number).status_code == 200
    return number


def _refund(shop: Checkout, number: str) -> dict[str, Any]:
    period = {"start_date": "2026-11-01", "end_date": "2027-01-31"}
    [found] = shop.world.get("refunds", order_id=number, **period)["refunds"]
    refund: dict[str, Any] = shop.world.get(f"refunds/{found['refund_code']}")["refund"]
    return refund


def _held(shop: Checkout) -> list[str]:
    found = shop.world.get(f"customers/{HANA}/coupons", limit=100)["coupons"]
    return [each["issue_no"] for each in found]


@pytest.mark.parametrize("occasion", ["O", "F", "D"])
def test_a_coupon_goes_with_the_order_that_brought_it(shop: Checkout, occasion: str) -> None:
    coupon(shop.world, **AGAIN, issue_sub_type=occasion)

    number = _bought(shop)
    if occasion == "D":
        sent(shop.world, number, "shipped")
    assert len(_held(shop)) == 1
    kind, status = ("return", "returned") if occasion == "D" else ("cancellation", "canceled")
    claim(shop.world, number, kind, status)

    assert _held(shop) == []
    shop.check_books()


def test_ordering_and_cancelling_in_turns_brings_no_coupon(shop: Checkout) -> None:
    number = coupon(shop.world, **AGAIN, issue_sub_type="O")

    for _ in range(3):
        claim(shop.world, _bought(shop), "cancellation", "canceled")

    assert _held(shop) == []
    assert issues(shop.world, number) == []
    _bought(shop)
    assert len(_held(shop)) == 1


def test_a_coupon_for_a_large_order_goes_when_the_rest_is_small(shop: Checkout) -> None:
    coupon(
        shop.world,
        **AGAIN,
        issue_sub_type="O",
        issue_order_amount_type="O",
        issue_order_amount_limit="L",
        issue_order_amount_min="20000",
    )
    number = _bought(shop, 1, 1)
    assert len(_held(shop)) == 1

    claim(shop.world, number, "cancellation", "canceled", (2, 1))

    assert _held(shop) == []


def test_a_used_coupon_comes_off_the_refund(shop: Checkout) -> None:
    coupon(shop.world, **AGAIN, issue_sub_type="O")
    first = _bought(shop)
    [issue_no] = _held(shop)
    second = _bought(shop, coupons=[{"issue_no": issue_no}])

    claim(shop.world, first, "cancellation", "canceled")

    refund = _refund(shop, first)
    assert Decimal(refund["refund_amount"]) == 11_000 + 2_500 - 3_000
    assert Decimal(refund["manually_input_amount"]) == -3_000
    check_books(shop.world, first)
    check_books(shop.world, second)
    shop.check_books()


def test_credits_that_were_spent_come_off_the_refund(shop: Checkout) -> None:
    brings = shop.coupon(
        benefit_type="F", discount_amount={"benefit_price": "700.00"}, available_scope="O"
    )
    credits_before = balance(shop.world, HANA)
    number = _bought(shop, coupons=[{"issue_no": brings}])
    brought = balance(shop.world, HANA)
    gained = (brought.points + brought.credits + brought.unavailable_coupon_points) - (
        credits_before.points + credits_before.credits
    )
    assert gained == 700 * 100

    claim(shop.world, number, "cancellation", "canceled")

    after = balance(shop.world, HANA)
    assert (after.points, after.credits) == (credits_before.points, credits_before.credits)
    shop.check_books()


def test_points_that_were_spent_come_off_the_refund(shop: Checkout) -> None:
    world = shop.world
    world.put(f"products/{shop.apron}", points_by_product="T", points_amount=FIVE_PERCENT)
    number = _bought(shop)
    sent(world, number, "shipped")
    at_hand = balance(world, HANA)
    if at_hand.unavailable_points:
        world.stage.clock.pass_(60 * 86_400)
        world.full = world.install(restricted=True)
        world.stage.run(
            lambda: pending_points.confirm_due(
                world.stage.app.database, Clocks(world.stage.clock), [world.mall_id]
            )
        )
        shop.shopper.session = ""
        shop.shopper.send("POST", "sessions", member_id=HANA, password="correct horse battery")
    have = balance(world, HANA).points // 100
    assert have == 20_000 + 550
    _bought(shop, 0, 2, use_points=str(have))
    assert balance(world, HANA).points == 0

    claim(world, number, "return", "returned")

    refund = _refund(shop, number)
    assert Decimal(refund["manually_input_amount"]) == -550
    assert Decimal(refund["refund_amount"]) == 11_000 - 550
    assert balance(world, HANA).points == 0
    check_books(world, number)
    shop.check_books()


def test_an_order_that_is_unpaid_and_paid_again_brings_its_coupon_once(shop: Checkout) -> None:
    coupon(shop.world, **AGAIN, issue_sub_type="O")
    number = _bought(shop)

    assert pay(shop.world, number, "unpaid").status_code == 200
    assert _held(shop) == []
    assert pay(shop.world, number).status_code == 200

    assert len(_held(shop)) == 1
