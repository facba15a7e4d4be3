"""The refusals of orders and items that calls name."""

from typing import Final

from openmall.contract.refusal import Phrase, Reason, Refusal
from openmall.contract.refusals import DOES_NOT_EXIST

ORDER_HAS_NO_ITEM_WITH_CODE: Final = Refusal(
    "order_has_no_item_with_code",
    "There is no such item in the order: {item_code}.",
    remedy="Name items of the order: its answer lists their codes.",
)
NO_ORDER: Final = Reason(DOES_NOT_EXIST, {"resource": Phrase("order")})
NO_ITEM: Final = Reason(DOES_NOT_EXIST, {"resource": Phrase("item")})
