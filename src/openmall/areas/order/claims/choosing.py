"""Which items are claimed; an item of which a part is claimed becomes two."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import UnsetType
from msgspec.structs import replace

from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.placing.pricing import smallest_unit
from openmall.areas.order.refunds import money
from openmall.areas.order.states import OVER
from openmall.areas.product.stock import rules as stock
from openmall.areas.product.stock import store as shelves
from openmall.areas.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


class Units(Protocol):
    """So many units of an item."""

    @property
    def order_item_code(self) -> str: ...

    @property
    def quantity(self) -> int: ...


async def claimed(call: Call, whole: Whole, wanted: Sequence[Units] | UnsetType) -> list[Line]:
    """Return the items that are claimed, parted where only some of their units are.

    All that are not over when none is named. Raises Invalid (422) for an item the order does not
    have, that is over, that is named twice, or has fewer units.
    """
    if isinstance(wanted, UnsetType):
        lines = [line for line in moving.chosen(whole, None) if line.item.order_status != "N01"]
        if not lines:
            raise Invalid("Nothing of the order is in a state to be claimed.", parameter="order_id")
        return lines
    names = [each.order_item_code for each in wanted]
    if len(set(names)) < len(names):
        raise Invalid("An item is named twice.", parameter="order_item_code")
    lines = moving.chosen(whole, names)
    for line, each in zip(lines, wanted, strict=True):
        if line.item.order_status in OVER:
            raise Invalid(
                f"An item in state {line.item.order_status} cannot be claimed.",
                parameter="order_item_code",
            )
        if each.quantity > line.item.quantity:
            raise Invalid(f"Only {line.item.quantity} were bought.", parameter="quantity")
    return [
        line
        if each.quantity == line.item.quantity
        else await _part(call, whole, line, each.quantity)
        for line, each in zip(lines, wanted, strict=True)
    ]


async def _part(call: Call, whole: Whole, line: Line, quantity: int) -> Line:
    """Part `quantity` units from an item, as a new one."""
    order = whole.order
    stays, goes = money.split(line, quantity, smallest_unit(order.currency))
    number = next_number(whole)
    goes.item = replace(
        goes.item,
        item_no=number,
        order_item_code=store.item_code(order.order_id, number),
        original_item_no=[*line.item.original_item_no, line.item.item_no],
    )
    left = min(stays.item.claim_quantity, stays.item.quantity)
    line.item, line.share = replace(stays.item, claim_quantity=left), stays.share
    if line.item.order_status == "N00" and not line.stock_taken:
        await _put_by_less(call, line)
    whole.lines.append(goes)
    await store.add_lines(call, order, [goes])
    await store.change_lines(call, order, [line])
    return goes


async def _put_by_less(call: Call, line: Line) -> None:
    """Let go of the units put by for an item but those it still has."""
    code, reference = line.item.variant_code, line.item.order_item_code
    held = await shelves.held(call.db, codes.product_no(code), code, reference)
    if held is not None and held.until > call.clock.now():
        await stock.reserve(
            call, code, quantity=line.item.quantity, reference=reference, until=held.until
        )


def next_number(whole: Whole) -> int:
    """Return the number of an order's next item."""
    return max(line.item.item_no for line in whole.lines) + 1


def of_claim(whole: Whole, numbers: Sequence[int]) -> list[Line]:
    """Return the items with these numbers."""
    return [line for line in whole.lines if line.item.item_no in numbers]
