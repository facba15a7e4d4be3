"""Stock as orders move it: taken once for each item, and given back at most once."""

from collections.abc import Iterable
from contextlib import suppress

from openmall.areas.order.orders.store import Line
from openmall.areas.product.stock import rules as stock
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


def in_order(lines: Iterable[Line]) -> list[Line]:
    """Return items in the order in which everybody locks them, so that no two calls wait."""
    return sorted(lines, key=lambda line: (line.item.variant_code, line.item.item_no))


async def take(call: Call, order_id: str, lines: Iterable[Line]) -> None:
    """Take the units of items off the shelf, put by for them or not.

    Raises stock.OutOfStock (422) when the reservation has run out and others have them now.
    """
    for line in in_order(lines):
        if line.stock_taken:
            continue
        item = line.item
        try:
            await stock.take(call, item.variant_code, reference=item.order_item_code)
            line.stock_taken = True
        except NotFound:
            line.stock_taken = await stock.sell(
                call, item.variant_code, quantity=item.quantity, reference=order_id
            )


async def give_back(call: Call, order_id: str, lines: Iterable[Line], *, recover: bool) -> None:
    """Let go of what is put by for items, and put their units back when that is meant.

    Of a product that was deleted meanwhile there is nothing left to put back.
    """
    for line in in_order(lines):
        item = line.item
        with suppress(NotFound):
            if not line.stock_taken:
                await stock.release(call, item.variant_code, reference=item.order_item_code)
            elif recover:
                await stock.put_back(
                    call, item.variant_code, quantity=item.quantity, reference=order_id
                )
        if recover:
            line.stock_taken = False
