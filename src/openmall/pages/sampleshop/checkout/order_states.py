"""States of a shopper's order, as several pages ask for them."""

from openmall.commerce.order.billing import bank_transfer, paymentservices
from openmall.commerce.order.orders.shape import paying_method
from openmall.commerce.order.placement.checkout.shape import OwnOrder
from openmall.pages.sampleshop.page_context import PageContext


def awaits_payment(order: OwnOrder) -> bool:
    """Return whether an order, or what was added to it after its payment, awaits payment."""
    return order.paid != "T" and any(each.order_status == "N00" for each in order.items)


async def method_to_pay(context: PageContext, order: OwnOrder) -> str:
    """Return the payment method by which an order is paid at a gateway now; empty: at none.

    That of its last payment there; for an order of an app its own, where a gateway offers it.
    """
    if not awaits_payment(order):
        return ""
    if order.payments:
        return order.payments[-1].payment_method
    method = paying_method(order.payment_method)
    if method == bank_transfer.CASH:
        return ""
    options = await context.content(paymentservices.list_options)
    return method if method in {each.payment_method for each in options} else ""
