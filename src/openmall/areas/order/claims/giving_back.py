"""Who gives something back when money is given back: coupons, points, credits.

What a refund gives back is decided once: `kept.refund.refund_point` and `refund_credit` are the
points and credits that come to the buyer, `kept.recover_coupon` says whether the coupons of the
items, or `kept.recover_coupon_no`, are given back. It is done once for every refund, in its
transaction; for an order that was never paid when its items are called off.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line
from openmall.areas.order.refunds.shape import Kept
from openmall.contract.call import Call

GiveBack = Callable[[Call, Order, Sequence[Line], Kept], Awaitable[None]]

WHO: Final[tuple[GiveBack, ...]] = ()
"""What else is given back, in this order: a function for each thing a buyer can spend."""


async def give_back(call: Call, order: Order, lines: Sequence[Line], kept: Kept) -> None:
    """Give back what was spent on items of an order beside money."""
    for each in WHO:
        await each(call, order, lines, kept)
