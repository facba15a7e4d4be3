"""Labels of order codes: states of items, payment methods, reasons of claims."""

from typing import Final

from openmall.http.web.languages import marked

STATES: Final = {
    "N00": marked("Awaiting payment"),
    "N10": marked("Paid"),
    "N20": marked("Being prepared"),
    "N21": marked("Ready to ship"),
    "N22": marked("On hold"),
    "N30": marked("In transit"),
    "N40": marked("Delivered"),
    "N50": marked("Purchase confirmed"),
    "N01": marked("New item of an exchange"),
    "C00": marked("Cancellation requested"),
    "C10": marked("Cancellation accepted"),
    "C11": marked("Cancellation refused"),
    "C34": marked("Cancelling, before refund"),
    "C35": marked("Cancelling, refunded"),
    "C36": marked("Cancelling, refund on hold"),
    "C40": marked("Cancelled"),
    "C41": marked("Cancelled, before refund"),
    "C42": marked("Cancelled, refund requested"),
    "C43": marked("Cancelled, refund on hold"),
    "C47": marked("Cancelled by the buyer before payment"),
    "C48": marked("Cancelled, payment overdue"),
    "C49": marked("Cancelled by the shop before payment"),
    "R00": marked("Return requested"),
    "R10": marked("Return accepted"),
    "R11": marked("Return refused"),
    "R12": marked("Return on hold"),
    "R13": marked("Return accepted, picked up"),
    "R20": marked("Return picked up"),
    "R30": marked("Returning, before pickup"),
    "R31": marked("Returning, picked up"),
    "R34": marked("Returning, before refund"),
    "R36": marked("Returning, refund on hold"),
    "R40": marked("Returned"),
    "R41": marked("Returned, before refund"),
    "R42": marked("Returned, refund requested"),
    "R43": marked("Returned, refund on hold"),
    "E00": marked("Exchange requested"),
    "E10": marked("Exchange accepted"),
    "E11": marked("Exchange refused"),
    "E12": marked("Exchange on hold"),
    "E13": marked("Exchange accepted, picked up"),
    "E20": marked("Preparing exchange"),
    "E30": marked("Exchanging, before pickup"),
    "E31": marked("Exchanging, picked up"),
    "E32": marked("Exchanging, awaiting payment"),
    "E33": marked("Exchanging, paid"),
    "E34": marked("Exchanging, before refund"),
    "E35": marked("Exchanging, refunded"),
    "E36": marked("Exchanging, refund on hold"),
    "E40": marked("Exchanged"),
    "E41": marked("Exchange withdrawn"),
    "E50": marked("Exchange withdrawn by the seller"),
    "E51": marked("Exchange withdrawn by the buyer"),
}
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
