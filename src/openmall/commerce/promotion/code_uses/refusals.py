"""Why a discount code is not taken in a checkout."""

from typing import Final

from openmall.contract.refusal import Refusal

UNKNOWN_DISCOUNT_CODE: Final = Refusal(
    "unknown_discount_code",
    "The shop has no such discount code.",
    remedy="Ask the buyer to check the code.",
)
CODE_TAKES_NOTHING_OFF: Final = Refusal(
    "code_takes_nothing_off",
    "The discount code would take nothing off.",
    remedy="Offer the order without the code.",
)
DISCOUNT_CODE_NOT_YET_VALID: Final = Refusal(
    "discount_code_not_yet_valid",
    "The discount code does not hold yet.",
    remedy="Use the code from its start date on.",
)
DISCOUNT_CODE_EXPIRED: Final = Refusal(
    "discount_code_expired",
    "The discount code does not hold any more.",
    remedy="Use another code; the period of this one is over.",
)
DISCOUNT_CODE_FOR_MEMBERS: Final = Refusal(
    "discount_code_for_members",
    "Sign in first: the discount code is for members.",
    remedy="Let the buyer sign in before they use the code.",
)
DISCOUNT_CODE_USED_BY_BUYER: Final = Refusal(
    "discount_code_used_by_buyer",
    "You have used this discount code.",
    remedy="Use another code.",
)
DISCOUNT_CODE_CHANGED: Final = Refusal(
    "discount_code_changed",
    "The discount code has just changed.",
    remedy="Quote the order again, with the code as it is now.",
)
DISCOUNT_CODE_USED_UP: Final = Refusal(
    "discount_code_used_up",
    "The discount code cannot be used any more.",
    remedy="Use another code; this one was used as often as it may be.",
)
DISCOUNT_CODE_LIMITED_BY_BUYER: Final = Refusal(
    "discount_code_limited_by_buyer",
    "Sign in first: the discount code is limited for each buyer.",
    remedy="Let the buyer sign in before they use the code.",
)
DISCOUNT_CODE_OF_OTHER_PRODUCTS: Final = Refusal(
    "discount_code_of_other_products",
    "The discount code is for other products.",
    remedy="Offer the order without the code, or with products of the code.",
)
ORDER_TOO_SMALL_FOR_CODE: Final = Refusal(
    "order_too_small_for_code",
    "The order is too small for the discount code.",
    remedy="Use the code with an order of at least its least amount.",
)
