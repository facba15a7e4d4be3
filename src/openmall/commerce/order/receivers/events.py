"""Events of receivers. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar

from openmall.commerce.order.orders.shape import Order
from openmall.contract.events import Event


class ReceiverChanged(Event, frozen=True, kw_only=True):
    """Event 90064: a parcel of an order has another receiver, or another address."""

    event_no: ClassVar[int] = 90064
    changed_fields: ClassVar[tuple[str, ...]] = ("receivers",)

    event_code: str
    order_id: str
    order_place_id: str

    @classmethod
    def of(cls, order: Order) -> "ReceiverChanged":
        """Return the event of an order, without personal data of the receiver."""
        return cls(
            event_shop_no=str(order.shop_no),
            event_code="changing_recipient_information",
            order_id=order.order_id,
            order_place_id=order.order_place_id,
        )
