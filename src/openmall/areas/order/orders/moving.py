"""Moving the items of an order from state to state, and what that makes of the order."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import force_setattr, replace

from openmall.areas.order.orders.shape import Canceled, Order, ShippingStatus
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.states import (
    CLAIMED,
    GIVEN_BACK,
    NEVER_SENT_INSTEAD,
    OVER,
    Actor,
    Deed,
    Status,
    moved,
    named,
)
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment

_SENT: Final = frozenset(("N30", "N40", "N50", "R00", "R10", "R13", "R30", "R31"))
_ARRIVED: Final = frozenset(("N40", "N50", *GIVEN_BACK))


def chosen(whole: Whole, item_codes: Sequence[str] | None) -> list[Line]:
    """Return the items that are meant: those named, or all that are not over.

    Raises Invalid (422) for a code the order does not have.
    """
    if item_codes is None:
        return [line for line in whole.lines if line.item.order_status not in OVER]
    by_code = {line.item.order_item_code: line for line in whole.lines}
    found = []
    for code in dict.fromkeys(item_codes):
        if code not in by_code:
            raise Invalid(
                f"There is no such item in the order: {code}.", parameter="order_item_code"
            )
        found.append(by_code[code])
    if not found:
        raise Invalid("At least one item is named.", parameter="order_item_code")
    return found


def put_in(line: Line, status: Status, now: int) -> None:
    """Let an item be in a state, with the dates that go with it."""
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


def put_back_in(line: Line, status: Status, **more: Any) -> None:
    """Let an item be in a state it had before, with the dates it has; `more`: of the item."""
    _call(line, status, more)


def _call(line: Line, status: Status, more: dict[str, Any]) -> None:
    words = named(status)
    line.item = replace(
        line.item,
        order_status=status,
        status_code=words.status_code,
        status_text=words.status_text,
        **more,
    )


def move(call: Call, lines: Iterable[Line], deed: Deed, *, who: Actor = "merchant") -> list[Line]:
    """Move items by a deed and return those that moved. Raises Invalid (422) before any does."""
    lines = list(lines)
    ends = [moved(line.item.order_status, deed, who) for line in lines]
    now = int(call.clock.now())
    changed = []
    for line, end in zip(lines, ends, strict=True):
        if line.item.order_status != end:
            put_in(line, end, now)
            changed.append(line)
    return changed


def shipping_status(lines: Iterable[Line]) -> ShippingStatus:
    """Return how far an order's items have come, of those that are still bought."""
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


def canceled(lines: Iterable[Line]) -> Canceled:
    """Say whether an order is cancelled: T all of it, M a part, F not."""
    over = [
        line.item.order_status in CLAIMED
        for line in lines
        if line.item.order_status not in NEVER_SENT_INSTEAD
    ]
    if over and all(over):
        return "T"
    return "M" if any(over) else "F"


def summed_up(whole: Whole, now: int) -> Order:
    """Return the order as its items make it: how far sent, how far cancelled."""
    state = canceled(whole.lines)
    order = replace(whole.order, shipping_status=shipping_status(whole.lines), canceled=state)
    if state == "T" and order.cancel_date is None:
        force_setattr(order, "cancel_date", moment(now))
    elif state != "T" and order.cancel_date is not None:
        force_setattr(order, "cancel_date", None)
    return order
