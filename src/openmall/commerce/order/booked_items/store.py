"""The table of booked order items, and the SQL that adds to it."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, insert, select

from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import ORDERS_CHANGED

RESERVATION: Final = shop_table(
    "order_reservation",
    text("order_id"),
    number("item_no"),
    number("shop_no"),
    text("order_item_code"),
    number("order_date"),
    number("service_use_date"),
    number("service_available_start_date"),
    number("service_available_end_date"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id", "item_no"),
)
"""Booked items of orders. Dates in UTC seconds; the available ones as the product had them when it
was ordered."""
_R: Final = RESERVATION.c
SORTS: Final = ("order_date", "service_use_date")
for _name in SORTS:
    Index(
        f"ix_order_reservation_{_name}", _R.mall_id, _R.shop_no, _R[_name], _R.order_id, _R.item_no
    )


class Booked(Struct, frozen=True, kw_only=True):
    """A row of the table."""

    order_id: str
    item_no: int
    shop_no: int
    order_item_code: str
    order_date: int
    service_use_date: int
    service_available_start_date: int
    service_available_end_date: int


_OF_ORDERS: Final = Statement(
    select(_R.order_id, _R.item_no).where(
        _R.mall_id == bindparam("mall_id"), InList(_R.order_id, "order_ids")
    )
)
_ADD: Final = Statement(insert(RESERVATION).values({c.name: bindparam(c.name) for c in _R}))


async def add_all(call: Call, booked: Sequence[Booked]) -> None:
    """Add the booked items of a new order."""
    if booked:
        await call.db.defer(_ADD, [asdict(each) for each in booked])


async def of_orders(call: Call, order_ids: Collection[str]) -> set[tuple[str, int]]:
    """Return order and number of the booked items of orders, as they were ordered."""
    rows = await call.db.all(_OF_ORDERS, order_ids=list(order_ids))
    return {(order_id, item_no) for order_id, item_no in rows}
