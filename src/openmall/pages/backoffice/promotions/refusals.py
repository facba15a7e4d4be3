"""The refusals of the pages of promotions."""

from typing import Final

from openmall.contract.refusal import Refusal

NOBODY_GOT_COUPON: Final = Refusal(
    "nobody_got_coupon",
    "No customer got the coupon: everyone chosen has it already.",
    remedy="Choose other customers, or allow that a customer has the coupon twice.",
)
NO_GIFT_CHOSEN: Final = Refusal(
    "no_gift_chosen",
    "Choose at least one.",
    remedy="Choose a product as the gift.",
)
NO_PREVIEW_PRODUCT: Final = Refusal(
    "no_preview_product",
    "Choose a product for the preview.",
    remedy="Choose a product that the shop sells.",
)
