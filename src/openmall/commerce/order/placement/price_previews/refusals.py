"""The refusals of price previews."""

from typing import Final

from openmall.contract.refusal import Refusal

GUESTS_WITHOUT_COUPONS: Final = Refusal(
    "guests_without_coupons",
    "Guests have no coupons.",
    remedy="Read the prices of a customer group.",
)
