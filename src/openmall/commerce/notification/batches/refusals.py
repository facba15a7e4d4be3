"""The refusals of messages to many customers."""

from typing import Final

from openmall.contract.refusal import Refusal

SENDING_TIME_PASSED: Final = Refusal(
    "sending_time_passed",
    "This time has passed.",
    remedy="Send a time in the future.",
)
