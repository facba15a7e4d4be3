"""Selection of claimed items; a partly claimed item is split."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import UnsetType
from msgspec.structs import replace

from openmall.commerce.order.claims.refusals import (
    ITEM_NOT_CLAIMABLE,
    MORE_THAN_BOUGHT,
    NOTHING_TO_CLAIM,
)
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.orders import arithmetic, transitions
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.states import OVER
from openmall.commerce.product.stock import reservation_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import smallest_unit
from openmall.contract.refusals import ITEM_NAMED_TWICE


class Units(Protocol):
    """A quantity of an item."""

    @property
    def order_item_code(self) -> str: ...

    @property
    def quantity(self) -> int: ...


async def select_claimed(
    call: Call, aggregate: OrderAggregate, units: Sequence[Units] | UnsetType
) -> list[OrderLine]:
    """Return the claimed items, split where only some of their units are claimed.

    All items that are not over when none is named. Raises Invalid (422) for an item that the order
    does not have, that is over, that is named twice, or that has fewer units.
    """
    if isinstance(units, UnsetType):
        lines = [
            line
            for line in transitions.select_lines(aggregate, None)
            if line.item.order_status != "N01"
        ]
        if not lines:
            raise Invalid(NOTHING_TO_CLAIM, parameter="order_id")
        return lines
    names = [each.order_item_code for each in units]
    if len(set(names)) < len(names):
        raise Invalid(ITEM_NAMED_TWICE, parameter="order_item_code")
    lines = transitions.select_lines(aggregate, names)
    for line, each in zip(lines, units, strict=True):
        if line.item.order_status in OVER:
            raise Invalid(
                ITEM_NOT_CLAIMABLE, parameter="order_item_code", status=line.item.order_status
            )
        if each.quantity > line.item.quantity:
            raise Invalid(MORE_THAN_BOUGHT, parameter="quantity", quantity=line.item.quantity)
    return [
        line
        if each.quantity == line.item.quantity
        else await split_off(call, aggregate, line, each.quantity)
        for line, each in zip(lines, units, strict=True)
    ]


async def split_off(
    call: Call, aggregate: OrderAggregate, line: OrderLine, quantity: int
) -> OrderLine:
    """Split `quantity` units from an item, as a new item."""
    order = aggregate.order
    stays, goes = arithmetic.split_line(line, quantity, smallest_unit(order.currency))
    number = next_item_no(aggregate)
    goes.item = replace(
        goes.item,
        item_no=number,
        order_item_code=order_store.item_code(order.order_id, number),
        original_item_no=[*line.item.original_item_no, line.item.item_no],
    )
    left = min(stays.item.claim_quantity, stays.item.quantity)
    line.item, line.share = replace(stays.item, claim_quantity=left), stays.share
    if line.item.order_status == "N00" and not line.stock_taken:
        await _reserve_less(call, line)
    aggregate.lines.append(goes)
    await order_store.add_lines(call, order, [goes])
    await order_store.change_lines(call, order, [line])
    return goes


async def _reserve_less(call: Call, line: OrderLine) -> None:
    """Reduce the reservation of an item to the units it still has."""
    units = {each.held: each for each in order_stock.units_of(line)}
    found = await reservation_store.reservations(call.db, list(units))
    valid = {held: each for held, each in found.items() if each.until > call.clock.now()}
    if valid:
        until = max(each.until for each in valid.values())
        await stock_rules.reserve_all(call, [units[held] for held in valid], until=until)


def next_item_no(aggregate: OrderAggregate) -> int:
    """Return the number of an order's next item."""
    return max(line.item.item_no for line in aggregate.lines) + 1


def lines_of_claim(aggregate: OrderAggregate, numbers: Sequence[int]) -> list[OrderLine]:
    """Return the items with these numbers."""
    return [line for line in aggregate.lines if line.item.item_no in numbers]
