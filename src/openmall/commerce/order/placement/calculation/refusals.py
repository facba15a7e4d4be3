"""The refusals of calculations of orders."""

from typing import Final

from openmall.contract.refusal import Refusal

PRODUCT_HAS_NO_SUCH_VARIANT: Final = Refusal(
    "product_has_no_such_variant",
    "There is no such variant of product {product_no}.",
    remedy="Send the number of the product that the variant belongs to.",
)
VARIANT_HAS_OTHER_OPTION: Final = Refusal(
    "variant_has_other_option",
    "The variant has another `option_id`.",
    remedy="Leave out `option_id`, or send that of the variant.",
)
TOO_MANY_COUPONS: Final = Refusal(
    "too_many_coupons",
    "An order has at most {most} coupons.",
    remedy="Send fewer coupons.",
)
