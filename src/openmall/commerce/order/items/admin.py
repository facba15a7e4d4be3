"""The admin API's operations on items of an order, except reading them."""

from openmall.commerce.order.items import options, prices
from openmall.commerce.order.items import rules as item_rules
from openmall.commerce.order.items.shape import (
    AmountsQuery,
    ItemDraft,
    ItemOptions,
    ItemPath,
    OptionsChange,
    OptionsDraft,
    PaymentAmount,
)
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_OPTIONS = "orders/{order_id}/items/{order_item_code}/options"
_KEY = ("shop_no", "order_id", "order_item_code")

OPERATIONS = [
    post(
        "orders/{order_id}/items",
        item_rules.add,
        takes=ItemDraft,
        gives=Item,
        key="items",
        scope=WRITE_ORDER,
        objects=40,
    ),
    post(
        _OPTIONS, options.add, takes=OptionsDraft, gives=ItemOptions, key="item", scope=WRITE_ORDER
    ),
    put(
        _OPTIONS,
        options.change,
        takes=OptionsChange,
        gives=ItemOptions,
        key="item",
        scope=WRITE_ORDER,
        shows=(*_KEY, "additional_options"),
    ),
    delete(
        _OPTIONS,
        options.remove,
        takes=ItemPath,
        gives=ItemOptions,
        key="item",
        scope=WRITE_ORDER,
        shows=_KEY,
    ),
    listing(
        "orders/paymentamount",
        prices.amounts,
        takes=AmountsQuery,
        gives=PaymentAmount,
        key="paymentamount",
        scope=READ_ORDER,
    ),
]
