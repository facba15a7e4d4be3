"""The refusals of batches of visits that browsers send."""

from typing import Final

from openmall.contract.refusal import Refusal

BATCH_CONTENT_TYPE: Final = Refusal(
    "batch_content_type",
    "Content-Type must be text/plain or application/json.",
    remedy="Send the batch as text/plain or application/json.",
)
TOO_MANY_BATCHES: Final = Refusal(
    "too_many_batches",
    "Too many batches.",
    remedy="Wait for the seconds of the Retry-After header, and send fewer, larger batches.",
)
NO_PAGE_ADDRESS: Final = Refusal(
    "no_page_address",
    "Expected an address of the web, or a path.",
    remedy="Send an http or https address, or a path that begins with /.",
)
