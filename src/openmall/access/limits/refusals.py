"""The refusals of calls beyond the limits."""

from typing import Final

from openmall.contract.refusal import Refusal

BUCKET_FULL: Final = Refusal(
    "bucket_full",
    "Too many requests. ({used}/{capacity})",
    remedy="Wait for the seconds of Retry-After, and call less often.",
)
TOO_MANY_REQUESTS: Final = Refusal(
    "too_many_requests",
    "Too many requests.",
    remedy="Wait for the seconds of Retry-After, and call less often.",
)
CALLS_UNCOUNTED: Final = Refusal(
    "calls_uncounted",
    "Calls cannot be counted for a moment, try again.",
    remedy="Repeat the call after the seconds of Retry-After.",
)
