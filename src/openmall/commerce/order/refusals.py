"""The refusals of orders."""

from typing import Final

from openmall.contract.refusal import Refusal

ORDER_CANCELLED: Final = Refusal(
    "order_cancelled",
    "The order is cancelled.",
    remedy="Read the order first, and leave out those whose `canceled` is T.",
)
LABELLED_ORDER_UNKNOWN: Final = Refusal(
    "labelled_order_unknown",
    "There is no order {order_id}.",
    remedy="Send codes of items of the shop's orders.",
)
ORDER_HAS_NO_SUCH_PRODUCT: Final = Refusal(
    "order_has_no_such_product",
    "There is no such product in the order: {product_no} {option_code}.",
    remedy="Name products and options as the order's items have them.",
)
PREPARING_STATE_NOT_USED: Final = Refusal(
    "preparing_state_not_used",
    "The shop does not use the state in which products are prepared.",
    remedy="Send another `process_status`, or turn the state on in the settings of orders.",
)
ORDER_HAS_NO_SUCH_ITEM: Final = Refusal(
    "order_has_no_such_item",
    "The order has no such item.",
    remedy="Read the order's items for their codes.",
)
CLAIM_NOT_WITHDRAWABLE: Final = Refusal(
    "claim_not_withdrawable",
    "A claim about an item in state {status} cannot be withdrawn.",
    remedy="Withdraw or refuse claims only before they are refunded.",
)
TRANSITION_NOT_ALLOWED: Final = Refusal(
    "transition_not_allowed",
    "An item in state {status} cannot become {end}.",
    remedy="Read the item's state, and take only a step that follows it.",
)
TRANSITION_OF_OTHERS: Final = Refusal(
    "transition_of_others",
    "Only {who} can do that.",
    remedy="Leave the step to those who are named.",
)
ITEM_IS_BUNDLE: Final = Refusal(
    "item_is_bundle",
    "The item is a bundle.",
    remedy="Send `product_bundle` T.",
)
ITEM_NO_BUNDLE: Final = Refusal(
    "item_no_bundle",
    "The item is no bundle.",
    remedy="Send `product_bundle` F and no parts, or the number of a bundle.",
)
ITEM_NO_PART: Final = Refusal(
    "item_no_part",
    "The item is no bundle, and no part of one.",
    remedy="Send the number of the bundle as `product_bundle_no`, or `product_bundle` F.",
)
BUNDLE_PART_QUANTITY: Final = Refusal(
    "bundle_part_quantity",
    "One bundle has {quantity} units of product {product_no}.",
    remedy="Send every part of the bundle with the quantity that the bundles have of it.",
)
