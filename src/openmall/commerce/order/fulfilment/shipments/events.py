"""Events of shipments."""

from typing import ClassVar

from openmall.commerce.order.orders.store import Parcel
from openmall.contract.events import Event


class TrackingChanged(Event, frozen=True, kw_only=True):
    """Event 90162: a shipment has another tracking number or carrier."""

    event_no: ClassVar[int] = 90162

    event_code: str
    order_id: str
    shipping_code: str
    shipping_company_code: str
    tracking_no: str

    @classmethod
    def of(cls, shop_no: int, order_id: str, parcel: Parcel) -> "TrackingChanged":
        """Return the event of a parcel of an order."""
        return cls(
            event_shop_no=str(shop_no),
            event_code="update_invoice_no",
            order_id=order_id,
            shipping_code=parcel.shipping_code,
            shipping_company_code=parcel.shipping_company_code,
            tracking_no=parcel.tracking_no,
        )
