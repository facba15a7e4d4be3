"""Customers are moved between groups by what they bought, at the times of the shop's settings."""

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.customer.automatic_groups import rules as automatic_group_rules
from openmall.commerce.customer.automatic_groups import schedule, tiers
from openmall.commerce.customer.customergroups.shape import AutoChange, Group, Purchases
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import PLATFORM_ZONE, Clocks
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events, group_of
from tests.commerce.customer.test_what_customers_use import moving
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import pay
from tests.world import World

DAY = 86_400


def group(group_no: int, **bounds: Any) -> Group:
    return Group(
        group_no=group_no, group_name=f"G{group_no}", auto_change_information=AutoChange(**bounds)
    )


GROUPS = [
    group(1),
    group(2, min_purchase_amount=Decimal(100), min_purchase_count=1),
    group(
        3, min_purchase_amount=Decimal(300), min_purchase_count=5, max_purchase_amount=Decimal(900)
    ),
    group(4),
]


@pytest.mark.parametrize(
    ("criteria", "now", "amount", "count", "expected"),
    [
        ("purchase_amount", 1, "99.99", 9, 1),
        ("purchase_amount", 1, "100", 0, 2),
        ("purchase_amount", 2, "300", 0, 3),
        ("purchase_amount", 3, "0", 0, 1),
        ("purchase_amount", 1, "900.01", 0, 2),
        ("purchase_amount", 4, "300", 0, 4),
        ("purchase_count", 1, "0", 5, 3),
        ("purchase_amount_and_count", 1, "300", 1, 2),
        ("purchase_amount_and_count", 1, "300", 5, 3),
        ("purchase_amount_or_count", 1, "0", 5, 3),
        ("shopping_index", 2, "0", 0, 2),
    ],
)
def test_the_group_is_the_highest_whose_purchases_are_reached(
    criteria: Any, now: int, amount: str, count: int, expected: int
) -> None:
    bought = Purchases(amount=Decimal(amount), number=count)

    assert tiers.group_for(GROUPS, now, bought, criteria) == expected


@pytest.mark.parametrize(
    ("values", "now", "expected"),
    [
        ({"interval_auto_update": "1d"}, "2026-11-21 09:00", "2026-11-22 03:00:00"),
        ({"interval_auto_update": "3d"}, "2026-11-29 09:00", "2026-12-02 03:00:00"),
        # the 21st of November 2026 is a Saturday
        ({"interval_auto_update": "1w"}, "2026-11-21 09:00", "2026-11-22 03:00:00"),
        (
            {"interval_auto_update": "1w", "interval_week": "6"},
            "2026-11-21 09:00",
            "2026-11-28 03:00:00",
        ),
        ({}, "2026-11-21 09:00", "2026-12-01 03:00:00"),
        ({"interval_month": 5}, "2026-11-03 09:00", "2026-11-05 03:00:00"),
        ({"interval_month": 5}, "2026-12-05 03:00", "2027-01-05 03:00:00"),
        ({"interval_auto_update": "6m"}, "2026-11-21 09:00", "2027-05-01 03:00:00"),
        ({"interval_auto_update": "12m"}, "2026-11-21 09:00", "2027-11-01 03:00:00"),
    ],
)
def test_the_next_time_follows_from_the_interval(
    values: dict[str, Any], now: str, expected: str
) -> None:
    setting = CustomergroupsSetting(**values)
    at = datetime.fromisoformat(now).replace(tzinfo=PLATFORM_ZONE)

    assert schedule.written(schedule.next_time(setting, at)) == expected


def run(world: World) -> int:
    app = world.stage.app
    clocks = Clocks(app.clock)
    return world.stage.run(
        automatic_group_rules.move_due, app.database, clocks, app.directory.mall, [world.mall_id]
    )


def tomorrow(world: World) -> None:
    world.stage.clock.pass_(DAY)
    world.full = world.install(restricted=True)


def groups_of(world: World, *names: str) -> list[int]:
    return [group_of(world, name)[0] for name in names]


def test_customers_move_up_and_down_when_it_is_due(world: World) -> None:
    shop = Checkout(world)
    moving(
        world,
        auto_update_criteria="payment_complete",
        interval_auto_update="1d",
        total_period="1m",
    )
    for name in ("ann", "ben"):
        join(world, name)
    bounds = {"min_purchase_amount": "10000"}
    made = world.post(
        "customergroups", group_name="Gold", group_description="-", auto_change_information=bounds
    )["customergroup"]["group_no"]
    world.post(f"customergroups/{made}/customers", member_id="ann")
    world.post(f"customergroups/{made}/customers", member_id="ben", fixed_group="T")
    order = shop.order()["order_id"]
    assert pay(world, order).status_code == 200

    first = run(world)
    before = groups_of(world, HANA, "ann", "ben")
    setting = world.get("customergroups/setting")["customergroup"]
    tomorrow(world)
    moved, again = run(world), run(world)
    after = groups_of(world, HANA, "ann", "ben")
    claim(world, order, "cancellation", "canceled")
    tomorrow(world)
    back = run(world)

    assert (first, moved, again, back) == (0, 2, 0, 1)
    assert setting["auto_update_set_date"] == "2026-11-22 03:00:00"
    assert before[1:] == [made, made]
    assert after == [made, 1, made]
    assert groups_of(world, HANA) == [1]
    told = [(each["member_id"], each["after_member_group_name"]) for each in events(world, 90144)]
    assert told[-3:-1] == [("ann", "일반 회원"), (HANA, "Gold")] or told[-3:-1] == [
        (HANA, "Gold"), ("ann", "일반 회원"),
    ]  # fmt: skip


def test_a_shop_that_moves_nobody_is_left_alone(world: World) -> None:
    join(world, "ann")
    moving(world, interval_auto_update="1d")
    world.post("customergroups/2/customers", member_id="ann")
    setting = CustomergroupsSetting(use_auto_update="F", auto_update_set_date="2020-01-01 00:00:00")
    do(world, lambda call: write_setting(call.db, call.seal, setting))

    assert run(world) == 0
    assert groups_of(world, "ann") == [2]
