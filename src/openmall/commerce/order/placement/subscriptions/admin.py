"""The admin API's operations on subscriptions."""

from openmall.commerce.order.placement.subscriptions import rules
from openmall.commerce.order.placement.subscriptions.shape import (
    CreatedSubscription,
    ItemChanged,
    ListedSubscription,
    SubscriptionChanged,
)
from openmall.commerce.order.placement.subscriptions.takes import (
    ItemChange,
    SubscriptionChange,
    SubscriptionDraft,
    SubscriptionQuery,
)
from openmall.contract.operation import NoEffect, listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_ALL = "subscription/shipments"
_ONE = f"{_ALL}/{{subscription_id}}"

OPERATIONS = [
    listing(
        _ALL,
        rules.listing,
        takes=SubscriptionQuery,
        gives=ListedSubscription,
        key="shipments",
        scope=READ_ORDER,
    ),
    post(
        _ALL,
        rules.create,
        takes=SubscriptionDraft,
        gives=CreatedSubscription,
        key="shipments",
        scope=WRITE_ORDER,
        objects=10,
        refuses={
            "store_pickup": NoEffect("Subscriptions are sent, not fetched"),
            "use_virtual_phone_no": NoEffect("No service of virtual phone numbers is connected"),
        },
    ),
    put(
        _ONE,
        rules.change,
        takes=SubscriptionChange,
        gives=SubscriptionChanged,
        key="shipments",
        scope=WRITE_ORDER,
    ),
    put(
        f"{_ONE}/items",
        rules.change_item,
        takes=ItemChange,
        gives=ItemChanged,
        key="items",
        scope=WRITE_ORDER,
        objects=10,
    ),
]
