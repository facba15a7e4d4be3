"""A group's members are let off only so much in a period, where the shop says so."""

from datetime import date, datetime
from typing import Any

import pytest

from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.commerce.customer.discount_limit import period_start
from openmall.contract.call import Call
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import PLATFORM_ZONE
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import pay
from tests.world import World

DAY = 86_400


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def limit(shop: Checkout, said: dict[str, Any], **setting: Any) -> None:
    """Put hana into a group with a limit, and let the shop keep to limits."""
    shop.gold(discount_limit_information=said)
    kept = CustomergroupsSetting(use_discount_limit="T", **setting)

    async def work(call: Call) -> None:
        await write_setting(call.db, call.seal, kept)

    do(shop.world, work)


def off(shop: Checkout) -> int:
    """Order an apron and pay for it; return what the group took off."""
    placed = shop.order()
    assert pay(shop.world, placed["order_id"]).status_code == 200
    return amounts(placed).get("membership_discount_amount", 0)


def test_members_are_let_off_up_to_an_amount(shop: Checkout) -> None:
    limit(shop, {"discount_limit_type": "B", "discount_amount_limit": "1500.00"})

    assert [off(shop), off(shop), off(shop)] == [1_100, 400, 0]
    assert amounts(shop.estimate()).get("membership_discount_amount", 0) == 0


def test_members_are_let_off_so_many_times_and_cancelled_orders_do_not_count(
    shop: Checkout,
) -> None:
    limit(shop, {"discount_limit_type": "C", "number_of_discount_limit": 2})

    first = shop.order()
    assert pay(shop.world, first["order_id"]).status_code == 200
    assert [off(shop), off(shop)] == [1_100, 0]
    claim(shop.world, first["order_id"], "cancellation", "canceled")

    assert [off(shop), off(shop)] == [1_100, 0]


def test_a_limit_holds_only_where_the_shop_keeps_to_limits(shop: Checkout) -> None:
    shop.gold(
        discount_limit_information={
            "discount_limit_type": "C",
            "number_of_discount_limit": 1,
        }
    )
    assert [off(shop), off(shop)] == [1_100, 1_100]


def at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 15, 30, tzinfo=PLATFORM_ZONE)


@pytest.mark.parametrize(
    ("said", "today", "since"),
    [
        ({"discount_limit_reset_period": "1d"}, date(2026, 11, 21), date(2026, 11, 21)),
        (
            {
                "discount_limit_reset_period": "3d",
                "discount_limit_begin_date": date(2026, 11, 14),
            },
            date(2026, 11, 22),
            date(2026, 11, 20),
        ),
        ({"discount_limit_reset_period": "1w"}, date(2026, 11, 21), date(2026, 11, 15)),
        (
            {"discount_limit_reset_period": "1w", "discount_limit_reset_week": "6"},
            date(2026, 11, 21),
            date(2026, 11, 21),
        ),
        ({"discount_limit_reset_period": "1m"}, date(2026, 11, 21), date(2026, 11, 1)),
        (
            {"discount_limit_reset_period": "1m", "discount_limit_reset_date": 5},
            date(2026, 3, 4),
            date(2026, 2, 5),
        ),
        ({"discount_limit_begin_date": date(2026, 12, 1)}, date(2026, 11, 21), None),
        ({"discount_limit_end_date": date(2026, 11, 20)}, date(2026, 11, 21), None),
    ],
)
def test_when_a_period_began(said: dict[str, Any], today: date, since: date | None) -> None:
    found = period_start(CustomergroupsSetting(use_discount_limit="T", **said), at(today))

    assert (found and found.date()) == since
    assert found is None or (found.hour, found.minute) == (0, 0)
