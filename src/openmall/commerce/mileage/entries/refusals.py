"""The refusals of changes of points and deposit."""

from typing import Final

from openmall.contract.refusal import Refusal

AMOUNT_NOT_POSITIVE: Final = Refusal(
    "amount_not_positive",
    "The amount has to be above zero.",
    remedy="Send an amount above zero; the type says whether it is given or taken.",
)
BALANCE_TOO_SMALL: Final = Refusal(
    "balance_too_small",
    "The customer has only {amount} {currency} in {pot}.",
    remedy="Read what the customer has, and take at most that.",
)
DATES_END_BEFORE_BEGIN: Final = Refusal(
    "dates_end_before_begin",
    "The dates end before they begin.",
    remedy="Send an end date that is not before the start date.",
)
