"""The admin API's operations on receivers of orders."""

from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.receivers import rules as receiver_rules
from openmall.commerce.order.receivers.shape import (
    Before,
    Changed,
    ParcelReceiverChange,
    ReceiverBulkChange,
    ReceiversQuery,
)
from openmall.contract.operation import NoEffect, listing, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_SHOWN = tuple(
    name for name in Receiver.__struct_fields__ if name not in ("address_state", "address_city")
)
_CHANGED = tuple(name for name in Changed.__struct_fields__ if name != "shipping_code")

OPERATIONS = [
    listing(
        "orders/{order_id}/receivers",
        receiver_rules.listing,
        takes=ReceiversQuery,
        gives=Receiver,
        key="receivers",
        scope=READ_ORDER,
        shows=_SHOWN,
    ),
    put(
        "orders/{order_id}/receivers",
        receiver_rules.change,
        takes=ReceiverBulkChange,
        gives=Changed,
        key="receivers",
        scope=WRITE_ORDER,
        objects=100,
    ),
    listing(
        "orders/{order_id}/receivers/history",
        receiver_rules.past,
        takes=OrderPath,
        gives=Before,
        key="history",
        scope=READ_ORDER,
    ),
    put(
        "orders/{order_id}/receivers/{shipping_code}",
        receiver_rules.change,
        takes=ParcelReceiverChange,
        gives=Changed,
        key="receiver",
        scope=WRITE_ORDER,
        shows=_CHANGED,
        refuses={"receiver_direct_input_check": NoEffect("What it does is not specified")},
    ),
]
