"""Where an item of an order is, as its buyer would say it: the API's words are the shop's."""

from typing import Final

from openmall.http.web.languages import marked

_SAID: Final = {
    "N00": marked("Awaiting payment"),
    "N10": marked("Order received"),
    "N20": marked("Being prepared"),
    "N21": marked("Ready to ship"),
    "N22": marked("Shipment on hold"),
    "N30": marked("In transit"),
    "N40": marked("Delivered"),
    "N50": marked("Receipt confirmed"),
    "N01": marked("Replacement shipped"),
    "C00": marked("Cancellation requested"),
    "C11": marked("Cancellation refused"),
    "C4": marked("Cancelled"),
    "C": marked("Being cancelled"),
    "R00": marked("Return requested"),
    "R11": marked("Return refused"),
    "R4": marked("Returned"),
    "R": marked("Being returned"),
    "E00": marked("Exchange requested"),
    "E11": marked("Exchange refused"),
    "E40": marked("Exchanged"),
    "E41": marked("Exchange withdrawn"),
    "E5": marked("Exchange withdrawn"),
    "E": marked("Being exchanged"),
}
"""State of an item, or what the codes of several begin with -> how it is said."""


def said_of(status: str) -> str:
    """Return how a state is said, in English; one nobody knows is its code."""
    for beginning in (status, status[:2], status[:1]):
        if beginning in _SAID:
            return _SAID[beginning]
    return status
