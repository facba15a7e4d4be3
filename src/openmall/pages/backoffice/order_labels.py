"""The form of order numbers, and labels of order codes: payment methods, reasons of claims."""

import re
from typing import Final

from openmall.http.web.languages import marked

NUMBER: Final = re.compile(r"[0-9]{8}-[0-9]{7,10}")
METHODS: Final = {
    "cash": marked("Bank deposit"),
    "card": marked("Credit card"),
    "tcash": marked("Bank transfer"),
    "icash": marked("Virtual account"),
    "cell": marked("Mobile phone"),
    "deferpay": marked("Cash on delivery"),
    "cod": marked("Cash on delivery"),
    "cvs": marked("Convenience store"),
    "point": marked("Points"),
    "mileage": marked("Points"),
    "deposit": marked("Credits"),
    "credit": marked("Credits"),
    "giftcard": marked("Gift card"),
    "pointcard": marked("Point card"),
    "etc": marked("Other"),
}
DISPUTE_REASONS: Final = {
    "duplicate": marked("Charged twice"),
    "fraudulent": marked("Not paid by the owner of the card"),
    "product_not_received": marked("Product not received"),
    "product_unacceptable": marked("Product defective or not as described"),
    "credit_not_processed": marked("Refund not received"),
    "subscription_canceled": marked("Subscription was cancelled"),
    "unrecognized": marked("Payment not recognised"),
}
PAID: Final = {
    "F": marked("Not paid"),
    "M": marked("Awaiting more money"),
    "T": marked("Paid"),
}
REASONS: Final = {
    "A": marked("Change of mind"),
    "B": marked("Late delivery"),
    "C": marked("Delivery not available"),
    "L": marked("Stopped by customs"),
    "D": marked("Badly packed"),
    "E": marked("Unhappy with the product"),
    "F": marked("Not as described"),
    "G": marked("Unhappy with the service"),
    "H": marked("Out of stock"),
    "I": marked("Another reason"),
}
REQUEST_REASONS: Final = {
    **REASONS,
    "J": marked("Wrong delivery"),
    "K": marked("Defective product"),
    "O": REASONS["A"],
    "P": REASONS["E"],
    "V": marked("Defective product"),
    "W": marked("Wrong delivery"),
}
"""Reasons of claims, including those that only buyers can give."""
REFUNDS: Final = {
    "F": marked("Not refunded yet"),
    "M": marked("On hold"),
    "T": marked("Refunded"),
}


def badge_kind(status: str) -> str:
    """Return the kind of badge for a state; states that need work stand out."""
    if status in ("N40", "N50", "N30"):
        return "good"
    if status[0] == "N":
        return "plain" if status in ("N20", "N21", "N01") else ""
    return "bad" if status[1] != "4" else "plain"
