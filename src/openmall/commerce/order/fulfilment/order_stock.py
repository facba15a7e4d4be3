"""Stock of orders: taken once for each item, and restored at most once."""

from collections.abc import Iterable
from contextlib import suppress

from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


def in_lock_order(lines: Iterable[OrderLine]) -> list[OrderLine]:
    """Return items in the order in which every call locks them, so that none deadlock."""
    return sorted(lines, key=lambda line: (line.item.variant_code, line.item.item_no))


async def take_stock(call: Call, order_id: str, lines: Iterable[OrderLine]) -> None:
    """Take the units of items from stock, reserved or not.

    Raises stock.OutOfStock (422) when a reservation has expired and the units are gone.
    """
    for line in in_lock_order(lines):
        if line.stock_taken:
            continue
        item = line.item
        try:
            await stock_rules.sell_reserved(call, item.variant_code, reference=item.order_item_code)
            line.stock_taken = True
        except NotFound:
            line.stock_taken = await stock_rules.sell(
                call, item.variant_code, quantity=item.quantity, reference=order_id
            )


async def restore_stock(
    call: Call, order_id: str, lines: Iterable[OrderLine], *, recover: bool
) -> None:
    """Release the reservations of items; `recover`: restore units that were taken.

    A product that was deleted meanwhile is skipped.
    """
    for line in in_lock_order(lines):
        item = line.item
        with suppress(NotFound):
            if not line.stock_taken:
                await stock_rules.release(call, item.variant_code, reference=item.order_item_code)
            elif recover:
                await stock_rules.return_units(
                    call, item.variant_code, quantity=item.quantity, reference=order_id
                )
        if recover:
            line.stock_taken = False
