"""How an order of a subscription is paid, how long its units are reserved, where it is sent to."""

from typing import Final

from msgspec import Struct

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.order.billing import bank_transfer, paymentmethods
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods import store as stored_method_store
from openmall.commerce.order.billing.stored_methods.store import PaymentMethod
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.placement.subscriptions.charges_setting import (
    SubscriptionChargesSetting,
)
from openmall.commerce.order.placement.subscriptions.refusals import SUBSCRIPTION_COUNTRY_UNKNOWN
from openmall.commerce.order.placement.subscriptions.shape import Subscription
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid

_NONE: Final[Method] = "etc"
"""The payment method of an order of a shop that can be paid in no way."""


class DeliveryPayment(Struct, frozen=True, kw_only=True):
    """How a delivery is paid: charged to a stored method, by transfer, or not yet in any way."""

    method: Method
    gateway: Gateway | None = None
    stored: PaymentMethod | None = None

    @property
    def by_transfer(self) -> bool:
        """Return whether the shop waits for a transfer into one of its accounts."""
        return self.method == bank_transfer.CASH

    @property
    def is_missing(self) -> bool:
        """Return whether the delivery cannot be paid as it is: that counts as a failed charge."""
        return self.stored is None and not self.by_transfer


async def payment(call: Call, subscription: Subscription) -> DeliveryPayment:
    """Return how a delivery is paid in the call's shop today.

    By the stored method while it can be charged, else by transfer where the shop has an account.
    Where neither is possible the order names the stored method, whose charge fails, or without one
    a method that its buyer can pay it with.
    """
    found = await _found(call, subscription)
    gateway = None if found is None else await _charging(call, found)
    if found is not None and gateway is not None:
        return DeliveryPayment(method=found.method, gateway=gateway, stored=found)  # type: ignore[arg-type] # as it was chosen
    offered = await paymentmethods.codes(call)
    method = offered[0] if offered else _NONE
    if method != bank_transfer.CASH and found is not None:
        method = found.method
    return DeliveryPayment(method=method)  # type: ignore[arg-type] # methods of orders


async def stored_method(
    call: Call, subscription: Subscription
) -> tuple[Gateway | None, PaymentMethod | None]:
    """Return gateway and stored method that a subscription is charged to; None: there is none.

    One whose gateway the shop does not use any more is none.
    """
    found = await _found(call, subscription)
    gateway = None if found is None else await _charging(call, found)
    return (None, None) if gateway is None else (gateway, found)


async def _found(call: Call, subscription: Subscription) -> PaymentMethod | None:
    if not subscription.method_id:
        return None
    return await stored_method_store.find(call, subscription.method_id)


async def _charging(call: Call, method: PaymentMethod) -> Gateway | None:
    """Return the gateway that can charge a stored method now; None: there is none."""
    if not await stored_method_rules.is_chargeable(call, method):
        return None
    return await stored_method_rules.storing(call, method.method)


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
        raise Invalid(SUBSCRIPTION_COUNTRY_UNKNOWN, parameter="receiver_country_code")
    return country
