"""The refusals of users of suppliers."""

from typing import Final

from openmall.contract.refusal import Refusal

SUPPLIER_USER_EXISTS: Final = Refusal(
    "supplier_user_exists",
    "There is a user of this name already.",
    remedy="Choose another `user_id`.",
)
SUPPLIER_SHOP_NAMED_TWICE: Final = Refusal(
    "supplier_shop_named_twice",
    "A shop is named twice.",
    remedy="Name each shop once.",
)
