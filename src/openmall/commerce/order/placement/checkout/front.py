"""The storefront's operations on orders and their payment. All of them are ours.

Claims of a placed order begin with `rules.require_own`; `own_orders.buttons` returns the claims
that an item allows now.
"""

from openmall.commerce.order.billing.gateways import testing
from openmall.commerce.order.billing.gateways.testing import TestPaid, TestPayment
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import (
    estimate,
    gateway_payment,
    later_gifts,
    payment_settlement,
    return_addresses,
)
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.later_gifts import LaterGifts
from openmall.commerce.order.placement.checkout.order_gifts import GiftOffer
from openmall.commerce.order.placement.checkout.shape import (
    ConfirmedPayment,
    Estimate,
    Ordered,
    OwnOrder,
    ToPay,
)
from openmall.commerce.order.placement.checkout.takes import (
    EstimateDraft,
    OrderDraft,
    OwnOrders,
    PaymentDraft,
)
from openmall.contract.call import Call
from openmall.contract.operation import get, listing, post
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL


async def pay_again(call: Call, params: PaymentDraft) -> ToPay:
    """Pay one of the shopper's own orders that still awaits payment, through a gateway."""
    await checkout_rules.require_own(call, params.order_id)
    await return_addresses.require_own(call, params.return_url)
    return await gateway_payment.restart_payment(
        call, params.order_id, params.payment_method, return_url=params.return_url
    )


OPERATIONS = [
    post(
        "orders",
        checkout_rules.order,
        takes=OrderDraft,
        gives=Ordered,
        key="order",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/estimate",
        estimate.estimate,
        takes=EstimateDraft,
        gives=Estimate,
        key="estimate",
        scope=WRITE_PERSONAL,
    ),
    listing(
        "orders",
        checkout_rules.listing,
        takes=OwnOrders,
        gives=OwnOrder,
        key="orders",
        scope=READ_PERSONAL,
    ),
    get(
        "orders/{order_id}",
        checkout_rules.retrieve,
        takes=OrderPath,
        gives=OwnOrder,
        key="order",
        scope=READ_PERSONAL,
    ),
    listing(
        "orders/{order_id}/gifts",
        later_gifts.list_offers,
        takes=OrderPath,
        gives=GiftOffer,
        key="gifts",
        scope=READ_PERSONAL,
    ),
    post(
        "orders/{order_id}/gifts",
        later_gifts.choose,
        takes=LaterGifts,
        gives=OwnOrder,
        key="order",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/{order_id}/payments",
        pay_again,
        takes=PaymentDraft,
        gives=ToPay,
        key="payment",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/{order_id}/payments/confirm",
        payment_settlement.confirm,
        takes=OrderPath,
        gives=ConfirmedPayment,
        key="payment",
        scope=WRITE_PERSONAL,
        prepare=payment_settlement.prepare_confirmation,
    ),
    post(
        "testgateway/payments/{payment_id}",
        testing.pay,
        takes=TestPayment,
        gives=TestPaid,
        key="payment",
        scope=WRITE_PERSONAL,
    ),
]
