"""The refusals of orders that the shop places."""

from typing import Final

from openmall.contract.refusal import Refusal

DRAFT_ITEM_NO_BUNDLE: Final = Refusal(
    "draft_item_no_bundle",
    "The item is no bundle: a bundle is ordered by its parts.",
    remedy="Order the parts of a bundle as items of their own.",
)
RECEIVER_ADDRESS_MISSING: Final = Refusal(
    "receiver_address_missing",
    "The receiver's address is required.",
    remedy="Send the address of the receiver, or `no_shipping_required` T.",
)
