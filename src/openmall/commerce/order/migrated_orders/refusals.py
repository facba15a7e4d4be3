"""The refusals of orders of an earlier shop."""

from typing import Final

from openmall.contract.refusal import Refusal

MIGRATED_ORDER_EXISTS: Final = Refusal(
    "migrated_order_exists",
    "There is a migrated order of this number.",
    remedy="Update the migrated order, or send another number.",
)
