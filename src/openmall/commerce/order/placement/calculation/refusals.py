"""The refusals of calculations of orders."""

from typing import Final

from openmall.contract.refusal import Refusal

PRODUCT_HAS_NO_SUCH_VARIANT: Final = Refusal(
    "product_has_no_such_variant",
    "There is no such variant of product {product_no}.",
    remedy="Send the number of the product that the variant belongs to.",
)
