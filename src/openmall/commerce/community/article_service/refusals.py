"""The refusals of articles that managers and apps write."""

from typing import Final

from openmall.contract.refusal import Refusal

PERIOD_OVER_A_YEAR: Final = Refusal(
    "period_over_a_year",
    "A period is a year at most.",
    remedy="Ask for shorter periods, one after the other.",
)
NOT_A_BOARD_CATEGORY: Final = Refusal(
    "not_a_board_category",
    "The board has no such category.",
    remedy="Send a category that GET boards lists for the board.",
)
DISPLAY_HOURS_TOGETHER: Final = Refusal(
    "display_hours_together",
    "The hours `display_time_start_hour` and `display_time_end_hour` come together.",
    remedy="Send both hours, or turn `display_time` off.",
)
NO_IP_ADDRESS: Final = Refusal(
    "no_ip_address",
    "Expected an IP address.",
    remedy="Send an IPv4 or IPv6 address, such as 203.0.113.7.",
)
