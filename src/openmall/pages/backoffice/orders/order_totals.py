"""The totals of all orders that match the filters of a list."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.order.order_view import rules as order_view
from openmall.contract.json_values import Encodable
from openmall.contract.money import ZERO
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.page_context import PageContext

MOST_ORDERS: Final = 2000
"""Orders that are summed; a longer list says so."""
_AT_ONCE: Final = 100


class Totals(Struct, frozen=True, kw_only=True):
    """How many orders there are, and what they cost."""

    count: int
    summed: int
    """Orders in the sums, fewer than `count` where there are too many."""
    amounts: Mapping[str, Decimal]
    """Currency -> the sum of the orders' totals, as the list shows them."""


async def sum_orders(context: PageContext, parameters: Mapping[str, Encodable]) -> Totals:
    """Return the totals of a search. Raises the ApiError of the operation."""
    count = (await context.call(order_view.count, parameters)).content
    amounts: dict[str, Decimal] = {}
    summed = 0
    for offset in range(0, MOST_ORDERS, _AT_ONCE):
        window = {**parameters, "limit": _AT_ONCE, "offset": offset}
        response = await context.call(order_view.listing, window, embed=EMBEDDED)
        for order in response.content:
            total = summarize_order(context, order).total.amount
            amounts[order.currency] = amounts.get(order.currency, ZERO) + total
            summed += 1
        if not response.more:
            break
    return Totals(count=count, summed=summed, amounts=amounts)
