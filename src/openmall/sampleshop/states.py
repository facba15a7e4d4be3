"""Where an item of an order is, as its buyer would say it: the API's words are the shop's."""

from typing import Final

from openmall.web.languages import marked

_SAID: Final = {
    "N00": marked("Awaiting payment"),
    "N10": marked("Order received"),
    "N20": marked("Being prepared"),
    "N21": marked("Ready to be sent"),
    "N22": marked("Sending is on hold"),
    "N30": marked("On its way"),
    "N40": marked("Delivered"),
    "N50": marked("Kept"),
    "N01": marked("Sent in exchange"),
    "C00": marked("Cancellation asked for"),
    "C11": marked("Cancellation refused"),
    "C4": marked("Cancelled"),
    "C": marked("Being cancelled"),
    "R00": marked("Return asked for"),
    "R11": marked("Return refused"),
    "R4": marked("Returned"),
    "R": marked("Being returned"),
    "E00": marked("Exchange asked for"),
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
