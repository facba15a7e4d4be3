"""The refusals of users of suppliers."""

from typing import Final

from openmall.contract.refusal import Refusal

SUPPLIER_USER_EXISTS: Final = Refusal(
    "supplier_user_exists",
    "There is a user of this name already.",
    remedy="Choose another `user_id`.",
)
