"""Open claims and the sales of today, in numbers. Read only."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.figures import search as figure_search
from openmall.commerce.order.order_view import item_states_store
from openmall.commerce.order.states import Status
from openmall.contract import moments
from openmall.contract.call import Call
from openmall.contract.money import ZERO, money
from openmall.contract.operation import get
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_ORDER

_CLAIMS: Final[dict[str, tuple[Status, ...]]] = {
    "cancellation_request_count": ("C00",),
    "cancellation_received_count": ("C10",),
    "cancellation_processing_count": ("C34", "C35", "C36"),
    "exchange_request_count": ("E00",),
    "exchange_received_count": ("E10", "E12", "E13"),
    "exchange_processing_count": ("E20", "E30", "E31", "E32", "E33", "E34", "E35", "E36"),
    "return_request_count": ("R00",),
    "return_received_count": ("R10", "R12", "R13"),
    "return_processing_count": ("R20", "R30", "R31", "R34", "R36"),
}
"""Number of the dashboard -> the states of the items it counts."""
_SALES: Final = (
    "placed_amount", "paid_amount", "refund_amount", "placed_count", "order_count", "refund_count",
)  # fmt: skip


class OrderDashboard(Struct, frozen=True, kw_only=True):
    """Items with an open claim, and the sales of today; amounts in the shop's currency."""

    shop_no: int
    cancellation_request_count: int = 0
    cancellation_received_count: int = 0
    cancellation_processing_count: int = 0
    exchange_request_count: int = 0
    exchange_received_count: int = 0
    exchange_processing_count: int = 0
    return_request_count: int = 0
    return_received_count: int = 0
    return_processing_count: int = 0
    refund_pending_count: int = 0
    """Refunds that are not executed yet, or that a gateway refused."""
    total_order_amount: Decimal = ZERO
    """Of the orders that were placed today."""
    total_paid_amount: Decimal = ZERO
    total_refund_amount: Decimal = ZERO
    total_order_count: int = 0
    total_paid_count: int = 0
    total_refund_count: int = 0


async def retrieve(call: Call, params: ShopParams) -> OrderDashboard:
    """Retrieve the numbers of open claims, and today's sales of a shop.

    Claims are counted by items, whenever they were ordered; `total_...` is since 00:00 +09:00.
    """
    states = [status for counted in _CLAIMS.values() for status in counted]
    items = await item_states_store.number_in_states(call, states)
    today = moments.moment(call.clock.now()).date().isoformat()
    period = moments.read(today), moments.read(today, end=True)
    sums = dict.fromkeys(_SALES, 0)
    for each in await figure_search.days(call.db, period, _SALES, shop_no=call.shop_no):
        for name in _SALES:
            sums[name] += each.figures[name]
    return OrderDashboard(
        shop_no=call.shop_no,
        refund_pending_count=await refund_store.number_open(call),
        total_order_amount=money(sums["placed_amount"]),
        total_paid_amount=money(sums["paid_amount"]),
        total_refund_amount=money(sums["refund_amount"]),
        total_order_count=sums["placed_count"],
        total_paid_count=sums["order_count"],
        total_refund_count=sums["refund_count"],
        **{
            name: sum(items.get(status, 0) for status in counted)
            for name, counted in _CLAIMS.items()
        },
    )


OPERATIONS = [
    get(
        "orders/dashboard",
        retrieve,
        takes=ShopParams,
        gives=OrderDashboard,
        key="dashboard",
        scope=READ_ORDER,
    ),
]
