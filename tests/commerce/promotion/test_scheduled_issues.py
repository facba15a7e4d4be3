"""Coupons are issued on anniversaries, to inactive buyers, and again and again: once each time."""

import asyncio
from datetime import date, datetime
from typing import Any

import pytest

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.promotion.coupons import set_times
from openmall.commerce.promotion.coupons.shape import Coupon, RecurringIssuance, Terms
from openmall.commerce.promotion.issues import scheduled_issues
from openmall.contract.moments import PLATFORM_ZONE, Clocks, moment, seconds
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.order_setup import pay
from tests.commerce.promotion.coupon_setup import (
    USUAL,
    coupon,
    issue,
    issues,
    members,
    message,
    shown,
)
from tests.storefront.shopper_client import benefit as group_of
from tests.world import World

DAY = 86_400
TO_USE: dict[str, Any] = {
    "available_period_type": "R",
    "available_day_from_issued": 30,
    "available_begin_datetime": None,
    "available_end_datetime": None,
}
BIRTHDAY = {
    "issue_type": "A",
    "issue_sub_type": "A",
    "issue_anniversary_type": "B",
    **TO_USE,
}
INACTIVE = {"issue_type": "A", "issue_sub_type": "N", "issue_no_purchase_period": 2, **TO_USE}
MONTHLY = {
    "recurring_issuance_interval": "1m",
    "recurring_issuance_day": "1",
    "recurring_issuance_hour": 9,
    "recurring_issuance_minute": 30,
}
RECURRING = {"issue_type": "R", "recurring_issuance": MONTHLY, **TO_USE}
"""It is 2026-11-21 09:00 in a test at first."""


def run(world: World) -> int:
    app = world.stage.app
    clocks = Clocks(app.clock)
    return world.stage.run(
        scheduled_issues.issue_due, app.database, clocks, app.directory.mall, [world.mall_id]
    )


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=PLATFORM_ZONE)


def move_to(world: World, text: str) -> None:
    world.stage.clock.pass_(seconds(at(text)) - world.stage.clock.now())
    world.full = world.install(restricted=True)


def holders(world: World, number: str) -> list[str]:
    return sorted(each["member_id"] for each in issues(world, number))


def test_a_birthday_brings_a_coupon_on_its_day_each_year(world: World) -> None:
    join(world, "today", birthday=date(1990, 11, 21))
    join(world, "tomorrow", birthday=date(1991, 11, 22))
    join(world, "lunar", birthday=date(1990, 10, 14), solar_calendar="F")
    join(world, "unknown")
    number = coupon(world, **BIRTHDAY)

    found = [(run(world), run(world), holders(world, number))]
    for day in ("2026-11-22T09:00:00", "2026-11-23T09:00:00", "2027-11-21T09:00:00"):
        move_to(world, day)
        found.append((run(world), run(world), holders(world, number)))

    assert found == [
        (1, 0, ["today"]),
        (2, 0, ["lunar", "today", "tomorrow"]),
        (0, 0, ["lunar", "today", "tomorrow"]),
        # of the days of a standstill the last seven are made up for
        (1, 0, ["lunar", "today", "today", "tomorrow"]),
    ]
    assert shown(world, number)["issue_anniversary_type"] == "B"
    assert shown(world, number)["issued_count"] == "4"


def test_a_birthday_that_is_changed_brings_no_second_coupon(world: World) -> None:
    join(world, HANA, birthday=date(1990, 11, 21))
    number = coupon(world, **BIRTHDAY)
    run(world)

    changed = {"birthday": date(1990, 11, 22)}
    do(world, lambda call: customer_store.change_person(call, HANA, changed))
    move_to(world, "2026-11-22T09:00:00")

    assert (run(world), holders(world, number)) == (0, [HANA])


