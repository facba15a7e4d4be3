"""Amounts of items: own discounts, shares of the order's discounts, additions."""

from collections.abc import Sequence

from openmall.commerce.order.items.shape import (
    AmountsQuery,
    ItemDiscount,
    ItemPrice,
    OrderDiscount,
    PaymentAmount,
)
from openmall.commerce.order.order_view import search as order_search
from openmall.commerce.order.order_view.takes import OrderQuery
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.contract.call import Call
from openmall.contract.money import ZERO, rounded, share_out, smallest_unit


async def amounts(call: Call, query: AmountsQuery) -> Sequence[PaymentAmount]:
    """Retrieve the amounts of items of orders, in the order in which they are named."""
    numbers = list(dict.fromkeys(code.rpartition("-")[0] for code in query.order_item_code))
    order_query = OrderQuery(shop_no=call.shop_no, order_id=numbers, limit=len(numbers))
    found = {}
    orders = await order_search.page(call, order_query)
    lines = await order_store.lines_of(call, [order.order_id for order in orders])
    for order in orders:
        for each in _of_order(order, lines[order.order_id]):
            found[each.order_item_code] = each
    return [found[code] for code in query.order_item_code if code in found]


def _of_order(order: Order, lines: Sequence[OrderLine]) -> list[PaymentAmount]:
    unit = smallest_unit(order.currency)
    first = order.initial_order_amount
    own = [line.item for line in lines]
    weights = [
        first.membership_discount_amount,
        max(ZERO, first.coupon_discount_price - sum((i.coupon_discount_price for i in own), ZERO)),
        max(ZERO, first.app_discount_amount - sum((i.app_item_discount_amount for i in own), ZERO)),
        first.set_product_discount_amount,
    ]
    costs = [line.item.payment_amount - line.share.discount for line in lines]
    added = share_out(order.admin_additional_amount + order.commission, costs, unit)
    amounts = []
    for line, cost, more in zip(lines, costs, added, strict=True):
        item = line.item
        membership, coupon, app, _ = share_out(line.share.discount, weights, unit)
        amounts.append(
            PaymentAmount(
                shop_no=order.shop_no,
                order_item_code=item.order_item_code,
                items=ItemPrice(
                    product_price=item.product_price,
                    option_price=item.option_price,
                    quantity=item.quantity,
                ),
                order_price_amount=(item.product_price + item.option_price) * item.quantity,
                order_discount_amount=OrderDiscount(
                    membership_discount_amount=rounded(membership),
                    coupon_discount_price=rounded(coupon),
                    app_discount_amount=rounded(app),
                ),
                item_discount_amount=ItemDiscount(
                    additional_discount_price=item.additional_discount_price,
                    coupon_discount_price=item.coupon_discount_price,
                    app_discount_amount=item.app_item_discount_amount,
                ),
                additional_payment_amount=rounded(more),
                payment_amount=rounded(cost + more),
            )
        )
    return amounts
