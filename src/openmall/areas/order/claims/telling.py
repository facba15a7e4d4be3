"""Telling of claims: one event for an order, or one for all orders of a call."""

from typing import Any

from openmall.areas.order.claims.events import ManyRefunded
from openmall.areas.order.claims.kinds import RETURN, Kind
from openmall.areas.order.claims.shape import Claim
from openmall.areas.order.orders import telling
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
    if kind.many is not None and telling.several(call):
        telling.tell_once(call, kind.many, code, whole.order.order_id)
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
    if telling.several(call):
        telling.tell_once(call, ManyRefunded, "refund_order", whole.order.order_id)
    else:
        call.announce(RefundChanged.made(whole))
