"""What orders of the admin API cost, line by line, as the pages of the shop show it as well."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from openmall.commerce.order.states import is_bought
from openmall.http.web import bills
from openmall.http.web.bills import Bill
from openmall.pages.backoffice.desk import Desk

EMBEDDED: Final = ("items", "refunds")
"""What an order has to be answered with to work out its bill."""


def bill(desk: Desk, order: Mapping[str, Any]) -> Bill:
    """Return the bill of an order that was asked for with `EMBEDDED`."""
    items = (each for each in order["items"] if is_bought(each["order_status"]))
    off = sum((Decimal(each["additional_discount_price"]) for each in items), Decimal(0))
    return bills.of_order(order, desk.language, benefits=off)
