"""What happened to an order, as the timeline of its page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing.payments.shape import TimelineEntry
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.embedded import embedded
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money, when

_DATES: Final = {
    "shipped_date": (marked("Shipped"), "box", ""),
    "delivered_date": (marked("Delivered"), "circle-check", "good"),
    "purchaseconfirmation_date": (marked("Purchase confirmed"), "check", "good"),
    "cancel_request_date": (marked("Cancellation requested"), "circle-alert", "warn"),
    "cancel_date": (marked("Cancelled"), "x", ""),
    "return_request_date": (marked("Return requested"), "circle-alert", "warn"),
    "return_collected_date": (marked("Picked up"), "box", ""),
    "return_confirmed_date": (marked("Returned"), "archive", ""),
    "exchange_request_date": (marked("Exchange requested"), "circle-alert", "warn"),
    "exchange_date": (marked("Exchanged"), "archive", ""),
    "refund_date": (marked("Refunded"), "badge-percent", ""),
}
"""Date of an item -> title, icon and kind of its event."""
_ACCEPTED: Final = {
    "cancellation": marked("Cancellation accepted"),
    "return": marked("Return accepted"),
    "exchange": marked("Exchange accepted"),
}
"""Kind of a claim -> the event that it was accepted, where it is completed later."""
_PAID: Final = marked("Paid")
_REFUNDED: Final = marked("Refunded")


class OrderEvent(Struct, frozen=True, kw_only=True, order=True):
    """An event of an order; events are ordered by time."""

    iso: str
    at: str
    """Its time, as people read it."""
    title: str
    by: str = ""
    """What it was about: products or an amount."""
    symbol: str = "circle"
    kind: str = ""


def events_of(
    context: PageContext,
    order: Order,
    payments: Sequence[TimelineEntry],
    all_claims: Sequence[Claim],
) -> list[OrderEvent]:
    """Return the events of an order, the newest first."""

    def event(at: datetime, title: str, by: str, symbol: str, kind: str = "") -> OrderEvent:
        said = context.translate(title)
        return OrderEvent(
            iso=at.isoformat(), at=when(at), title=said, by=by, symbol=symbol, kind=kind
        )

    events = [
        event(at, marked("Ordered"), "", "shopping-bag")
        for at in (order.order_date,)
        if at is not None
    ]
    events += [
        event(
            each.payment_datetime,
            _REFUNDED if each.paid_amount < 0 else _PAID,
            money(abs(each.paid_amount), order.currency),
            "badge-percent",
            "" if each.paid_amount < 0 else "good",
        )
        for each in payments
        if each.payment_datetime
    ]
    events += [
        event(at, title, _subject(order, item, name), symbol, kind)
        for item in embedded(order.items)
        for name, (title, symbol, kind) in _DATES.items()
        if (at := getattr(item, name))
    ]
    products = {item.item_no: item.product_name for item in embedded(order.items)}
    events += [
        event(
            claim.accepted_date,
            _ACCEPTED[claim.kind],
            ", ".join(products[number] for number in claim.item_nos if number in products),
            "check",
        )
        for claim in all_claims
        if claim.kind in _ACCEPTED
        and claim.accepted_date
        and claim.accepted_date != claim.completed_date
    ]
    return sorted(events, reverse=True)


def _subject(order: Order, item: Item, name: str) -> str:
    """Return what an event of an item is about; of an exchange, what for as well."""
    subject = item.product_name
    if not name.startswith("exchange"):
        return subject
    if item.option_value:
        subject += f" ({item.option_value})"
    for claim in embedded(order.exchange):
        for new in claim.exchanged_items:
            if (new.original_item_no or [])[-1:] == [item.item_no] and new.option_value:
                return f"{subject} → {new.option_value}"
    return subject
