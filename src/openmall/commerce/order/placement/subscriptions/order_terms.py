"""How an order of a subscription is paid, how long its units are reserved, where it is sent to."""

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods import store as stored_method_store
from openmall.commerce.order.billing.stored_methods.store import PaymentMethod
from openmall.commerce.order.placement.subscriptions.charges_setting import (
    SubscriptionChargesSetting,
)
from openmall.commerce.order.placement.subscriptions.shape import Subscription
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid


async def stored_method(
    call: Call, subscription: Subscription
) -> tuple[Gateway | None, PaymentMethod | None]:
    """Return gateway and stored method that a subscription is charged to; None: there is none."""
    found = None
    if subscription.method_id:
        found = await stored_method_store.find(call, subscription.method_id)
    if found is None or not await stored_method_rules.is_chargeable(call, found):
        return None, None
    return await stored_method_rules.storing(call, found.method), found


async def reserved_until(call: Call) -> float:
    """Return until when units are reserved: longer than the last attempt to charge the order."""
    setting = await current(call, SubscriptionChargesSetting)
    return call.clock.now() + (setting.days + 2) * 86_400


async def country(call: Call, subscription: Subscription) -> str:
    """Return the country of the receiver. Raises Invalid (422) where nothing says which."""
    if subscription.shipping_type == "A":
        return call.mall.country
    if subscription.country_code:
        return subscription.country_code
    country = (await customer_store.person(call, subscription.member_id)).country_code
    if not country or country == call.mall.country:
        message = "The country that it is sent to is not known."
        raise Invalid(message, parameter="receiver_country_code")
    return country
