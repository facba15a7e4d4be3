"""The refusals of the items that calls name."""

from typing import Final

from openmall.contract.refusal import Refusal

ORDER_HAS_NO_ITEM_WITH_CODE: Final = Refusal(
    "order_has_no_item_with_code",
    "There is no such item in the order: {item_code}.",
    remedy="Name items of the order: its answer lists their codes.",
)
