"""What new and changed discount codes are refused for."""

from typing import Final

from openmall.contract.refusal import Refusal

CODE_PRODUCTS_MISSING: Final = Refusal(
    "code_products_missing",
    "A discount code for products needs at least one product.",
    remedy="Send `available_product`, or another `available_product_type`.",
)
CODE_CATEGORIES_MISSING: Final = Refusal(
    "code_categories_missing",
    "A discount code for categories needs at least one category.",
    remedy="Send `available_category`, or another `available_product_type`.",
)
DISCOUNT_CODE_EXISTS: Final = Refusal(
    "discount_code_exists",
    "There is a discount code like this.",
    remedy="Choose another code.",
)
