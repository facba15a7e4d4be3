"""What is announced of refunds."""

from typing import ClassVar

from openmall.areas.order.orders.events import OrderEvent
from openmall.areas.order.orders.store import Whole


class RefundChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90029: what a claim gives back was given back, or could not be."""

    event_no: ClassVar[int] = 90029

    return_confirmed_date: str | None

    @classmethod
    def made(cls, whole: Whole) -> "RefundChanged":
        """Return the event that tells of a refund that was made."""
        return cls._of(whole, "refund_order")

    @classmethod
    def held(cls, whole: Whole) -> "RefundChanged":
        """Return the event that tells of a refund that could not be made."""
        return cls._of(whole, "hold_refund")

    @classmethod
    def _of(cls, whole: Whole, code: str) -> "RefundChanged":
        at = whole.order.return_confirmed_date
        returned = None if at is None else at.isoformat()
        return cls.of(whole, code, return_confirmed_date=returned)
