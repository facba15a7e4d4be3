"""The refusals of reports."""

from typing import Final

from openmall.contract.refusal import Refusal

REPORT_END_BEFORE_START: Final = Refusal(
    "report_end_before_start",
    "The end comes before the start.",
    remedy="Send an `end_date` that is not before `start_date`.",
)
TOO_MANY_REPORT_DAYS: Final = Refusal(
    "too_many_report_days",
    "At most {most} days at once.",
    remedy="Ask for shorter periods, one after the other.",
)
TWO_ORDER_IDS: Final = Refusal(
    "two_order_ids",
    "`order_id` and `orderId` name different orders.",
    remedy="Send `order_id` alone.",
)
REPORTS_UNAVAILABLE: Final = Refusal(
    "reports_unavailable",
    "Reports are unavailable for a moment, try again.",
    remedy="Try again after the seconds of the Retry-After header.",
)
REPORT_TOO_SLOW: Final = Refusal(
    "report_too_slow",
    "The report took longer than its time budget.",
    remedy="Ask for a shorter period, or for fewer dimensions.",
)
