"""SQL of the log of state transitions."""

from collections.abc import Iterable
from typing import Final, Protocol

from sqlalchemy import bindparam, insert, select

from openmall.commerce.order.states import Status
from openmall.commerce.order.transition_log.tables import TRANSITION
from openmall.contract.call import Call
from openmall.database.session import Row
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

_T: Final = TRANSITION.c
_ADD: Final = Statement(
    insert(TRANSITION).values({c.name: bindparam(c.name) for c in TRANSITION.c})
)
_WITHIN: Final = _T.changed_at.between(bindparam("start"), bindparam("end"))
_OF_ITEM: Final = Statement(
    select(_T.changed_at, _T.previous_status, _T.order_status, _T.user_id, _T.user_name)
    .where(
        _T.mall_id == bindparam("mall_id"),
        _T.order_id == bindparam("order_id"),
        _T.item_no == bindparam("item_no"),
        _WITHIN,
    )
    .order_by(_T.entry_no.desc())
)
_CHANGES: Final = Statement(
    select(_T.order_id, _T.item_no, _T.order_status)
    .where(_T.mall_id == bindparam("mall_id"), _WITHIN)
    .order_by(_T.changed_at, _T.order_id, _T.item_no, _T.entry_no)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


class LoggedOrder(Protocol):
    """An order, as far as the log knows it."""

    @property
    def order_id(self) -> str: ...

    @property
    def shop_no(self) -> int: ...


class LoggedItem(Protocol):
    """An item of an order, as far as the log knows it."""

    @property
    def item_no(self) -> int: ...

    @property
    def order_status(self) -> Status: ...


class Line(Protocol):
    """An item with the last state in the log, and the number of its states there."""

    @property
    def item(self) -> LoggedItem: ...

    recorded: Status | None
    transitions: int


async def record(call: Call, moved: Iterable[tuple[LoggedOrder, Line]]) -> None:
    """Add the states that items entered since they were read, and count them in the items.

    Called before the items are written, with every item that is written: the lock of its order
    keeps the numbers of an item's entries apart.
    """
    rows: list[dict[str, BoundValue]] = []
    now, manager = int(call.clock.now()), not call.storefront and call.shopper is None
    for order, line in moved:
        if line.recorded == line.item.order_status:
            continue
        line.transitions += 1
        rows.append(
            {
                "order_id": order.order_id,
                "item_no": line.item.item_no,
                "entry_no": line.transitions,
                "shop_no": order.shop_no,
                "changed_at": now,
                "previous_status": line.recorded,
                "order_status": line.item.order_status,
                "user_id": call.identity.user_id if manager else "",
                "user_name": call.identity.app.name if manager else "",
            }
        )
        line.recorded = line.item.order_status
    await call.db.defer(_ADD, rows)


async def of_item(call: Call, order_id: str, item_no: int, period: tuple[int, int]) -> list[Row]:
    """Return the states an item entered: (UTC seconds, before, after, user, name), the last first.

    `period`: the first and the last UTC second.
    """
    start, end = period
    return await call.db.all(_OF_ITEM, order_id=order_id, item_no=item_no, start=start, end=end)


async def changes(call: Call, period: tuple[int, int], *, limit: int, offset: int) -> list[Row]:
    """Return a page of what happened in a period: (order, number of the item, state), by time."""
    start, end = period
    return await call.db.all(_CHANGES, start=start, end=end, limit=limit, offset=offset)