def test_who_was_born_on_a_leap_day_celebrates_the_day_before_in_other_years(world: World) -> None:
    join(world, HANA, birthday=date(1992, 2, 29))
    number = coupon(world, **BIRTHDAY)

    move_to(world, "2027-02-28T09:00:00")

    assert (run(world), holders(world, number)) == (1, [HANA])


def test_days_before_a_wedding_anniversary_a_coupon_is_issued_once_where_the_shop_says_so(
    world: World,
) -> None:
    join(world, HANA, wedding_anniversary=date(2015, 12, 1))
    said = {**BIRTHDAY, "issue_anniversary_type": "W", "issue_on_anniversary": "P"}
    number = coupon(world, **said, issue_anniversary_pre_issue_day=9, same_user_reissue="F")

    days = ["2026-11-22T09:00:00", "2027-11-22T09:00:00"]
    found = [run(world)]
    for day in days:
        move_to(world, day)
        found.append(run(world))

    assert (found, holders(world, number)) == ([0, 1, 0], [HANA])


def test_a_buyer_who_bought_nothing_for_months_gets_a_coupon(world: World) -> None:
    checkout = Checkout(world)
    order = checkout.order()
    pay(world, order["order_id"])
    members(world, "never")
    number = coupon(world, **INACTIVE)

    found = [run(world)]
    for day in ("2027-01-20T09:00:00", "2027-01-22T09:00:00", "2027-02-22T09:00:00"):
        move_to(world, day)
        found.append(run(world))
    move_to(world, "2027-03-23T09:00:00")
    found.append(run(world))

    assert (found, holders(world, number)) == ([0, 0, 1, 0, 1], [HANA, HANA])
    assert shown(world, number)["issue_no_purchase_period"] == 2


def test_a_coupon_is_issued_again_on_its_day_of_each_month(world: World) -> None:
    members(world, "a", "b")
    number = coupon(world, **RECURRING)
    refusal = message(issue(world, number, issued_member_scope="A"))

    found = [run(world)]
    # the months of a standstill bring one issue
    for day in ("2026-12-01T09:29:59", "2026-12-01T09:30:00", "2027-03-01T09:29:00"):
        move_to(world, day)
        found += [run(world), run(world)]

    assert found == [0, 0, 0, 2, 0, 2, 0]
    assert holders(world, number) == ["a", "a", "b", "b"]
    assert refusal == (422, "This coupon is issued by itself. (parameter.coupon_no)")


def test_an_issue_goes_on_where_it_was_interrupted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    members(world, *"abcde")
    number = coupon(world, **RECURRING)
    monkeypatch.setattr(scheduled_issues, "AT_ONCE", 2)
    move_to(world, "2026-12-01T10:00:00")
    with monkeypatch.context() as killed:
        killed.setattr(scheduled_issues, "PARTS", 1)
        first = run(world)

    rest = run(world)

    assert (first, rest, run(world)) == (2, 3, 0)
    assert holders(world, number) == [*"abcde"]


@pytest.mark.both_stores
def test_of_several_workers_one_issues_to_a_customer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    members(world, *"abcde")
    number = coupon(world, **RECURRING)
    monkeypatch.setattr(scheduled_issues, "AT_ONCE", 2)
    move_to(world, "2026-12-01T10:00:00")
    app = world.stage.app

    async def four() -> list[int]:
        due = (app.database, Clocks(app.clock), app.directory.mall, [world.mall_id])
        return await asyncio.gather(*(scheduled_issues.issue_due(*due) for _ in range(4)))

    assert sum(world.stage.run(four)) == 5
    assert holders(world, number) == [*"abcde"]


