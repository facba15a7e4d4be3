"""Customers are reminded of coupons, points, birthdays, answers and unpaid orders, once."""

from datetime import date, datetime
from typing import Any

import pytest

from openmall.commerce.customer.anniversaries import lunar_days
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import PLATFORM_ZONE, seconds
from openmall.events.messages.store import Listed
from tests.commerce.community.inquiry_setup import receive
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import OTHER, earn
from tests.commerce.mileage.balance_setup import give as points
from tests.commerce.notification.outbox_reading import written
from tests.commerce.notification.test_automatic_messages import automails, order
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.world import World

HANA = "hana"
A_DAY = 86_400
BIRTHDAY = date(1990, 11, 22)
"""Celebrated on the second day of a test."""


def customer(world: World, member_id: str = HANA, **said: Any) -> None:
    """Let a customer be there who agreed to mail that advertises, in a mall that is watched."""
    known = {"name": "Hana Kim", "email": f"{member_id}@example.com", "news_mail": "T"}
    join(world, member_id, **(known | said))
    written(world)


def told(world: World, occasion: str) -> list[Listed]:
    return [each for each in written(world) if each.occasion == occasion]


def test_a_customer_is_told_of_a_coupon_once_and_reminded_before_it_ends(world: World) -> None:
    customer(world)
    given = coupon(world, coupon_name="Autumn 10% off")
    give(world, given, HANA)

    first, again = told(world, "coupon_issued"), told(world, "coupon_issued")
    early = told(world, "coupon_expiring")
    world.stage.clock.pass_(40 * A_DAY)
    late = [told(world, "coupon_expiring") for _ in range(2)]

    assert [each.recipient for each in first] == ["hana@example.com"]
    assert "Autumn 10% off" in first[0].body
    assert (again, early) == (first, [])
    assert [len(each) for each in late] == [1, 1]


@pytest.mark.parametrize(
    ("end", "named"),
    [
        ("2026-12-30T23:59:59+09:00", "12월 30일까지"),
        ("2026-12-30T23:59:00+09:00", "12월 30일까지"),
        ("2026-12-31T00:00:00+09:00", "12월 31일, 00:00 (+09:00)까지"),
        ("2026-12-30T10:00:00+09:00", "12월 30일, 10:00 (+09:00)까지"),
    ],
)
def test_a_period_that_does_not_end_with_a_day_is_named_with_its_time_and_zone(
    world: World, end: str, named: str
) -> None:
    customer(world)
    give(world, coupon(world, available_end_datetime=end), HANA)

    [mail] = told(world, "coupon_issued")

    assert named in mail.body


def test_mail_that_advertises_goes_to_who_agreed_and_has_a_link_to_decline(world: World) -> None:
    customer(world)
    customer(world, "declined", news_mail="F")
    given = coupon(world)
    for each in (HANA, "declined"):
        give(world, given, each)

    [mail] = told(world, "coupon_issued")

    assert mail.recipient == "hana@example.com"
    link = f"https://{world.mall_id}.openmall.localhost/unsubscribe?token="
    assert link in mail.body
    assert link in mail.html


def test_a_shop_that_switched_an_occasion_off_reminds_nobody_of_it(world: World) -> None:
    customer(world)
    automails(world, {"type": "coupon_issued", "use_customer": "F"})

    give(world, coupon(world), HANA)

    assert told(world, "coupon_issued") == []


def test_neither_blocked_nor_erased_customers_are_reminded(world: World) -> None:
    for each in ("blocked", "erased"):
        customer(world, each)
    for each in ("blocked", "erased"):
        give(world, coupon(world), each)
    do(world, lambda call: customer_rules.block(call, "blocked", "L"))
    do(world, lambda call: data_subject_rules.erase(call, "erased"))

    assert told(world, "coupon_issued") == []


def test_what_was_before_is_not_told_of(world: World) -> None:
    join(world, HANA, email="hana@example.com", news_mail="T")
    give(world, coupon(world), HANA)

    assert told(world, "coupon_issued") == []


def test_many_coupons_are_told_of_in_several_steps(world: World) -> None:
    names = [f"member{number:04}" for number in range(401)]
    written(world)
    for name in names:
        join(world, name, email=f"{name}@example.com", news_mail="T")
    given = coupon(world)
    world.post(f"coupons/{given}/issues", issued_member_scope="A")

    assert len(told(world, "coupon_issued")) == len(names)


def test_a_customer_is_greeted_on_their_birthday_once(world: World) -> None:
    customer(world, birthday=BIRTHDAY)
    customer(world, "another", birthday=BIRTHDAY.replace(day=BIRTHDAY.day + 1))

    world.stage.clock.pass_(A_DAY)
    greeted = [told(world, "birthday") for _ in range(2)]

    assert [[each.recipient for each in once] for once in greeted] == [["hana@example.com"]] * 2


def test_a_customer_is_told_that_their_inquiry_was_answered(world: World) -> None:
    customer(world, news_mail="F")
    for asked in ({"member_id": HANA}, {"writer_email": "guest@example.com"}):
        number = receive(world, **asked)["article_no"]
        world.post(f"urgentinquiry/{number}/reply", content="It is on its way", user_id="owner")

    world.stage.clock.pass_(11)

    assert {each.recipient for each in told(world, "inquiry_answered")} == {
        "hana@example.com", "guest@example.com",
    }  # fmt: skip
    assert len(told(world, "inquiry_answered")) == 2


