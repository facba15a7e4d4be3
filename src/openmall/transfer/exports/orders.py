"""Exports the orders of a shop with their items: a row for each item, or an object for an order.

A row repeats the order, its buyer and the receiver of the item. Every cell has one value: amounts
of an order have a column each (`initial_order_amount_payment_amount`), texts in a list are parted
by commas, and lists of objects are in JSON lines alone.
"""

from collections.abc import Callable
from typing import Final, TextIO, get_args

import msgspec
from msgspec import Struct

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer, Receiver
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
_BUYER, _RECEIVER, _ITEM = "buyer_", "receiver_", "item_"
_FIRST: Final = (
    "order_id", "order_date", "payment_date", "payment_method_name", "paid", "canceled",
    "buyer_name", "buyer_email", "buyer_cellphone", "receiver_name", "receiver_cellphone",
    "receiver_zipcode", "receiver_address1", "receiver_address2", "receiver_shipping_message",
    "item_order_item_code", "item_product_code", "item_custom_product_code", "item_product_name",
    "item_option_value", "item_custom_variant_code", "item_quantity", "item_product_price",
    "item_option_price", "item_payment_amount", "item_order_status", "item_tracking_no",
)  # fmt: skip
"""What is read most, before the other columns."""


def _columns(of: type[Struct], prefix: str = "") -> list[str]:
    """Return the columns of a struct: its plain fields, and those of the structs in it."""
    found: list[str] = []
    for each in msgspec.structs.fields(of):
        kind = each.type
        if isinstance(kind, type) and issubclass(kind, Struct):
            found += _columns(kind, f"{prefix}{each.name}_")
        elif not _holds_structs(kind):
            found.append(prefix + each.name)
    return found


def _holds_structs(kind: object) -> bool:
    parts = get_args(kind)
    return any(isinstance(each, type) and issubclass(each, Struct) for each in parts)


_ALL: Final = (
    *_columns(StoredOrder),
    *_columns(Buyer, _BUYER),
    *_columns(Receiver, _RECEIVER),
    *(name for name in _columns(Item, _ITEM) if name != "item_shop_no"),
)
COLUMNS: Final = tuple(dict.fromkeys((*_FIRST, *_ALL)))
_KNOWN: Final = frozenset(COLUMNS)


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
            parcels = await order_store.parcels_of(call, numbers) if format_ == "csv" else {}
        if not numbers:
            return count
        for number in numbers:
            order = _order(orders[number], buyers.get(number))
            rows: list[Row] = [msgspec.to_builtins(item) for item in items[number]]
            if format_ == "csv":
                sent = {each.shipping_code: each.receiver for each in parcels[number]}
                for row in rows or [{}]:
                    receiver = sent.get(row.get("shipping_code", ""))
                    writer.write(_line(order, row, receiver))
            else:
                writer.write(order | {"items": rows})
        last = numbers[-1]
        count += len(numbers)
        report_progress(count)


def _line(order: Row, item: Row, receiver: Receiver | None) -> Row:
    """Return the row of an item: one value for each column that has one."""
    receives: Row = {} if receiver is None else msgspec.to_builtins(receiver)
    line: Row = {}
    for prefix, fields in (("", order), (_RECEIVER, receives), (_ITEM, item)):
        for name, value in fields.items():
            if isinstance(value, dict):
                line |= {f"{prefix}{name}_{part}": one for part, one in value.items()}
            elif isinstance(value, list):
                line[prefix + name] = ", ".join(map(str, value))
            else:
                line[prefix + name] = value
    return {name: value for name, value in line.items() if name in _KNOWN}


def _order(order: StoredOrder, buyer: Buyer | None) -> Row:
    row: Row = msgspec.to_builtins(order)
    if buyer is not None:
        fields: Row = msgspec.to_builtins(buyer)
        row |= {f"{_BUYER}{name}": value for name, value in fields.items()}
    return row
