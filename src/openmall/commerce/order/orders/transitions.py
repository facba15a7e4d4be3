"""State transitions of items, and the summary of an order that follows from them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec.structs import force_setattr, replace

from openmall.commerce.order.orders.refusals import ORDER_HAS_NO_ITEM_WITH_CODE
from openmall.commerce.order.orders.shape import Canceled, Order, ShippingStatus
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.states import (
    CLAIMED,
    GIVEN_BACK,
    NEVER_SENT_INSTEAD,
    OVER,
    Actor,
    Status,
    Transition,
    next_state,
    status_code,
)
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.refusals import NO_ITEM_NAMED

_SENT: Final = frozenset(("N30", "N40", "N50", "R00", "R10", "R13", "R30", "R31"))
_ARRIVED: Final = frozenset(("N40", "N50", *GIVEN_BACK))


def select_lines(aggregate: OrderAggregate, item_codes: Sequence[str] | None) -> list[OrderLine]:
    """Return the named items, or all that are not over.

    Raises Invalid (422) for a code the order does not have.
    """
    if item_codes is None:
        return [line for line in aggregate.lines if line.item.order_status not in OVER]
    by_code = {line.item.order_item_code: line for line in aggregate.lines}
    found = []
    for code in dict.fromkeys(item_codes):
        if code not in by_code:
            raise Invalid(ORDER_HAS_NO_ITEM_WITH_CODE, parameter="order_item_code", item_code=code)
        found.append(by_code[code])
    if not found:
        raise Invalid(NO_ITEM_NAMED, parameter="order_item_code")
    return found


def enter_state(line: OrderLine, status: Status, now: int) -> None:
    """Put an item into a state, and set its dates."""
    item = line.item
    dates = {}
    if status in ("N20", "N21", "N30") and line.placed_at is None:
        line.placed_at = now
    if status == "N30":
        dates = {"shipped_date": moment(now), "delivered_date": None}
    if status == "N40" and item.delivered_date is None:
        dates = {"shipped_date": item.shipped_date or moment(now), "delivered_date": moment(now)}
    if status == "N50":
        dates = {"purchaseconfirmation_date": moment(now)}
    elif item.purchaseconfirmation_date is not None and status in ("N30", "N40"):
        dates["purchaseconfirmation_date"] = None
    if status in ("N10", "N20", "N21", "N22") and item.shipped_date is not None:
        dates |= {"shipped_date": None, "delivered_date": None}
    _call(line, status, dates)


def restore_state(line: OrderLine, status: Status, **more: datetime | str | int | None) -> None:
    """Put an item back into an earlier state with its dates; `more`: further fields."""
    _call(line, status, more)


def _call(line: OrderLine, status: Status, more: Mapping[str, datetime | str | int | None]) -> None:
    line.item = replace(line.item, order_status=status, status_code=status_code(status), **more)


def move(
    call: Call, lines: Iterable[OrderLine], transition: Transition, *, who: Actor = "merchant"
) -> list[OrderLine]:
    """Apply a transition, and return the moved items. Raises Invalid (422) before any is moved."""
    lines = list(lines)
    ends = [next_state(line.item.order_status, transition, who) for line in lines]
    now = int(call.clock.now())
    changed = []
    for line, end in zip(lines, ends, strict=True):
        if line.item.order_status != end:
            enter_state(line, end, now)
            changed.append(line)
    return changed


def shipping_status(lines: Iterable[OrderLine]) -> ShippingStatus:
    """Return the shipping status of an order from its items that are not cancelled."""
    gone = CLAIMED | NEVER_SENT_INSTEAD
    states = [line.item.order_status for line in lines if line.item.order_status not in gone]
    if not states:
        return "F"
    if all(state in _ARRIVED for state in states):
        return "T"
    if any(state in _SENT for state in states):
        return "M"
    if any(state == "N22" for state in states):
        return "W"
    return "F"


def canceled(lines: Iterable[OrderLine]) -> Canceled:
    """Return whether an order is cancelled: T all of it, M a part, F not."""
    over = [
        line.item.order_status in CLAIMED
        for line in lines
        if line.item.order_status not in NEVER_SENT_INSTEAD
    ]
    if over and all(over):
        return "T"
    return "M" if any(over) else "F"


def with_summary(aggregate: OrderAggregate, now: int) -> Order:
    """Return the order with shipping status and cancellation as its items have them."""
    state = canceled(aggregate.lines)
    order = replace(
        aggregate.order, shipping_status=shipping_status(aggregate.lines), canceled=state
    )
    if state == "T" and order.cancel_date is None:
        force_setattr(order, "cancel_date", moment(now))
    elif state != "T" and order.cancel_date is not None:
        force_setattr(order, "cancel_date", None)
    return order
