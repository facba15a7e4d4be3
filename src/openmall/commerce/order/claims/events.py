"""Events of claims."""

from typing import ClassVar

from openmall.commerce.order.orders.events import CancellationChanged, ManyEvent, OrderEvent


class ReturnChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90027: a return of items changed."""

    event_no: ClassVar[int] = 90027

    claim_reason_type: str
    claim_reason: str
    claim_reason_type_text: str


class ExchangeChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90028: an exchange of items changed."""

    event_no: ClassVar[int] = 90028


ClaimEvent = CancellationChanged | ReturnChanged | ExchangeChanged


class ManyCancelled(ManyEvent, frozen=True, kw_only=True):
    """Event 90072: cancellations of items of several orders changed."""

    event_no: ClassVar[int] = 90072


class ManyRefunded(ManyEvent, frozen=True, kw_only=True):
    """Event 90073: items of several orders were refunded."""

    event_no: ClassVar[int] = 90073


class ManyReturned(ManyEvent, frozen=True, kw_only=True):
    """Event 90074: returns of items of several orders changed."""

    event_no: ClassVar[int] = 90074
