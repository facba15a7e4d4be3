"""Announcing orders: one event for an order, or one for all orders of a call."""

from openmall.commerce.order.orders.events import ManyEvent, ManyShipped, ShippingChanged
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.contract.call import Call


def announce_shipping(call: Call, aggregate: OrderAggregate, code: str) -> None:
    """Announce the shipping state of items of an order, once it is saved."""
    if has_several_objects(call):
        announce_once(call, ManyShipped, code, aggregate.order.order_id)
    else:
        call.publish(ShippingChanged.of(aggregate, code))


def has_several_objects(call: Call) -> bool:
    """Return whether a call may concern several orders."""
    return call.several


def announce_once(call: Call, kind: type[ManyEvent], code: str, order_id: str) -> None:
    """Add an order to the event of this call with the same code, or announce a new one."""
    for at, event in enumerate(call.effects.events):
        if not isinstance(event, kind):
            continue
        if (event.event_code, event.event_shop_no) == (code, str(call.shop_no)):
            numbers = dict.fromkeys([*event.order_id.split(","), order_id])
            call.effects.events[at] = kind(
                event_shop_no=event.event_shop_no, event_code=code, order_id=",".join(numbers)
            )
            return
    call.publish(kind(event_shop_no=str(call.shop_no), event_code=code, order_id=order_id))
