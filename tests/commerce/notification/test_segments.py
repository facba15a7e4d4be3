"""Segments hold the customers who meet their conditions now, among them those on purchases."""

from datetime import date
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, update

from openmall.commerce.notification.recipientgroups import segments
from openmall.commerce.notification.recipientgroups.segments import (
    MembersQuery,
    SegmentChange,
    SegmentDraft,
)
from openmall.commerce.order.orders.tables import ORDER
from openmall.contract.errors import NotModified
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.order.order_setup import BUYER, order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

DAY = 24 * 3600
CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"ordered_within_days": 30}, ["new"]),
    ({"ordered_within_days": 400}, ["new", "old"]),
    ({"not_ordered_within_days": 30}, ["none", "old"]),
    ({"not_ordered_within_days": 400}, ["none"]),
    ({"orders_min": 1}, ["new", "old"]),
    ({"orders_min": 2}, ["old"]),
    ({"spent_min": "1"}, ["new", "old"]),
    ({"spent_min": "1000000"}, []),
    ({"birthday_month": 12}, ["new"]),
    ({"birthday_month": 1}, []),
    ({"ordered_within_days": 400, "gender": "F"}, ["old"]),
]

_DATE_BACK = Statement(
    update(ORDER)
    .where(ORDER.c.mall_id == bindparam("mall_id"))
    .values(order_date=bindparam("earlier"))
)


@pytest.fixture
def shop(world: World) -> World:
    """Let a customer order twice a year ago, another today; a third one cancel, or nothing."""
    join(world, "old", gender="F", birthday=date(1990, 3, 1))
    join(world, "none")
    _, code = stocked(world, 10)
    old, new = (msgspec.structs.replace(BUYER, member_id=name) for name in ("old", "new"))
    paid(world, wanted(code), buyer=old)
    paid(world, wanted(code), buyer=old)
    earlier = int(world.stage.clock.now()) - 365 * DAY
    world.in_transaction(lambda db: db.run(_DATE_BACK, earlier=earlier))
    join(world, "new", birthday=date(1990, 12, 1))
    paid(world, wanted(code), buyer=new)
    order(world, wanted(code), buyer=msgspec.structs.replace(BUYER, member_id="none"))
    return world


def ids(world: World, number: int) -> list[str]:
    found = do(world, lambda call: segments.members(call, MembersQuery(group_no=number)))
    return [each.member_id for each in found]


@pytest.mark.parametrize(("conditions", "expected"), CASES)
def test_customers_meet_the_conditions(
    shop: World, conditions: dict[str, Any], expected: list[str]
) -> None:
    draft = msgspec.convert({"group_name": "S", **conditions}, SegmentDraft, strict=False)
    made = do(shop, lambda call: segments.create(call, draft))

    assert ids(shop, made.group_no) == expected
    assert made.group_member_count == len(expected)


def test_a_segment_is_evaluated_anew(shop: World) -> None:
    draft = SegmentDraft(group_name="S", ordered_within_days=30)
    made = do(shop, lambda call: segments.create(call, draft))
    before = ids(shop, made.group_no)
    shop.stage.clock.pass_(31 * DAY)

    assert (before, ids(shop, made.group_no)) == (["new"], [])


def test_a_condition_is_taken_back_by_null_and_an_app_does_not_lose_it(shop: World) -> None:
    draft = SegmentDraft(group_name="S", orders_min=2, gender="F")
    made = do(shop, lambda call: segments.create(call, draft))
    number = made.group_no

    shop.put(f"recipientgroups/{number}", group_name="T")
    kept = ids(shop, number)
    change = SegmentChange(group_no=number, group_name="T", orders_min=None, gender=None)
    after = do(shop, lambda call: segments.update(call, change))

    assert kept == ["old"]
    assert (after.group_name, after.orders_min) == ("T", None)
    assert ids(shop, number) == ["new", "none", "old"]
    with pytest.raises(NotModified):
        do(shop, lambda call: segments.update(call, change))


def test_the_api_shows_a_segment_without_the_conditions_of_pages(shop: World) -> None:
    draft = SegmentDraft(group_name="S", orders_min=2)
    made = do(shop, lambda call: segments.create(call, draft))

    shown = shop.get(f"recipientgroups/{made.group_no}")["recipientgroup"]

    assert shown["group_member_count"] == 1
    assert "orders_min" not in shown
