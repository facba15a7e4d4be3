"""The refusals of serial coupons: codes that are registered, and codes that are redeemed."""

from typing import Final

from openmall.contract.refusal import Refusal

CODE_GENERATION_MISSING: Final = Refusal(
    "code_generation_missing",
    "Generated codes need their number and length.",
    remedy="Send `serial_generate_auto` with number and length.",
)
CODES_ARE_GENERATED: Final = Refusal(
    "codes_are_generated",
    "The codes of this coupon are generated.",
    remedy="Register codes of coupons with `serial_generate_method` M.",
)
COUPON_CODE_EXISTS: Final = Refusal(
    "coupon_code_exists",
    "There is a code like this.",
    remedy="Choose another code.",
)
COUPON_HAD_ALREADY: Final = Refusal(
    "coupon_had_already",
    "You have had this coupon.",
    remedy="Use another coupon code.",
)
COUPON_CODE_USED: Final = Refusal(
    "coupon_code_used",
    "The coupon code has been used.",
    remedy="Use another coupon code.",
)
ONE_CODE_FOR_ALL: Final = Refusal(
    "one_code_for_all",
    "All customers use the same code.",
    remedy="Register one code, once.",
)
