"""The orders on the page of a customer: how many, their value, and a picture of each."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.contract.embedded import embedded
from openmall.contract.json_values import Encodable
from openmall.contract.money import ZERO, in_units, smallest_unit
from openmall.http.web.languages import marked
from openmall.pages.backoffice.orders import item_pictures
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money, when

ROWS: Final = 10
"""Orders that the page lists."""
MOST_ORDERS: Final = 100
"""Orders whose value is added up; of more, the newest."""


class ListedOrder(Struct, frozen=True, kw_only=True):
    """An order of the customer, as the page lists it."""

    order: Order
    picture: str
    """Address of a picture of its first item; empty: there is none."""
    first: str
    """Name of its first item."""
    others: int
    """Items besides."""
    total: Decimal


class CustomerOrders(Struct, frozen=True, kw_only=True):
    """The newest orders of a customer, and the figures above them."""

    listed: list[ListedOrder]
    figures: list[dict[str, str]]


async def of_customer(
    context: PageContext, member_id: str, shop: dict[str, str], currency: str
) -> CustomerOrders:
    """Return the orders of a customer in a shop. Raises the ApiError of the operations."""
    wanted: dict[str, Encodable] = {"member_id": member_id, **shop}
    response = await context.call(
        order_view.listing, {**wanted, "limit": MOST_ORDERS}, embed=EMBEDDED
    )
    orders: Sequence[Order] = response.content
    number = len(orders)
    if response.more:
        number = (await context.call(order_view.count, wanted)).content
    totals = {each.order_id: summarize_order(context, each).total.amount for each in orders}
    shown = orders[:ROWS]
    items = [embedded(each.items) for each in shown]
    pictures = await item_pictures.of_items(context, [each[0] for each in items if each], shop)
    return CustomerOrders(
        listed=[
            ListedOrder(
                order=order,
                picture=pictures.get(of_it[0].order_item_code, "") if of_it else "",
                first=of_it[0].product_name if of_it else "",
                others=max(0, len(of_it) - 1),
                total=totals[order.order_id],
            )
            for order, of_it in zip(shown, items, strict=True)
        ],
        figures=_figures(context, number, orders, totals, currency),
    )


def _figures(
    context: PageContext,
    number: int,
    orders: Sequence[Order],
    totals: dict[str, Decimal],
    currency: str,
) -> list[dict[str, str]]:
    """Return the figures of `parts.figures`. A canceled order is one, and has no value."""
    counted = [totals[each.order_id] for each in orders if each.canceled != "T"]
    value = sum(counted, ZERO)
    average = value / len(counted) if counted else None
    of_newest = ""
    if number > len(orders):
        text = context.translate(marked("of the newest {number} orders"))
        of_newest = text.format(number=len(orders))
    last: datetime | None = orders[0].order_date if orders else None
    return [
        {"title": context.translate("Orders"), "text": str(number)},
        {
            "title": context.translate(marked("Amount")),
            "text": money(value, currency),
            "before": of_newest,
        },
        {
            "title": context.translate(marked("Average order")),
            "text": money(_rounded(average, currency), currency),
        },
        {"title": context.translate(marked("Last order")), "text": when(last)[:10]},
    ]


def _rounded(amount: Decimal | None, currency: str) -> Decimal | None:
    return None if amount is None else in_units(amount, smallest_unit(currency))
