"""The refusals of products, amounts and gifts of an order."""

from typing import Final

from openmall.contract.refusal import Refusal

GIFT_SOLD_OUT: Final = Refusal(
    "gift_sold_out",
    "The gift is sold out.",
    remedy="Choose another gift.",
)
NO_PRODUCT_WITH_CODE: Final = Refusal(
    "no_product_with_code",
    "There is no such product: {product_code}.",
    remedy="Send the code of a product of the shop.",
)
NO_VARIANT_WITH_CODE: Final = Refusal(
    "no_variant_with_code",
    "There is no such variant: {variant_code}.",
    remedy="Send the code of a variant of the shop's products.",
)
PRODUCT_NOT_SOLD: Final = Refusal(
    "product_not_sold",
    "{product_name} is not for sale.",
    remedy="Leave the product out, or let the shop sell it.",
)
