"""Stock of orders: taken once for each item, and restored at most once."""

from collections.abc import Iterable

from msgspec.structs import replace

from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.rules import Units
from openmall.contract.call import Call


def units_of(line: OrderLine) -> list[Units]:
    """Return the units of an item as stock knows them; of a bundle those of its parts."""
    item = line.item
    if item.product_bundle == "T":
        return [
            Units(
                variant_code=part.variant_code,
                quantity=part.quantity * item.quantity,
                reference=item.order_item_code,
            )
            for part in item.product_bundle_list
        ]
    return [
        Units(
            variant_code=item.variant_code, quantity=item.quantity, reference=item.order_item_code
        )
    ]


def in_lock_order(lines: Iterable[OrderLine]) -> list[OrderLine]:
    """Return items in the order in which every call locks them, so that none deadlock."""
    return sorted(lines, key=lambda line: (line.item.variant_code, line.item.item_no))


def all_units(lines: Iterable[OrderLine]) -> list[Units]:
    """Return the units of items, in the order of the items."""
    return [units for line in lines for units in units_of(line)]


async def lock_stock(call: Call, lines: Iterable[OrderLine]) -> None:
    """Lock the stock of items in order, before it is changed in several steps."""
    await stock_store.lock_stock(call.db, {each.variant_code for each in all_units(lines)})


async def take_stock(
    call: Call, order_id: str, lines: Iterable[OrderLine], *, skip_deleted: bool = False
) -> None:
    """Take the units of items from stock, reserved or not; of a bundle all parts or none.

    `skip_deleted`: of a product that was deleted meanwhile nothing is taken. Raises
    stock.OutOfStock (422) when a reservation has expired and the units are gone, and else NotFound
    (404) for a deleted product, before anything is written.
    """
    waiting = [line for line in in_lock_order(lines) if not line.stock_taken]
    if not waiting:
        return
    taken = iter(
        await stock_rules.sell_all(
            call, all_units(waiting), unreserved=order_id, skip_deleted=skip_deleted
        )
    )
    for line in waiting:
        of_line = [next(taken) for _ in units_of(line)]
        line.stock_taken = any(of_line)


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
            released=[units.held for units in all_units(reserved)],
            returned=[replace(units, reference=order_id) for units in all_units(taken)],
        )
    for line in taken:
        line.stock_taken = False
