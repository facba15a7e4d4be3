"""Items and shipping of a placed order as the amount counts them that earns gifts."""

from collections.abc import Set as AbstractSet

from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.promotion.benefits.gifts import CountedItem, CountedShipping
from openmall.contract.money import ZERO


def counted_item(line: OrderLine, free: AbstractSet[int]) -> CountedItem:
    """Return an item of a placed order as the amount of gifts counts it; `free`: of no price."""
    return CountedItem(
        item_no=line.item.placed_no,
        price=ZERO if line.item.placed_no in free else arithmetic.list_price(line.item),
        paid=line.item.payment_amount - line.share.discount,
        points=line.share.points,
    )


def counted_shipping(aggregate: OrderAggregate) -> CountedShipping:
    """Return the shipping fee of a placed order as the amount of gifts counts it."""
    charge = arithmetic.shipping_charge(aggregate.order.initial_order_amount, aggregate.lines)
    return CountedShipping(paid=charge.fee - charge.discount, points=charge.points)
