"""The refusals of items of orders and their texts."""

from typing import Final

from openmall.contract.refusal import Refusal

ITEM_NOT_REMOVABLE: Final = Refusal(
    "item_not_removable",
    "Only items that await their payment can be taken out of an order.",
    remedy="Claim a cancellation of items that are paid.",
)
BUNDLE_HAS_NO_SUCH_PART: Final = Refusal(
    "bundle_has_no_such_part",
    "The bundle has no {variant_code}.",
    remedy="Name a variant that the bundle of the item has.",
)
OPTION_TEXTS_MISSING: Final = Refusal(
    "option_texts_missing",
    "The texts of the item are required.",
    remedy="Send `additional_options` with the texts of the item.",
)
ITEM_HAS_NO_SUCH_TEXT: Final = Refusal(
    "item_has_no_such_text",
    "The item has no text {name}.",
    remedy="Name texts that the item has, or add the text first.",
)
ITEM_SENT: Final = Refusal(
    "item_sent",
    "The item has been sent.",
    remedy="Change texts only of items that are not sent.",
)
NO_TEXT_NAMED: Final = Refusal(
    "no_text_named",
    "At least one text is named.",
    remedy="Send at least one text with its name.",
)
BUNDLE_PART_MISSING: Final = Refusal(
    "bundle_part_missing",
    "The product in the bundle is required.",
    remedy="Send `bundle_additional_options` with the variant in the bundle and its texts.",
)
ITEM_TEXT_EXISTS: Final = Refusal(
    "item_text_exists",
    "There is a text {name} already.",
    remedy="Update the text, or give the new one another name.",
)
ORIGINAL_BUNDLE_MISSING: Final = Refusal(
    "original_bundle_missing",
    "The bundle that the product was in is required.",
    remedy="Send `original_bundle_item_no`, or `was_product_bundle` F.",
)
ORDER_HAS_NO_BUNDLE_ITEM: Final = Refusal(
    "order_has_no_bundle_item",
    "The order has no item {item_code}.",
    remedy="Send the code of the order's item that was the bundle.",
)
