"""The admin API's operations on shipments."""

from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import (
    Fulfilled,
    Fulfillment,
    Sent,
    Shipment,
    ShipmentBulkChange,
    ShipmentBulkDraft,
    ShipmentChange,
    ShipmentDraft,
    ShipmentPath,
)
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_CREATED = (
    "shop_no", "shipping_code", "order_id", "status", "tracking_no", "shipping_company_code",
    "order_item_code", "carrier_id",
)  # fmt: skip
_CHANGED = ("status", "status_additional_info", "tracking_no", "shipping_company_code")

OPERATIONS = [
    listing(
        "orders/{order_id}/shipments",
        shipment_rules.listing,
        takes=OrderPath,
        gives=Shipment,
        key="shipments",
        scope=READ_ORDER,
    ),
    post(
        "orders/{order_id}/shipments",
        shipment_rules.create,
        takes=ShipmentDraft,
        gives=Sent,
        key="shipments",
        scope=WRITE_ORDER,
        plural=True,
        shows=_CREATED,
    ),
    put(
        "orders/{order_id}/shipments/{shipping_code}",
        shipment_rules.change,
        takes=ShipmentChange,
        gives=Sent,
        key="shipment",
        scope=WRITE_ORDER,
        shows=("shop_no", *_CHANGED),
    ),
    delete(
        "orders/{order_id}/shipments/{shipping_code}",
        shipment_rules.delete,
        takes=ShipmentPath,
        gives=Sent,
        key="shipment",
        scope=WRITE_ORDER,
        shows=("shop_no", "order_id", "shipping_code", "order_item_code"),
    ),
    post(
        "shipments",
        shipment_rules.create,
        takes=ShipmentBulkDraft,
        gives=Sent,
        key="shipments",
        scope=WRITE_ORDER,
        objects=100,
        shows=_CREATED,
    ),
    put(
        "shipments",
        shipment_rules.change,
        takes=ShipmentBulkChange,
        gives=Sent,
        key="shipments",
        scope=WRITE_ORDER,
        objects=100,
        shows=("shop_no", "shipping_code", "order_id", *_CHANGED),
    ),
    post(
        "fulfillments",
        shipment_rules.fulfil,
        takes=Fulfillment,
        gives=Fulfilled,
        key="fulfillments",
        scope=WRITE_ORDER,
        objects=100,
        restricted=True,
        shows=(*_CREATED, "post_express_flag"),
    ),
]
