"""What happened to the items of orders, state by state."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import ItemCode, Limit1000, Offset15000, OrderPath
from openmall.commerce.order.refusals import ORDER_HAS_NO_SUCH_ITEM
from openmall.commerce.order.states import Status
from openmall.commerce.order.transition_log import store as transition_log_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, Params, StartDate
from openmall.contract.refusals import END_BEFORE_START
from openmall.contract.scopes import READ_ORDER

LAST: Final = 2**62
"""A UTC second after all others."""


class ItemHistoryQuery(OrderPath, frozen=True, kw_only=True):
    """One item, and the dates of its changes."""

    order_item_code: ItemCode
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET


class StateChange(Struct, frozen=True, kw_only=True):
    """A state that an item entered."""

    shop_no: int
    process_date: datetime
    previous_order_status: Status | None
    """Null: the item was new."""
    current_order_status: Status
    manager_id: str
    """Empty: the buyer or a scheduled transition moved it."""
    manager_name: str
    """The app that the manager used."""


class ChangesQuery(Params, frozen=True, kw_only=True):
    """Dates and page of the changes of all shops."""

    start_date: StartDate
    end_date: EndDate
    limit: Limit1000 = 10
    offset: Offset15000 = 0


class OrderChange(Struct, frozen=True, kw_only=True):
    """An item that entered a state."""

    order_id: str
    order_item_code: str
    order_status: Status


async def item_history(call: Call, query: ItemHistoryQuery) -> Sequence[StateChange]:
    """Retrieve the states an order item went through, the last first.

    The first entry is the item's placement. Items placed before this log existed have the states
    they entered since.
    """
    await order_store.get(call, query.order_id)
    items = (await order_store.items_of(call, [query.order_id]))[query.order_id]
    numbers = {item.order_item_code: item.item_no for item in items}
    if query.order_item_code not in numbers:
        raise NotFound(ORDER_HAS_NO_SUCH_ITEM, parameter="order_item_code")
    period = _period(query.start_date, query.end_date)
    return [
        StateChange(
            shop_no=call.shop_no,
            process_date=moment(at),
            previous_order_status=before,
            current_order_status=after,
            manager_id=user_id,
            manager_name=user_name,
        )
        for at, before, after, user_id, user_name in await transition_log_store.of_item(
            call, query.order_id, numbers[query.order_item_code], period
        )
    ]


async def changes(call: Call, query: ChangesQuery) -> Sequence[OrderChange]:
    """Retrieve every state that items entered between two dates, in the order it happened.

    Items of all shops of the mall; a new item has its first state. A client that follows the
    orders of a mall asks from the date of its last call on.
    """
    rows = await transition_log_store.changes(
        call,
        _period(query.start_date, query.end_date),
        limit=query.limit,
        offset=query.offset,
    )
    return [
        OrderChange(
            order_id=order_id,
            order_item_code=order_store.item_code(order_id, item_no),
            order_status=status,
        )
        for order_id, item_no, status in rows
    ]


def _period(start: int | UnsetType, end: int | UnsetType) -> tuple[int, int]:
    first = 0 if start is UNSET else start
    last = LAST if end is UNSET else end
    if last < first:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    return first, last


OPERATIONS = [
    listing(
        "orders/{order_id}/items/{order_item_code}/history",
        item_history,
        takes=ItemHistoryQuery,
        gives=StateChange,
        key="history",
        scope=READ_ORDER,
    ),
    listing(
        "orders/changes",
        changes,
        takes=ChangesQuery,
        gives=OrderChange,
        key="changes",
        scope=READ_ORDER,
        restricted=True,
    ),
]
