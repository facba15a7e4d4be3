"""Events of the outbox that matter to visits and sales.

Only numbers and ids are read from the public resource of an event: order, product, quantity. The
items of a sale are read from the order (`sales_for_attribution`), so that a change of the public
resource changes no figure.
"""

from typing import Final

import msgspec
from msgspec import Struct

from openmall.analytics.sessionising.fact_builder import (
    Announced,
    CartAddition,
    OutboxEvent,
    Payment,
    Placement,
)
from openmall.commerce.order.orders.events import OrderPlaced, PaymentChanged
from openmall.commerce.personal.carts.events import CartAdded
from openmall.database.session import Row

EVENT_NOS: Final = (CartAdded.event_no, OrderPlaced.event_no, PaymentChanged.event_no)


class _Subject(Struct, frozen=True):
    """The subject of an event."""

    event_shop_no: str
    product_no: int = 0
    quantity: int = 0
    order_id: str = ""


_SUBJECT: Final = msgspec.json.Decoder(_Subject)


def decode_event(row: Row) -> OutboxEvent:
    """Decode a row of the outbox: number, kind, resource, UTC seconds, browser."""
    sequence, event_no, resource, created_at, browser = row
    subject = _SUBJECT.decode(resource)
    shop_no = int(subject.event_shop_no)
    what: Announced
    if event_no == CartAdded.event_no:
        what = CartAddition(
            shop_no=shop_no,
            browser=browser,
            product_no=subject.product_no,
            quantity=subject.quantity,
        )
    elif event_no == OrderPlaced.event_no:
        what = Placement(shop_no=shop_no, browser=browser, order_id=subject.order_id)
    else:
        what = Payment(shop_no=shop_no, order_id=subject.order_id)
    return OutboxEvent(created_at * 1_000 + 999, sequence, what)
