"""What is announced of claims."""

from typing import ClassVar

from openmall.areas.order.orders.events import CancellationChanged, ManyEvent, OrderEvent


class ReturnChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90027: items of an order are being returned, or no longer."""

    event_no: ClassVar[int] = 90027

    claim_reason_type: str
    claim_reason: str
    claim_reason_type_text: str


class ExchangeChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90028: items of an order are being exchanged, or no longer."""

    event_no: ClassVar[int] = 90028


ClaimEvent = CancellationChanged | ReturnChanged | ExchangeChanged


class ManyCancelled(ManyEvent, frozen=True, kw_only=True):
    """Event 90072: items of several orders are being cancelled, or no longer."""

    event_no: ClassVar[int] = 90072


class ManyRefunded(ManyEvent, frozen=True, kw_only=True):
    """Event 90073: what was paid for items of several orders was given back."""

    event_no: ClassVar[int] = 90073


class ManyReturned(ManyEvent, frozen=True, kw_only=True):
    """Event 90074: items of several orders are being returned, or no longer."""

    event_no: ClassVar[int] = 90074
