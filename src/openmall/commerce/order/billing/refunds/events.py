"""Events of refunds."""

from typing import ClassVar

from openmall.commerce.order.orders.events import OrderEvent
from openmall.commerce.order.orders.store import OrderAggregate


class RefundChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90029: the refund of a claim was executed, or failed."""

    event_no: ClassVar[int] = 90029

    return_confirmed_date: str | None

    @classmethod
    def executed(cls, aggregate: OrderAggregate) -> "RefundChanged":
        """Return the event of an executed refund."""
        return cls._of(aggregate, "refund_order")

    @classmethod
    def on_hold(cls, aggregate: OrderAggregate) -> "RefundChanged":
        """Return the event of a failed refund."""
        return cls._of(aggregate, "hold_refund")

    @classmethod
    def _of(cls, aggregate: OrderAggregate, code: str) -> "RefundChanged":
        at = aggregate.order.return_confirmed_date
        returned = None if at is None else at.isoformat()
        return cls.of(aggregate, code, return_confirmed_date=returned)
