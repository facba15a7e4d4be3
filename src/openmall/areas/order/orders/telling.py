"""Telling of orders: one event for an order, or one for all orders of a call."""

from openmall.areas.order.orders.events import ManyEvent, ManyShipped, ShippingChanged
from openmall.areas.order.orders.store import Whole
from openmall.contract.call import Call


def shipped(call: Call, whole: Whole, code: str) -> None:
    """Tell how far items of an order are on their way; to be called when that was written."""
    if several(call):
        tell_once(call, ManyShipped, code, whole.order.order_id)
    else:
        call.announce(ShippingChanged.of(whole, code))


def several(call: Call) -> bool:
    """Say whether a call may be about several orders."""
    return call.operation.objects > 1


def tell_once(call: Call, kind: type[ManyEvent], code: str, order_id: str) -> None:
    """Add an order to what this call tells of several, where it tells the same of others."""
    for at, event in enumerate(call.events):
        if not isinstance(event, kind):
            continue
        if (event.event_code, event.event_shop_no) == (code, str(call.shop_no)):
            numbers = dict.fromkeys([*event.order_id.split(","), order_id])
            call.events[at] = kind(
                event_shop_no=event.event_shop_no, event_code=code, order_id=",".join(numbers)
            )
            return
    call.announce(kind(event_shop_no=str(call.shop_no), event_code=code, order_id=order_id))