def expire_after_days(world: World, days: int) -> None:
    """Let unpaid orders of the shop expire."""
    setting = OrdersSetting(auto_cancel="T", auto_cancel_cash_period=days)
    do(world, lambda call: write_setting(call.db, call.seal, setting))


def test_points_that_expire_soon_are_told_of_once(world: World) -> None:
    customer(world, "haneul", news_mail="F")
    earn(world, 300, pending="", expires_at=int(world.stage.clock.now()) + 30 * A_DAY)

    early = told(world, "points_expiring")
    world.stage.clock.pass_(25 * A_DAY)
    late = [told(world, "points_expiring") for _ in range(2)]

    assert early == []
    assert [len(each) for each in late] == [1, 1]
    assert "300" in late[0][0].body


def test_a_buyer_is_reminded_of_the_transfer_before_the_order_expires(world: World) -> None:
    expire_after_days(world, 3)
    written(world)
    number = order(world)

    early = told(world, "payment_asked")
    world.stage.clock.pass_(2 * A_DAY + 60)
    late = [told(world, "payment_asked") for _ in range(2)]

    assert early == []
    assert [len(each) for each in late] == [1, 1]
    assert number in late[0][0].body
    # ordered at nine o'clock: the day alone would be read as the whole of it
    assert "11월 24일, 09:00 (+09:00)" in late[0][0].body
    # other tests let time pass in the same store
    expire_after_days(world, 0)


LUNAR_BIRTHDAY = date(1990, 10, 14)
"""By the lunar calendar; celebrated on 22 November 2026, the second day of a test."""


def test_a_birthday_of_the_lunar_calendar_is_celebrated_on_its_day_once(world: World) -> None:
    customer(world, birthday=LUNAR_BIRTHDAY, solar_calendar="F")
    customer(world, "solar", birthday=LUNAR_BIRTHDAY, solar_calendar="T")

    world.stage.clock.pass_(A_DAY)
    day_of = [each.recipient for each in told(world, "birthday")]
    world.stage.clock.pass_(A_DAY)

    assert day_of == ["hana@example.com"]
    assert len(told(world, "birthday")) == 1


@pytest.mark.parametrize(
    ("day", "month_and_day"),
    [
        # new year, and the harvest festival
        (date(2026, 2, 17), {"01-01"}),
        (date(2026, 9, 25), {"08-15"}),
        # a month of 29 days: those of the 30th celebrate with those of the 29th
        (date(2026, 2, 16), {"12-29", "12-30"}),
        # the leap month of 2025
        (date(2025, 7, 25), set()),
        # beyond the tables
        (date(2051, 6, 1), set()),
    ],
)
def test_birthdays_of_the_lunar_calendar(day: date, month_and_day: set[str]) -> None:
    found = lunar_days(day.toordinal())

    assert {each[5:] for each in found} == month_and_day


RULE = {
    "expiration_date": "2027-06-01",
    "interval_month": 3,
    "target_period_month": 6,
    "standard_point": "10.00",
    "notification_time_day": [3, 7],
}


def test_points_that_expire_by_their_age_are_told_of_on_each_day_of_notice_once(
    world: World,
) -> None:
    customer(world, "haneul", news_mail="F")
    earn(world, 300, pending="")
    world.post("points/autoexpiration", **RULE, send_email="T")
    told(world, "points_expiring")
    # 2027-05-25, nine o'clock, is seven days before
    first_notice = seconds(datetime(2027, 5, 25, 9, tzinfo=PLATFORM_ZONE))

    world.stage.clock.pass_(first_notice - world.stage.clock.now() - 60)
    earn(world, 50, OTHER, pending="")
    early = told(world, "points_expiring")
    world.stage.clock.pass_(120)
    seven = [told(world, "points_expiring") for _ in range(2)]
    world.stage.clock.pass_(4 * A_DAY)
    three = [told(world, "points_expiring") for _ in range(2)]

    assert early == []
    assert [len(each) for each in (*seven, *three)] == [1, 1, 2, 2]
    # the younger points stay
    assert "300" in seven[0][0].body
    assert "6월 1일, 00:00 (+09:00)" in seven[0][0].body
    assert {each.channel for each in three[1]} == {"email"}


def test_points_of_a_shop_that_wants_no_notice_expire_untold(world: World) -> None:
    customer(world, "haneul", news_mail="F")
    earn(world, 300, pending="")
    world.post("points/autoexpiration", **RULE)
    told(world, "points_expiring")

    expiry = seconds(datetime(2027, 5, 30, 9, tzinfo=PLATFORM_ZONE))
    world.stage.clock.pass_(expiry - world.stage.clock.now())

    assert told(world, "points_expiring") == []


def test_points_below_the_standard_are_not_told_of(world: World) -> None:
    for member_id, amount in (("haneul", 5), ("minjun", 500)):
        customer(world, member_id, news_mail="F")
        points(world, amount, member_id)
    world.post("points/autoexpiration", **RULE, send_email="T")
    told(world, "points_expiring")

    expiry = seconds(datetime(2027, 5, 26, 9, tzinfo=PLATFORM_ZONE))
    world.stage.clock.pass_(expiry - world.stage.clock.now())

    assert [each.recipient for each in told(world, "points_expiring")] == ["minjun@example.com"]
