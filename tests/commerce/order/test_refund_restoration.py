"""What was spent on an order beside money comes back with a claim: coupons, points, credits."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.promotion.uses import rules as use_rules
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import balance, differences
from tests.commerce.order.claim_setup import NEWEST, check_books, claim, sent
from tests.commerce.order.order_setup import order, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon, give, issues
from tests.commerce.promotion.test_uses import verified
from tests.world import World


def ordered(world: World, *, paying: bool = True) -> tuple[str, str]:
    """Let hana order two of each of two products with a coupon, points and credits.

    Returns the order and the coupon.
    """
    join(world, "hana")
    do(world, lambda call: point_ledger.earn(call, "hana", Decimal(5_000), "", pending=""))
    do(world, lambda call: credit_ledger.add(call, "hana", Decimal(3_000), case="G"))
    _, one = stocked(world, 9)
    _, two = stocked(world, 9)
    number = coupon(world)
    issued = give(world, number, "hana")
    wishes = {"order_coupon": "3000", "points": "4000", "credits": "2000"}
    placed = order(world, wanted(one, 2), wanted(two, 2), wishes=wishes)
    off = Decimal(3_000)
    do(world, lambda call: use_rules.use(call, issued, placed, member_id="hana", discount=off))
    do(world, lambda call: point_ledger.spend(call, "hana", Decimal(4_000), placed))
    do(world, lambda call: credit_ledger.spend(call, "hana", Decimal(2_000), placed))
    if paying:
        pay(world, placed)
    return placed, number


def has(world: World) -> tuple[int, int]:
    found = balance(world, "hana")
    return found.points // 100, found.credits // 100


def used(world: World, number: str) -> str | None:
    [found] = issues(world, number)
    related: str | None = found["related_order_id"]
    return related


def recover(world: World, **said: str) -> None:
    request = {"recover_coupon_setting": said}
    answer = world.call("PUT", "coupons/setting", json={"request": request}, headers=NEWEST)
    assert answer.status_code in (200, 409), answer.text


def no_differences(world: World, number: str) -> None:
    check_books(world, number)
    assert (differences(world), verified(world)) == ([], [])


def test_points_and_credits_come_back_with_the_items_they_paid_for(world: World) -> None:
    placed, number = ordered(world)
    assert has(world) == (1000, 1000)

    claim(world, placed, "cancellation", "canceled", (1, 2))
    assert has(world) == (3000, 2000)
    claim(world, placed, "cancellation", "canceled", (2, 2))

    assert has(world) == (5000, 3000)
    assert used(world, number) == placed
    no_differences(world, placed)


def test_nothing_spent_is_kept_of_an_order_nobody_paid(world: World) -> None:
    placed, number = ordered(world, paying=False)

    claim(world, placed, "cancellation", "canceled")

    assert (has(world), used(world, number)) == ((5000, 3000), None)
    no_differences(world, placed)


def test_money_comes_back_as_deposit_where_that_is_said(world: World) -> None:
    placed, _ = ordered(world)

    claim(world, placed, "cancellation", "canceled", refund_method_code="D")

    assert has(world) == (5000, 3000 + 44_000 - 9_000)
    no_differences(world, placed)


@pytest.mark.parametrize(
    ("setting", "said", "comes_back"),
    [
        ({"cancel_after_pay": "T"}, {}, True),
        ({"cancel_after_pay": "F"}, {"recover_coupon": "T"}, False),
        ({"cancel_after_pay": "M"}, {}, False),
        ({"cancel_after_pay": "M"}, {"recover_coupon": "T"}, True),
    ],
)
def test_coupons_come_back_as_the_setting_says(
    world: World, setting: dict[str, str], said: dict[str, Any], *, comes_back: bool
) -> None:
    placed, number = ordered(world)
    recover(world, **setting)

    claim(world, placed, "cancellation", "canceled", **said)

    assert used(world, number) == (None if comes_back else placed)
    no_differences(world, placed)


def test_of_a_part_coupons_come_back_only_where_it_is_asked(world: World) -> None:
    placed, number = ordered(world)
    recover(world, cancel_after_pay="T", part="M")
    asking = {"recover_coupon": "T", "recover_coupon_no": "6000000000009"}

    claim(world, placed, "cancellation", "canceled", (1, 1))
    assert used(world, number) == placed
    claim(world, placed, "cancellation", "canceled", (1, 1), **asking)
    assert used(world, number) == placed
    claim(
        world,
        placed,
        "cancellation",
        "canceled",
        (2, 1),
        recover_coupon="T",
        recover_coupon_no=number,
    )
    assert used(world, number) is None
    no_differences(world, placed)


def test_coupons_come_back_when_a_claim_is_accepted_where_that_is_said(world: World) -> None:
    placed, number = ordered(world)
    recover(world, **{"return": "T"}, restore_viewpoint="B")
    sent(world, placed, "shipped")

    code = claim(world, placed, "return", "accepted")["claim_code"]
    assert used(world, number) is None
    world.put(f"orders/{placed}/return/{code}", status="returned")

    assert used(world, number) is None
    no_differences(world, placed)


def test_an_exchange_gives_coupons_back_once_it_is_done(world: World) -> None:
    placed, number = ordered(world)
    recover(world, exchange="T")
    sent(world, placed, "shipped")

    code = claim(world, placed, "exchange", "accepted", same_product="T")["claim_code"]
    assert used(world, number) == placed
    world.put(f"orders/{placed}/exchange/{code}", status="exchanged")

    assert (used(world, number), has(world)) == (None, (1000, 1000))
    no_differences(world, placed)
