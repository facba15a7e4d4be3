"""Announcing claims: one event for an order, or one for all orders of a call."""

from openmall.commerce.order.billing.refunds.events import RefundChanged
from openmall.commerce.order.claims.events import ManyRefunded
from openmall.commerce.order.claims.kinds import RETURN, Kind
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.orders import announcements as order_announcements
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.contract.call import Call
from openmall.database.values import BoundValue

_REASONS = {
    "A": "change of mind", "B": "late delivery", "C": "undeliverable area", "D": "bad packaging",
    "E": "dissatisfied with product", "F": "differs from listing", "G": "poor service",
    "H": "out of stock", "I": "other", "J": "wrong delivery", "K": "defective product",
    "L": "customs not possible",
}  # fmt: skip


def announce_claim(
    call: Call, kind: Kind, aggregate: OrderAggregate, claim: Claim, *, step: str = ""
) -> None:
    """Announce a change of a claim; `step`: prefix of the event code, empty when it is done."""
    code = f"{step}_{kind.noun}" if step else f"{kind.noun}_order"
    if kind.many is not None and order_announcements.has_several_objects(call):
        order_announcements.announce_once(call, kind.many, code, aggregate.order.order_id)
        return
    more: dict[str, BoundValue] = {}
    if kind is RETURN:
        more = {
            "claim_reason_type": claim.claim_reason_type or "",
            "claim_reason": claim.claim_reason,
            "claim_reason_type_text": _REASONS.get(claim.claim_reason_type or "", ""),
        }
    call.publish(kind.event.of(aggregate, code, **more))


def announce_refund(call: Call, aggregate: OrderAggregate) -> None:
    """Announce the refund of a claim that was executed at once."""
    if order_announcements.has_several_objects(call):
        order_announcements.announce_once(
            call, ManyRefunded, "refund_order", aggregate.order.order_id
        )
    else:
        call.publish(RefundChanged.executed(aggregate))
