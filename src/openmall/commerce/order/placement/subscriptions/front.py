"""The storefront's operations on a shopper's own subscriptions. All of them are ours."""

from typing import Final

from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods import testing_cards
from openmall.commerce.order.billing.stored_methods.shape import (
    MethodDraft,
    MethodPath,
    OwnMethod,
    RequestedMethod,
)
from openmall.commerce.order.billing.stored_methods.testing_cards import TestCard
from openmall.commerce.order.placement.subscriptions import own_subscriptions
from openmall.commerce.order.placement.subscriptions.own_shape import (
    Offer,
    OfferPath,
    OwnChange,
    OwnDraft,
    OwnItemChange,
    OwnQuery,
    OwnSubscription,
)
from openmall.commerce.order.placement.subscriptions.takes import SubscriptionPath
from openmall.commerce.product.front import shown
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_OWN: Final = Resource(OwnSubscription, area="personal", key="subscription", listed="subscriptions")
_METHOD: Final = Resource(OwnMethod, area="personal", key="paymentmethod", listed="paymentmethods")
_ALL: Final = "customers/me/subscriptions"
_ONE: Final = f"{_ALL}/{{subscription_id}}"
_METHODS: Final = "customers/me/paymentmethods"

offer_on_display: Final = shown(own_subscriptions.offer)

OPERATIONS: Final = [
    _OWN.giving(Offer).get("products/{product_no}/subscription", offer_on_display, takes=OfferPath),
    _OWN.listing(_ALL, own_subscriptions.listing, takes=OwnQuery),
    _OWN.post(_ALL, own_subscriptions.subscribe, takes=OwnDraft),
    _OWN.put(_ONE, own_subscriptions.change, takes=OwnChange),
    _OWN.put(
        f"{_ONE}/items/{{subscription_item_id}}",
        own_subscriptions.change_item,
        takes=OwnItemChange,
    ),
    _OWN.post(f"{_ONE}/skips", own_subscriptions.skip, takes=SubscriptionPath),
    _METHOD.listing(_METHODS, stored_method_rules.listing, takes=ShopParams),
    _METHOD.giving(RequestedMethod).post(_METHODS, stored_method_rules.request, takes=MethodDraft),
    _METHOD.post(
        f"{_METHODS}/{{method_id}}/confirm",
        stored_method_rules.confirm,
        takes=MethodPath,
        prepare=stored_method_rules.prepare_confirmation,
    ),
    _METHOD.delete(f"{_METHODS}/{{method_id}}", own_subscriptions.remove_method, takes=MethodPath),
    _METHOD.giving(TestCard).post(
        "testgateway/methods/{method_id}", testing_cards.store_card, takes=TestCard
    ),
]
