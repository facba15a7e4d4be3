"""Labels of item statuses for buyers; the API's own are for the shop."""

from typing import Final

from openmall.http.web.languages import marked

_LABELS: Final = {
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
"""Status of an item, or common prefix of several -> label."""


def label_of(status: str) -> str:
    """Return the English label of a status; the code itself if unknown."""
    for prefix in (status, status[:2], status[:1]):
        if prefix in _LABELS:
            return _LABELS[prefix]
    return status
