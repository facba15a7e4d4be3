"""Gifts and units without price that the rest of an order does not earn any more.

They are claimed together with the items that earned them: cancelled with a cancellation, and sent
back with a return. What the order earns is judged by the terms of its placement.
"""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.order import autocalculation, quotes
from openmall.commerce.order.claims import selection
from openmall.commerce.order.counted_amounts import counted_item, counted_shipping
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.quotes import QuoteBasis
from openmall.commerce.order.states import OPEN_CLAIM, is_bought
from openmall.commerce.promotion.benefits import gifts, one_plus_n
from openmall.contract.call import Call

_LEAVING: Final = frozenset(status for status in OPEN_CLAIM if not status.startswith("E"))
"""States of items that a cancellation or a return is about."""


async def with_unearned(
    call: Call, aggregate: OrderAggregate, claimed: Sequence[OrderLine]
) -> list[OrderLine]:
    """Return claimed items, and those without price that the rest does not earn.

    Only items in a state of the claimed ones: a gift that was not sent is not returned. Not for an
    order whose automatic calculation was removed.
    """
    lines = list(claimed)
    if not any(_may_be_unearned(line) for line in _rest(aggregate, lines)):
        return lines
    basis = await quotes.of_order(call, aggregate.order.order_id)
    if basis is None or not (basis.free or basis.gifts):
        return lines
    if not await autocalculation.is_on(call, aggregate.order.order_id):
        return lines
    # Only what is in a state of the claimed items can be claimed with them.
    states = {line.item.order_status for line in lines}
    # By the terms at placement: later changes of a promotion do not reach orders.
    for free in basis.free:
        of_paid = [line for line in _rest(aggregate, lines) if line.item.placed_no in free.paid_by]
        given = [line for line in _rest(aggregate, lines) if line.item.placed_no == free.item_no]
        # Free items of the same promotion that were decided in an earlier round count against the
        # units that the payment still earns.
        others = [
            line
            for line in _rest(aggregate, lines)
            for each in basis.free
            if each.item_no < free.item_no
            and each.paid_by == free.paid_by
            and line.item.placed_no == each.item_no
        ]
        excess = one_plus_n.unearned_units(
            _units(given) + _units(others), _units(of_paid), free.count
        )
        for line in given:
            if line.item.order_status not in states or not excess:
                continue
            # Some of the units may still be earned: the item is split, and only the rest claimed.
            units = min(excess, line.item.quantity)
            excess -= units
            if units == line.item.quantity:
                lines.append(line)
            else:
                lines.append(await selection.split_off(call, aggregate, line, units))
    for line in _unearned_gifts(aggregate, lines, basis):
        if line.item.order_status in states:
            lines.append(line)
    return lines


def _may_be_unearned(line: OrderLine) -> bool:
    return line.item.gift == "T" or line.item.one_plus_n_event is not None


def _rest(aggregate: OrderAggregate, claimed: Sequence[OrderLine]) -> list[OrderLine]:
    """Return the items that stay in the order."""
    numbers = {line.item.item_no for line in claimed}
    codes = {line.item.claim_code for line in claimed if line.item.order_status in OPEN_CLAIM}
    return [
        line
        for line in aggregate.lines
        if line.item.item_no not in numbers
        and is_bought(line.item.order_status)
        and (line.item.order_status not in _LEAVING or line.item.claim_code in codes)
    ]


def _units(lines: Sequence[OrderLine]) -> int:
    return sum(line.item.quantity for line in lines)


def _unearned_gifts(
    aggregate: OrderAggregate, claimed: Sequence[OrderLine], basis: QuoteBasis
) -> list[OrderLine]:
    """Return the gifts that what stays in an order does not earn."""
    rest = _rest(aggregate, claimed)
    free = {each.item_no for each in basis.free}
    earned = {each.item_no: each for each in basis.gifts}
    given = [line for line in rest if line.item.gift == "T" and line.item.placed_no in earned]
    items = [counted_item(line, free) for line in rest if line.item.gift == "F"]
    shipping = counted_shipping(aggregate)
    pairs = [(earned[line.item.placed_no], line.item.quantity) for line in given]
    gone = set(gifts.unearned_gifts(pairs, items, shipping))
    return [line for line in given if line.item.placed_no in gone]
