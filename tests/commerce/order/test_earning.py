"""Orders bring points: they wait until all has come, and go with what is claimed."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.customer.customergroups.shape import Group, GroupBenefit
from openmall.commerce.mileage.points import pending_points
from openmall.commerce.order.applied_discounts import AppliedCoupon
from openmall.commerce.order.placement.placing.earned_points import EarningTerms
from openmall.commerce.store.points_setting import PointsSetting
from openmall.contract.moments import Clocks
from tests.commerce.customer.customer_setup import join
from tests.commerce.mileage.balance_setup import balance, changes, differences
from tests.commerce.order.claim_setup import check_books, claim, sent
from tests.commerce.order.order_setup import BUYER, order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

DAY = 86_400
FIVE_PERCENT = [{"payment_method": "cash", "points_rate": "5", "points_unit_by_payment": "P"}]
BY_METHOD = [
    {"payment_method": "cash", "points_rate": "5.5", "points_unit_by_payment": "P"},
    {"payment_method": "card", "points_rate": "70", "points_unit_by_payment": "W"},
]
COUPON = AppliedCoupon(
    coupon_name="Points",
    coupon_code="1",
    coupon_value=Decimal(200),
    points=Decimal(200),
    credits=Decimal(30),
)


def terms(**more: Any) -> EarningTerms:
    usual = {"setting": PointsSetting(), "group": None, "method": "cash", "mobile": False}
    return EarningTerms(**usual | more)


def shop(world: World, rates: list[dict[str, str]] = FIVE_PERCENT, **more: Any) -> tuple[str, str]:
    """Let hana join, and make two products that bring points; return their variants."""
    join(world, "hana")
    codes = []
    for _ in range(2):
        number, code = stocked(world, 9)
        world.put(f"products/{number}", points_by_product="T", points_amount=rates, **more)
        codes.append(code)
    return codes[0], codes[1]


def has(world: World) -> tuple[int, int, int, int]:
    """Return what hana has: points, those that wait for orders and by coupons, credits."""
    found = balance(world, "hana")
    names = ("points", "unavailable_points", "unavailable_coupon_points", "credits")
    one, two, three, four = (getattr(found, name) // 100 for name in names)
    return one, two, three, four


def ripen(world: World) -> int:
    app = world.stage.app
    # points of other tests' malls may be due as well
    return world.stage.run(
        pending_points.confirm_due, app.database, Clocks(world.stage.clock), [world.mall_id]
    )


def wait(world: World, days: int) -> None:
    world.stage.clock.pass_(days * DAY)
    world.full = world.install(restricted=True)


def deliver(world: World, number: str) -> None:
    sent(world, number, "shipped")


def test_points_wait_for_delivery_and_for_the_days_of_the_setting(world: World) -> None:
    one, two = shop(world)
    number = order(world, wanted(one, 2), wanted(two), earns=terms())
    assert has(world) == (0, 0, 0, 0)

    pay(world, number)
    assert has(world) == (0, 1650, 0, 0)
    wait(world, 30)
    assert ripen(world) == 0
    deliver(world, number)
    wait(world, 19)
    assert (ripen(world), has(world)) == (0, (0, 1650, 0, 0))
    wait(world, 1)
    assert (ripen(world), ripen(world), has(world)) == (1, 0, (1650, 0, 0, 0))

    assert changes(world, member_id="hana") == [("B", "1650.00", None, "1650.00")]
    assert differences(world) == []


def test_a_shop_may_wait_for_the_confirmation_or_for_a_person(world: World) -> None:
    one, _ = shop(world)
    world.put("points/setting", point_issuance_standard="P", payment_period=0)
    first = paid(world, wanted(one), earns=terms())
    deliver(world, first)
    assert (ripen(world), has(world)) == (0, (0, 550, 0, 0))
    world.put(f"orders/{first}", purchase_confirmation="T")
    assert (ripen(world), has(world)) == (1, (550, 0, 0, 0))

    world.put("points/setting", unusable_points_change_type="M")
    second = paid(world, wanted(one), earns=terms())
    deliver(world, second)
    world.put(f"orders/{second}", purchase_confirmation="T")
    assert (ripen(world), has(world)) == (0, (550, 550, 0, 0))


def test_points_wait_again_when_something_has_not_come_after_all(world: World) -> None:
    one, two = shop(world)
    number = paid(world, wanted(one), wanted(two), earns=terms())
    deliver(world, number)
    code = claim(world, number, "return", "accepted", (1, 1))["claim_code"]
    wait(world, 40)
    assert (ripen(world), has(world)) == (0, (0, 1100, 0, 0))

    world.put(f"orders/{number}/return/{code}", status="returned")
    assert has(world) == (0, 550, 0, 0)
    wait(world, 20)
    assert (ripen(world), has(world)) == (1, (550, 0, 0, 0))
    check_books(world, number)
    assert differences(world) == []


def test_points_are_collected_with_the_confirmation(world: World) -> None:
    one, _ = shop(world)
    world.put("points/setting", point_issuance_standard="P", payment_period=0)
    number = paid(world, wanted(one), earns=terms())
    deliver(world, number)
    world.put(f"orders/{number}", purchase_confirmation="T")
    assert (ripen(world), has(world)) == (1, (550, 0, 0, 0))

    world.put(f"orders/{number}", purchase_confirmation="F", collect_points="T")
    assert (ripen(world), has(world)) == (0, (0, 550, 0, 0))
    world.put(f"orders/{number}", purchase_confirmation="T")
    assert (ripen(world), has(world)) == (1, (550, 0, 0, 0))
    assert differences(world) == []


def test_what_is_claimed_takes_along_what_it_brought(world: World) -> None:
    one, two = shop(world)
    number = paid(world, wanted(one, 3), wanted(two), earns=terms(), coupons=[COUPON])
    assert has(world) == (0, 2200, 200, 30)

    claim(world, number, "cancellation", "canceled", (1, 1))
    assert has(world) == (0, 1650, 200, 30)
    claim(world, number, "cancellation", "canceled", (1, 2))
    claim(world, number, "cancellation", "canceled", (2, 1))
    assert has(world) == (0, 0, 0, 0)
    check_books(world, number)
    assert differences(world) == []


def test_an_order_that_awaits_payment_again_brings_nothing(world: World) -> None:
    one, _ = shop(world)
    number = paid(world, wanted(one), earns=terms(), coupons=[COUPON])

    pay(world, number, "unpaid")
    assert has(world) == (0, 0, 0, 0)
    pay(world, number)
    assert has(world) == (0, 550, 200, 30)
    assert differences(world) == []


def test_guests_and_who_has_left_are_brought_nothing(world: World) -> None:
    one, _ = shop(world)
    guest = paid(world, wanted(one), earns=terms(), buyer=type(BUYER)(name="A guest"))
    left = order(world, wanted(one), earns=terms(), coupons=[COUPON])
    world.call("DELETE", "customers/hana")
    pay(world, left)

    assert {world.get(f"orders/{each}")["order"]["paid"] for each in (guest, left)} == {"T"}
    assert differences(world) == []


@pytest.mark.parametrize(
    ("rates", "more", "how", "brings"),
    [
        (FIVE_PERCENT, {}, {}, 1100),
        (FIVE_PERCENT, {}, {"method": "card"}, 1100),
        (BY_METHOD, {"points_setting_by_payment": "C"}, {}, 1210),
        (BY_METHOD, {"points_setting_by_payment": "C"}, {"method": "card"}, 140),
        (BY_METHOD, {"points_setting_by_payment": "C"}, {"method": "cell"}, 0),
        (FIVE_PERCENT, {}, {"setting": PointsSetting(round_unit="1000", round_type="C")}, 2000),
        (FIVE_PERCENT, {}, {"setting": PointsSetting(round_unit="1000", round_type="B")}, 1000),
        (FIVE_PERCENT, {}, {"setting": PointsSetting(round_unit="1000", round_type="A")}, 1000),
        (FIVE_PERCENT, {}, {"group": "M"}, 1100 + 220),
        (FIVE_PERCENT, {"except_member_points": "T"}, {"group": "M"}, 1100),
        (FIVE_PERCENT, {}, {"group": "D"}, 1100),
        (FIVE_PERCENT, {}, {"group": "M", "mobile": True}, 1100 + 500),
    ],
)
def test_how_many_points_an_item_brings(
    world: World,
    rates: list[dict[str, str]],
    more: dict[str, str],
    how: dict[str, Any],
    brings: int,
) -> None:
    code, _ = shop(world, rates, **more)
    if "group" in how:
        group = Group(
            group_no=1,
            group_name="Friends",
            buy_benefits=how["group"],
            points_information=GroupBenefit(amount_discount=Decimal(1)),
            mobile_points_information=GroupBenefit(amount_discount=Decimal(500), discount_unit="W"),
        )
        how = how | {"group": group}
    paid(world, wanted(code, 2), earns=terms(**how))
    assert has(world) == (0, brings, 0, 0)


def test_what_is_paid_with_points_brings_none(world: World) -> None:
    code, _ = shop(world)
    paid(world, wanted(code), earns=terms(), wishes={"order_coupon": "1000", "points": "4000"})
    assert has(world) == (0, 300, 0, 0)
