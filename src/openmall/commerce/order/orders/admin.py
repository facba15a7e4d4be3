"""The admin API's operations on orders."""

from openmall.commerce.order.orders import rules as order_rules
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.takes import (
    ItemsPath,
    OrderFilters,
    OrderPath,
    OrderQuery,
    Processed,
    Processing,
)
from openmall.contract.operation import count, get, listing, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_EMBEDS = ("items", "receivers", "buyer", "return", "cancellation", "exchange", "refunds")

OPERATIONS = [
    listing(
        "orders",
        order_rules.listing,
        takes=OrderQuery,
        gives=Order,
        key="orders",
        scope=READ_ORDER,
        embeds=_EMBEDS,
        links=True,
    ),
    count("orders/count", order_rules.count, takes=OrderFilters, scope=READ_ORDER),
    get(
        "orders/{order_id}",
        order_rules.retrieve,
        takes=OrderPath,
        lock=order_rules.lock,
        tagged_with=("items",),
        gives=Order,
        key="order",
        scope=READ_ORDER,
        embeds=_EMBEDS,
    ),
    listing(
        "orders/{order_id}/items",
        order_rules.items,
        takes=ItemsPath,
        gives=Item,
        key="items",
        scope=READ_ORDER,
    ),
    put(
        "orders",
        order_rules.process,
        takes=Processing,
        gives=Processed,
        key="orders",
        scope=WRITE_ORDER,
        objects=100,
    ),
    put(
        "orders/{order_id}",
        order_rules.process,
        takes=Processing,
        gives=Processed,
        key="order",
        scope=WRITE_ORDER,
        shows=(
            "shop_no", "process_status", "order_item_code", "purchase_confirmation",
            "collect_points", "show_shipping_address",
        ),
    ),
]  # fmt: skip
