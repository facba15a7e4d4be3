"""Stock of orders: taken once for each item, and restored at most once."""

from collections.abc import Iterable

from msgspec.structs import replace

from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.rules import Units
from openmall.contract.call import Call


def units_of(line: OrderLine) -> Units:
    """Return the units of an item as stock knows them."""
    return Units(
        variant_code=line.item.variant_code,
        quantity=line.item.quantity,
        reference=line.item.order_item_code,
    )


def in_lock_order(lines: Iterable[OrderLine]) -> list[OrderLine]:
    """Return items in the order in which every call locks them, so that none deadlock."""
    return sorted(lines, key=lambda line: (line.item.variant_code, line.item.item_no))


async def lock_stock(call: Call, lines: Iterable[OrderLine]) -> None:
    """Lock the stock of items in order, before it is changed in several steps."""
    await stock_store.lock_stock(call.db, {line.item.variant_code for line in lines})


async def take_stock(call: Call, order_id: str, lines: Iterable[OrderLine]) -> None:
    """Take the units of items from stock, reserved or not.

    Raises stock.OutOfStock (422) when a reservation has expired and the units are gone, before
    anything is written.
    """
    waiting = [line for line in in_lock_order(lines) if not line.stock_taken]
    if not waiting:
        return
    taken = await stock_rules.sell_all(call, list(map(units_of, waiting)), unreserved=order_id)
    for line, was_taken in zip(waiting, taken, strict=True):
        line.stock_taken = was_taken


async def restore_stock(
    call: Call, order_id: str, lines: Iterable[OrderLine], *, recover: bool
) -> None:
    """Release the reservations of items; `recover`: restore units that were taken.

    A product that was deleted meanwhile is skipped.
    """
    ordered = in_lock_order(lines)
    taken = [line for line in ordered if line.stock_taken and recover]
    reserved = [line for line in ordered if not line.stock_taken]
    if taken or reserved:
        await stock_rules.restore(
            call,
            released=[units_of(line).held for line in reserved],
            returned=[replace(units_of(line), reference=order_id) for line in taken],
        )
    for line in taken:
        line.stock_taken = False
