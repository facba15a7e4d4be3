"""SQL of the numbers of order items by state, for dashboards."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, func, select

from openmall.commerce.order.orders.tables import ITEM
from openmall.commerce.order.states import STATES, Status
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, by_index

_A_DAY: Final = 86_400
_COUNTED: Final = (
    select(ITEM.c.order_status, func.count())
    .with_hint(ITEM, *by_index("ix_order_item_status"))
    .where(
        ITEM.c.mall_id == bindparam("mall_id"),
        ITEM.c.shop_no == bindparam("shop_no"),
        InList(ITEM.c.order_status, "states"),
    )
    .group_by(ITEM.c.order_status)
)
_IN_STATES: Final = Statement(_COUNTED)
_OF_A_DAY: Final = Statement(
    _COUNTED.where(
        ITEM.c.ordered_date >= bindparam("since"), ITEM.c.ordered_date < bindparam("until")
    )
)
_SOME_ITEMS: Final = (
    select(ITEM.c.order_id)
    .with_hint(ITEM, *by_index("ix_order_item_status"))
    .where(
        ITEM.c.mall_id == bindparam("mall_id"),
        ITEM.c.shop_no == bindparam("shop_no"),
        InList(ITEM.c.order_status, "states"),
    )
    .limit(bindparam("most"))
    .subquery("some_items")
)
_SOME_ORDERS: Final = Statement(
    select(func.count(_SOME_ITEMS.c.order_id.distinct()), func.count()).select_from(_SOME_ITEMS)
)


async def states_by_day(call: Call, days: Sequence[int]) -> dict[tuple[int, str], int]:
    """Return the number of items of orders placed on given days, by day and state.

    `days`: UTC seconds at which the days begin; a key is such a second and the state. One statement
    a day counts along the index, where one for all of them would have to sort.
    """
    found = {}
    for since in days:
        until = since + _A_DAY
        for status, count in await call.db.all(
            _OF_A_DAY, shop_no=call.shop_no, states=list(STATES), since=since, until=until
        ):
            found[since, status] = count
    return found


async def number_in_states(call: Call, states: Sequence[Status]) -> dict[str, int]:
    """Return the number of items of the call's shop in given states, by state.

    For states that items leave soon: the cost grows with the items in them.
    """
    found: dict[str, int] = {}
    for status, count in await call.db.all(_IN_STATES, shop_no=call.shop_no, states=list(states)):
        found[status] = count
    return found


async def number_of_orders(
    db: Session, shop_no: int, states: Sequence[Status], *, most: int
) -> tuple[int, bool]:
    """Return how many orders of a shop have items in given states, and whether these are all.

    At most `most` items are read, so that the cost is bounded in any shop.
    """
    row = await db.one(_SOME_ORDERS, shop_no=shop_no, states=list(states), most=most)
    assert row is not None
    orders, items = row
    return int(orders), int(items) < most
