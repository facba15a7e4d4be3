"""Fee of sending items back, shared out to the shipping groups that they came in."""

from collections.abc import Sequence
from decimal import Decimal

from openmall.commerce.order.claims.shape import ReturnFee
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.contract.money import ZERO, share_out, smallest_unit


def by_group(order: Order, items: Sequence[Item], fee: Decimal) -> list[ReturnFee]:
    """Return the part of `fee`, zero or below, of each shipping group; none where it is zero.

    A group has the items of one supplier. One that the order was not charged shipping for has the
    next free number. The parts are as the prices of the items, exact in sum.
    """
    if not fee:
        return []
    groups = {each.supplier_code: each.shipping_group_code for each in order.shipping_fee_detail}
    free = max(groups.values(), default=0) + 1
    of_supplier: dict[str, list[Item]] = {}
    for item in items:
        of_supplier.setdefault(item.supplier_id, []).append(item)
    prices = [
        sum((arithmetic.list_price(item) for item in found), ZERO) for found in of_supplier.values()
    ]
    parts = share_out(-fee, prices, smallest_unit(order.currency))
    shared = []
    for (supplier, found), part in zip(of_supplier.items(), parts, strict=True):
        number = groups.get(supplier)
        if number is None:
            number, free = free, free + 1
        codes = [item.order_item_code for item in found]
        shared.append(ReturnFee(group_no=number, return_shipping_fee=ZERO - part, items=codes))
    return shared
