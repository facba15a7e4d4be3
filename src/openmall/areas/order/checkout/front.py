"""The storefront's operations on orders and their payment. All of them are ours.

What a buyer asks for of an order that was placed, such as a return, begins with
`rules.require_own`; which items can be asked for now, `viewing.buttons` says.
"""

from openmall.areas.order.checkout import estimating, paying, rules
from openmall.areas.order.checkout.shape import (
    CallbackTaken,
    Estimate,
    Ordered,
    OwnOrder,
    ToPay,
)
from openmall.areas.order.checkout.takes import (
    CallbackOf,
    OrderDraft,
    OwnOrders,
    PaymentDraft,
    Sketch,
)
from openmall.areas.order.gateways import testing
from openmall.areas.order.gateways.testing import TestPaid, TestPayment
from openmall.areas.order.orders.takes import OrderPath
from openmall.contract.call import Call
from openmall.contract.operation import get, listing, post
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL


async def pay_again(call: Call, params: PaymentDraft) -> ToPay:
    """Pay one of the shopper's own orders that still awaits payment, through a gateway."""
    await rules.require_own(call, params.order_id)
    return await paying.again(call, params.order_id, params.payment_method)


async def confirm(call: Call, params: OrderPath) -> CallbackTaken:
    """Ask the gateway what has become of the payment of one of the shopper's own orders."""
    await rules.require_own(call, params.order_id)
    return await paying.confirm(call, params.order_id)


OPERATIONS = [
    post("orders", rules.order, takes=OrderDraft, gives=Ordered, key="order", scope=WRITE_PERSONAL),
    post(
        "orders/estimate",
        estimating.estimate,
        takes=Sketch,
        gives=Estimate,
        key="estimate",
        scope=WRITE_PERSONAL,
    ),
    listing(
        "orders",
        rules.listing,
        takes=OwnOrders,
        gives=OwnOrder,
        key="orders",
        scope=READ_PERSONAL,
    ),
    get(
        "orders/{order_id}",
        rules.retrieve,
        takes=OrderPath,
        gives=OwnOrder,
        key="order",
        scope=READ_PERSONAL,
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
        confirm,
        takes=OrderPath,
        gives=CallbackTaken,
        key="payment",
        scope=WRITE_PERSONAL,
    ),
    post(
        "payments/callbacks/{gateway}",
        paying.called_back,
        takes=CallbackOf,
        gives=CallbackTaken,
        key="payment",
        scope=WRITE_PERSONAL,
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
