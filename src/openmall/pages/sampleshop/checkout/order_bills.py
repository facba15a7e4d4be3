"""What an order costs, line by line, as data for a page."""

import msgspec

from openmall.commerce.order.placement.checkout.shape import Estimate
from openmall.contract.json_values import Encodable
from openmall.http.web import bills
from openmall.http.web.bills import Bill


def of_estimate(estimate: Estimate, language: str) -> dict[str, Encodable]:
    """Return what an order costs that is not placed yet."""
    return plain(bills.of_estimate(estimate.order_amount, estimate.items, language))


def plain(bill: Bill) -> dict[str, Encodable]:
    """Return a bill as data; its tax is None where there is none."""
    data: dict[str, Encodable] = msgspec.to_builtins(bill)
    return {**data, "tax": data["tax"] if bill.tax else None}
