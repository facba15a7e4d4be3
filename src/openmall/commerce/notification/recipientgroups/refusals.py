"""The refusals of groups of recipients."""

from typing import Final

from openmall.contract.refusal import Refusal

PERIOD_WITHOUT_DATE_TYPE: Final = Refusal(
    "period_without_date_type",
    "`date_type` is required of a group with a period.",
    remedy="Send which date of a customer the period is about.",
)
RANGE_REVERSED: Final = Refusal(
    "range_reversed",
    "The end of the range is below its beginning.",
    remedy="Send a range whose end is not below its beginning.",
)
