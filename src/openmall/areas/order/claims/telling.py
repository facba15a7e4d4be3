"""Telling of claims: one event for an order, or one for all orders of a call."""

from typing import Any

from openmall.areas.order.claims.events import ManyEvent, ManyRefunded
from openmall.areas.order.claims.kinds import RETURN, Kind
from openmall.areas.order.claims.shape import Claim
from openmall.areas.order.orders.store import Whole
from openmall.areas.order.refunds.events import RefundChanged
from openmall.contract.call import Call

_REASONS = {
    "A": "change of mind", "B": "late delivery", "C": "undeliverable area", "D": "bad packaging",
    "E": "dissatisfied with product", "F": "differs from listing", "G": "poor service",
    "H": "out of stock", "I": "other", "J": "wrong delivery", "K": "defective product",
    "L": "customs not possible",
}  # fmt: skip


def claimed(call: Call, kind: Kind, whole: Whole, claim: Claim, *, deed: str = "") -> None:
    """Tell what became of a claim; `deed`: in a word, empty when it is done."""
    code = f"{deed}_{kind.noun}" if deed else f"{kind.noun}_order"
    if kind.many is not None and _several(call):
        _tell_once(call, kind.many, code, whole.order.order_id)
        return
    more: dict[str, Any] = {}
    if kind is RETURN:
        more = {
            "claim_reason_type": claim.claim_reason_type or "",
            "claim_reason": claim.claim_reason,
            "claim_reason_type_text": _REASONS.get(claim.claim_reason_type or "", ""),
        }
    call.announce(kind.event.of(whole, code, **more))


def refunded(call: Call, whole: Whole) -> None:
    """Tell that a claim's money was given back at once."""
    if _several(call):
        _tell_once(call, ManyRefunded, "refund_order", whole.order.order_id)
    else:
        call.announce(RefundChanged.made(whole))


def _several(call: Call) -> bool:
    return call.operation.objects > 1


def _tell_once(call: Call, kind: type[ManyEvent], code: str, order_id: str) -> None:
    """Add an order to what this call tells of several, where it tells the same of others."""
    for at, event in enumerate(call.events):
        if not isinstance(event, kind):
            continue
        if (event.event_code, event.event_shop_no) == (code, str(call.shop_no)):
            numbers = dict.fromkeys([*event.order_id.split(","), order_id])
            call.events[at] = kind(
                event_shop_no=event.event_shop_no, event_code=code, order_id=",".join(numbers)
            )
            return
    call.announce(kind(event_shop_no=str(call.shop_no), event_code=code, order_id=order_id))