def test_a_coupon_is_issued_to_its_group_while_there_are_any_and_not_while_it_is_paused(
    world: World,
) -> None:
    members(world, "a", "b", "c")
    paused, deleted = coupon(world, **RECURRING), coupon(world, **RECURRING)
    few = coupon(world, **RECURRING, issue_limit="T", issue_max_count=2)
    group = group_of(world, "10.00")
    world.post(f"customergroups/{group}/customers", member_id="c")
    grouped = coupon(world, **RECURRING, issue_member_group_no=group)
    world.call("PUT", f"coupons/{paused}", json={"request": {"status": "pause"}})
    world.call("PUT", f"coupons/{deleted}", json={"request": {"deleted": "D"}})
    move_to(world, "2026-12-01T10:00:00")

    found = run(world)
    world.call("PUT", f"coupons/{paused}", json={"request": {"status": "restart"}})

    assert (found, run(world)) == (3, 0)
    assert (holders(world, few), holders(world, grouped)) == (["a", "b"], ["c"])
    assert [holders(world, each) for each in (paused, deleted)] == [[], []]


def test_a_coupon_is_issued_no_more_after_its_last_day(world: World) -> None:
    members(world, "a")
    number = coupon(world, issue_type="R", recurring_issuance=MONTHLY)

    found = []
    for day in ("2026-12-01T10:00:00", "2027-01-01T10:00:00", "2027-02-01T10:00:00"):
        move_to(world, day)
        found.append(run(world))

    assert (found, holders(world, number)) == ([1, 0, 0], ["a"])


@pytest.mark.parametrize(
    ("said", "parameter"),
    [
        ({**BIRTHDAY, "issue_anniversary_type": None}, "issue_anniversary_type"),
        ({**BIRTHDAY, "issue_on_anniversary": "P"}, "issue_anniversary_pre_issue_day"),
        (
            {**BIRTHDAY, "issue_on_anniversary": "S", "issue_anniversary_pre_issue_day": 1},
            "issue_anniversary_pre_issue_day",
        ),
        ({**INACTIVE, "issue_no_purchase_period": None}, "issue_no_purchase_period"),
        ({**INACTIVE, "issue_no_purchase_period": 13}, "issue_no_purchase_period"),
        ({**RECURRING, "recurring_issuance": None}, "recurring_issuance"),
        ({**RECURRING, "issue_sub_type": "J"}, "issue_sub_type"),
        ({"issue_sub_type": "A", "issue_anniversary_type": "B"}, "issue_sub_type"),
        ({"issue_anniversary_type": "B"}, "issue_anniversary_type"),
        ({"issue_no_purchase_period": 3}, "issue_no_purchase_period"),
        ({"recurring_issuance": MONTHLY}, "recurring_issuance"),
        (
            {**RECURRING, "recurring_issuance": {**MONTHLY, "recurring_issuance_hour": 24}},
            "recurring_issuance.recurring_issuance_hour",
        ),
    ],
)
def test_times_that_say_nothing_or_contradict_themselves_are_refused(
    world: World, said: dict[str, Any], parameter: str
) -> None:
    answer = world.call("POST", "coupons", json={"request": USUAL | said})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == parameter


@pytest.mark.parametrize(
    ("interval", "day", "begin", "expected"),
    [
        ("1m", "1", "2026-12-01T09:30:00", ["2026-12-01T09:30:00", "2027-01-01T09:30:00"]),
        ("3m", "5", "2026-12-05T09:30:01", ["2027-01-05T09:30:00", "2027-04-05T09:30:00"]),
        ("12m", "1", "2026-01-01T00:00:00", ["2026-01-01T09:30:00", "2027-01-01T09:30:00"]),
    ],
)
def test_the_times_of_an_issue(interval: Any, day: Any, begin: str, expected: list[str]) -> None:
    times = RecurringIssuance(
        recurring_issuance_interval=interval,
        recurring_issuance_day=day,
        recurring_issuance_hour=9,
        recurring_issuance_minute=30,
    )
    made, terms = Coupon(issue_type="R"), Terms(recurring_issuance=times)

    first = set_times.first_time(made, terms, seconds(at(begin)))
    second = set_times.next_time(made, terms, first, first)

    assert [moment(first), moment(second)] == [at(each) for each in expected]
