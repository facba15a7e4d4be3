"""The refusals of searches for customers' data."""

from typing import Final

from openmall.contract.refusal import Refusal

FIRST_DAY_MISSING: Final = Refusal(
    "first_day_missing",
    "A search by date needs its first day.",
    remedy="Send `created_start_date` with `search_type` created_date.",
)
