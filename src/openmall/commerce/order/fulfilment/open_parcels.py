"""The parcel in which items travel that join an order after it was placed."""

from msgspec.structs import replace

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import OrderAggregate, Parcel
from openmall.contract.call import Call


async def open_parcel(call: Call, aggregate: OrderAggregate) -> Parcel:
    """Return a parcel of a locked order that is not sent yet; otherwise a new one.

    A new one goes to the same receiver.
    """
    for parcel in aggregate.parcels:
        if not is_sent(aggregate, parcel):
            return parcel
    order_id = aggregate.order.order_id
    code = order_store.shipping_code(order_id, len(aggregate.parcels))
    receiver = replace(aggregate.parcels[0].receiver, shipping_code=code)
    parcel = Parcel(shipping_code=code, receiver=receiver)
    await order_store.add_parcel(call, order_id, parcel)
    aggregate.parcels.append(parcel)
    return parcel


def is_sent(aggregate: OrderAggregate, parcel: Parcel) -> bool:
    """Return whether a parcel has left, or has its number already."""
    return bool(parcel.tracking_no) or any(
        line.item.shipped_date is not None
        for line in aggregate.lines
        if line.item.shipping_code == parcel.shipping_code
    )
