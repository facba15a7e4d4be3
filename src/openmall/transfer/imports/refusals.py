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
