"""Summaries of the amounts of admin API orders, equal to those on the shop's pages."""

from decimal import Decimal
from typing import Final

from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.states import is_bought
from openmall.contract.embedded import embedded
from openmall.http.web import bills
from openmall.http.web.bills import Bill
from openmall.pages.backoffice.page_context import PageContext

EMBEDDED: Final = ("items", "refunds")
"""Sub-resources an order needs for its summary."""


def summarize_order(context: PageContext, order: Order) -> Bill:
    """Return the bill of an order that was fetched with `EMBEDDED`."""
    items = (each for each in embedded(order.items) if is_bought(each.order_status))
    discount = sum((each.additional_discount_price for each in items), Decimal(0))
    return bills.of_order(
        order.actual_order_amount,
        embedded(order.refunds),
        context.language,
        payment=order.payment_amount,
        paid=order.paid,
        benefits=discount,
    )
