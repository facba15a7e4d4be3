"""The refusals of rows of imported files."""

from typing import Final

from openmall.contract.refusal import Refusal

CATEGORY_WITHOUT_NAME: Final = Refusal(
    "category_without_name",
    "A category needs a name.",
    remedy="Write the names of the category from the top level down.",
)
NAME_OF_A_FORMER_CUSTOMER: Final = Refusal(
    "name_of_a_former_customer",
    "A customer who has left had this name.",
    remedy="Choose another member id.",
)
COLUMN_NOT_JSON: Final = Refusal(
    "column_not_json",
    "no JSON: {problem}",
    remedy="Write the value of the column as JSON.",
)
NO_PRODUCT_OF_THIS_CODE: Final = Refusal(
    "no_product_of_this_code",
    "No product has this code.",
    remedy="Write the code of one of the mall's products.",
)
PRODUCT_HAS_SEVERAL_VARIANTS: Final = Refusal(
    "product_has_several_variants",
    "The product has several variants.",
    remedy="Name the variant by its code instead of the product.",
)
VARIANT_CODE_REPEATED: Final = Refusal(
    "variant_code_repeated",
    "Several variants have this code.",
    remedy="Name the variant by `variant_code`, which is unique.",
)
NO_VARIANT_OF_THIS_CODE: Final = Refusal(
    "no_variant_of_this_code",
    "No variant has this code.",
    remedy="Write the code of one of the mall's variants.",
)
UNREADABLE_ROW: Final = Refusal(
    "unreadable_row",
    "{detail}",
    remedy="Correct the row in the file, and send its rejected rows again.",
)
CATEGORY_PATH_REFUSED: Final = Refusal(
    "category_path_refused",
    "{detail}.",
    remedy="Write a path of non-empty category names.",
)
SALE_PRICE_ABOVE_PRICE: Final = Refusal(
    "sale_price_above_price",
    "The sale price is above the price.",
    remedy="Write a sale price below the price, or the price itself for no sale.",
)
SALE_DIFFERS_BY_VARIANT: Final = Refusal(
    "sale_differs_by_variant",
    "One discount does not lead to the sale prices of all variants.",
    remedy="Write sale prices that take the same amount, or the same percentage, off each variant.",
)
TOO_MANY_SALES: Final = Refusal(
    "too_many_sales",
    "The shop has {most} discounts: this sale price is one more than it may have.",
    remedy="End discounts that are over, or use one discount for several products.",
)
