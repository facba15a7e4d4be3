"""The refusals of orders that the shop places."""

from typing import Final

from openmall.contract.refusal import Refusal

DRAFT_ITEM_NO_BUNDLE: Final = Refusal(
    "draft_item_no_bundle",
    "The item is no bundle, and no part of one.",
    remedy="Send the number of the bundle as `product_bundle_no`, or `product_bundle` F.",
)
DRAFT_PART_QUANTITY: Final = Refusal(
    "draft_part_quantity",
    "One bundle has {quantity} units of product {product_no}.",
    remedy="Send every part of the bundle, each with its quantity times the number of bundles.",
)
RECEIVER_ADDRESS_MISSING: Final = Refusal(
    "receiver_address_missing",
    "The receiver's address is required.",
    remedy="Send the address of the receiver, or `no_shipping_required` T.",
)
