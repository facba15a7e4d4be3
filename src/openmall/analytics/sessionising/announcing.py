"""What openmall itself announced, as far as it matters to visits and sales."""

from decimal import Decimal
from typing import Final

import msgspec
from msgspec import Struct

from openmall.analytics.sessionising.making import (
    Announced,
    CartAddition,
    Happened,
    Payment,
    Placement,
    day_of,
)
from openmall.areas.order.orders.events import OrderPlaced, PaymentChanged
from openmall.areas.order.placing.rules import PLACES
from openmall.areas.personal.carts.events import CartAdded
from openmall.contract.money import hundredths
from openmall.database.session import Row

EVENT_NOS: Final = (CartAdded.event_no, OrderPlaced.event_no, PaymentChanged.event_no)
_PAID: Final = "paid_order"
_PLACES: Final = {name: place for place, name in PLACES.items()}


class _Resource(Struct, frozen=True):
    """The fields of these events that are needed."""

    event_shop_no: str
    event_code: str = ""
    product_no: int = 0
    quantity: int = 0
    order_id: str = ""
    order_place_name: str = ""
    order_date: str | None = None
    order_from_mobile: str = "F"
    payment_method: str = ""
    actual_payment_amount: str = "0.00"
    member_id: str = ""
    buyer_email: str = ""
    buyer_cellphone: str = ""


_RESOURCE: Final = msgspec.json.Decoder(_Resource)


def understood(row: Row) -> Happened:
    """Return what a row of the outbox tells: number, kind, resource, UTC seconds, browser."""
    sequence, event_no, resource, created_at, browser = row
    found = _RESOURCE.decode(resource)
    what: Announced | None = None
    if event_no == CartAdded.event_no:
        what = CartAddition(
            shop_no=int(found.event_shop_no),
            browser=browser,
            product_no=found.product_no,
            quantity=found.quantity,
        )
    elif event_no == OrderPlaced.event_no:
        what = Placement(shop_no=int(found.event_shop_no), browser=browser, order_id=found.order_id)
    elif found.event_code == _PAID:
        what = _payment(found, created_at)
    return Happened(created_at * 1_000 + 999, sequence, what)


def _payment(found: _Resource, created_at: int) -> Payment:
    ordered = found.order_date
    return Payment(
        shop_no=int(found.event_shop_no),
        order_id=found.order_id,
        amount=hundredths(Decimal(found.actual_payment_amount)),
        place=_PLACES.get(found.order_place_name, ""),
        method=found.payment_method.partition(",")[0],
        mobile=found.order_from_mobile == "T",
        member_id=found.member_id,
        guest=found.buyer_email or found.buyer_cellphone or found.order_id,
        ordered_day=day_of(created_at) if ordered is None else int(ordered[:10].replace("-", "")),
    )
