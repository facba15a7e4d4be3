"""Exports the orders of a shop with their items: a row for each item, or an object for an order."""

from collections.abc import Callable
from typing import Final, TextIO

import msgspec

from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer
from openmall.commerce.order.orders.shape import Order as StoredOrder
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database
from openmall.events.file_transfers.takes import ExportFilters
from openmall.transfer.exports import store as export_store
from openmall.transfer.exports.table import Row, TableWriter

PAGE: Final = 100
"""Orders read at once."""
_BUYER: Final = "buyer_"
_OF_ORDER: Final = Order.__struct_fields__
_OF_BUYER: Final = tuple(f"{_BUYER}{name}" for name in Buyer.__struct_fields__)
_OF_ITEM: Final = tuple(name for name in Item.__struct_fields__ if name != "shop_no")
COLUMNS: Final = tuple(dict.fromkeys((*_OF_ORDER, *_OF_BUYER, *(f"item_{n}" for n in _OF_ITEM))))


async def run(
    database: Database,
    mall: Mall,
    clock: Clock,
    file: TextIO,
    *,
    shop_no: int,
    format_: str,
    filters: ExportFilters,
    report_progress: Callable[[int], None],
) -> int:
    """Write the orders of a shop by their numbers; return how many. Raises ValueError for no shop.

    `report_progress` is called with the number of orders after each page.
    """
    if shop_no not in mall.shops:
        raise RefusedValue(NO_SHOP)
    writer = TableWriter(file, COLUMNS, format_=format_)
    count, last = 0, ""
    while True:
        async with database.reading(mall.mall_id) as db:
            call = Call(clock, db, mall, shop_no)
            numbers = await export_store.order_numbers(call, filters, after=last, limit=PAGE)
            orders = await order_store.of_numbers(call, numbers)
            items = await order_store.items_of(call, numbers)
            buyers = await order_store.buyers_of(call, numbers)
        if not numbers:
            return count
        for number in numbers:
            order = _order(orders[number], buyers.get(number))
            rows = [msgspec.to_builtins(item) for item in items[number]]
            if format_ == "csv":
                for row in rows or [{}]:
                    writer.write(order | {f"item_{n}": row[n] for n in _OF_ITEM if n in row})
            else:
                writer.write(order | {"items": rows})
        last = numbers[-1]
        count += len(numbers)
        report_progress(count)


def _order(order: StoredOrder, buyer: Buyer | None) -> Row:
    row: Row = msgspec.to_builtins(order)
    if buyer is not None:
        fields: Row = msgspec.to_builtins(buyer)
        row |= {f"{_BUYER}{name}": value for name, value in fields.items()}
    return row
