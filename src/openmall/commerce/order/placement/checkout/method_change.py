"""Change of the payment method of an unpaid order: it costs what it costs by that method."""

from openmall.commerce.order import quotes
from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.placement.checkout import order_requote
from openmall.commerce.order.placement.checkout.refusals import DISCOUNTS_DEPEND_ON_METHOD
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


async def change_method(call: Call, aggregate: OrderAggregate, method: Method) -> None:
    """Requote a locked, unpaid order for another payment method, and save it.

    Coupons and discounts that are not for this method do not count any more, those that are do;
    unused coupons, points and credits are restored. Raises Invalid (422) where it cannot be quoted
    again: its items are not sold or shipped any more, or it was priced elsewhere with discounts.
    """
    before = aggregate.order
    if not await order_requote.requote_remainder(call, aggregate, method=method):
        await _require_independent(call, aggregate, method)
        return
    await recalculate_order(call, aggregate)
    await order_store.change_lines(call, aggregate.order, aggregate.lines)
    await save_order(call, before, aggregate, [], None)


async def _require_independent(call: Call, aggregate: OrderAggregate, method: Method) -> None:
    """Raise Invalid (422) for an order without a stored quote whose price may depend on the method.

    Orders placed before quotes were stored, and imported ones.
    """
    order, amount = aggregate.order, aggregate.order.actual_order_amount
    reduced = amount.membership_discount_amount or amount.coupon_discount_price
    if not reduced or method in order.payment_method:
        return
    if await quotes.of_order(call, order.order_id) is None:
        raise Invalid(DISCOUNTS_DEPEND_ON_METHOD, parameter="payment_method")
