"""Events of claims."""

from typing import ClassVar

from openmall.commerce.order.orders.events import CancellationChanged, ManyEvent, OrderEvent


class ReturnChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90027: a return of items changed."""

    event_no: ClassVar[int] = 90027
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)

    claim_reason_type: str
    claim_reason: str
    claim_reason_type_text: str


class ExchangeChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90028: an exchange of items changed."""

    event_no: ClassVar[int] = 90028
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)


ClaimEvent = CancellationChanged | ReturnChanged | ExchangeChanged


class ManyCancelled(ManyEvent, frozen=True, kw_only=True):
    """Event 90072: cancellations of items of several orders changed."""

    event_no: ClassVar[int] = 90072
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)


class ManyRefunded(ManyEvent, frozen=True, kw_only=True):
    """Event 90073: items of several orders were refunded."""

    event_no: ClassVar[int] = 90073
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)


class ManyReturned(ManyEvent, frozen=True, kw_only=True):
    """Event 90074: returns of items of several orders changed."""

    event_no: ClassVar[int] = 90074
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)
