"""The refusals of newsletters."""

from typing import Final

from openmall.contract.refusal import Refusal

NEWSLETTER_SENT: Final = Refusal(
    "newsletter_sent",
    "The newsletter was sent already.",
    remedy="Create another newsletter.",
)
