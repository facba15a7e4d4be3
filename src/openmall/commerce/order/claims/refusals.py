"""The refusals of claims."""

from collections.abc import Mapping
from typing import Final

from openmall.commerce.order.claims.shape import KindName
from openmall.contract.refusal import Phrase, Refusal

CLAIM_TYPE_MISSING: Final = Refusal(
    "claim_type_missing",
    "The type of the claim is required: a cancellation or a return.",
    remedy="Send `claim_type`: C for a cancellation, R for a return.",
)
CLAIM_REASON_MISSING: Final = Refusal(
    "claim_reason_missing",
    "The type of the claim's reason is required.",
    remedy="Send `claim_reason_type`.",
)
MORE_THAN_BOUGHT: Final = Refusal(
    "more_than_bought",
    "Only {quantity} were bought.",
    remedy="Send at most the quantity of the item.",
)
OTHER_QUANTITY_REQUESTED: Final = Refusal(
    "other_quantity_requested",
    "The request is about {quantity}.",
    remedy="Send the quantity that was asked for, or leave it out.",
)
ITEM_NOT_SENT_IN_STATE: Final = Refusal(
    "item_not_sent_in_state",
    "An item in state {status} is not sent.",
    remedy="Set parcels only of items that were not cancelled, returned or exchanged.",
)
ITEM_SENT_BEFORE: Final = Refusal(
    "item_sent_before",
    "An item in state {status} has been sent, or is not sent any more.",
    remedy="Set the expected day only of items that are still to be sent.",
)
REQUEST_HAS_OTHER_QUANTITY: Final = Refusal(
    "request_has_other_quantity",
    "In state {status} {quantity} are asked for.",
    remedy="Withdraw the request before another quantity is asked for.",
)
CLAIM_STATUS_MISSING: Final = Refusal(
    "claim_status_missing",
    "The status of the claim is required: asked for, or no longer.",
    remedy="Send `claim_status`: T to ask for the claim, F to withdraw it.",
)
ITEM_IN_STATE_ALREADY: Final = Refusal(
    "item_in_state_already",
    "An item is in state {status} already.",
    remedy="Read the order's items, and name those that the step is still due for.",
)
CLAIM_WITHDRAWN_WHOLE: Final = Refusal(
    "claim_withdrawn_whole",
    "The claim is withdrawn as a whole.",
    remedy="Leave `items` out: all items of the claim are withdrawn together.",
)
CLAIM_REFUND_BEGUN: Final = Refusal(
    "claim_refund_begun",
    "The refund of the claim was begun.",
    remedy="Let the refund take its course: the claim can no longer be withdrawn.",
)
EXCHANGE_PRICE_DIFFERS: Final = Refusal(
    "exchange_price_differs",
    "An item is exchanged for what costs as much.",
    remedy="Name a variant with the price of the item, or return the item and order the other one.",
)
EXCHANGE_VARIANT_NOT_OFFERED: Final = Refusal(
    "exchange_variant_not_offered",
    "The item cannot be exchanged for {variant_code}.",
    remedy="Name a variant of the item's product which has the same price, is for sale and is in "
    "stock.",
)
EXCHANGED_QUANTITY_DIFFERS: Final = Refusal(
    "exchanged_quantity_differs",
    "No item of the request has {quantity} units of the product.",
    remedy="Send the quantity of the item that is exchanged, and at most one variant for each "
    "item.",
)
EXCHANGED_FOR_OTHER_PRODUCT: Final = Refusal(
    "exchanged_for_other_product",
    "Buyers can ask for another variant of the same product only.",
    remedy="Name a product of the exchanged items in `product_no`, and one of its variants in "
    "`variant_code`.",
)
BUYER_REQUESTS_OFF: Final = Refusal(
    "buyer_requests_off",
    "The shop takes no requests of buyers.",
    remedy="Let the shop take claims itself, or turn the requests of buyers on in its settings.",
)
REFUND_ACCOUNT_MISSING: Final = Refusal(
    "refund_account_missing",
    "The shop needs an account to pay back to.",
    remedy="Send the bank, the account and its holder.",
)
PICKUP_ADDRESS_MISSING: Final = Refusal(
    "pickup_address_missing",
    "A pickup needs its address.",
    remedy="Send the address in `pickup`.",
)
NO_SUCH_CLAIM_REQUESTED: Final = Refusal(
    "no_such_claim_requested",
    "For an item in state {status} no {kind} is asked for.",
    remedy="Read the items' states, and name those whose request is undecided.",
)
ORDER_HAS_NO_SUCH_CLAIM: Final = Refusal(
    "order_has_no_such_claim",
    "The order has no such {kind}.",
    remedy="Read the claims of the order for their codes.",
)
CLAIM_WAS_WITHDRAWN: Final = Refusal(
    "claim_was_withdrawn",
    "A claim that was withdrawn is in no state to move on.",
    remedy="Make another claim about the items.",
)
EXCHANGE_VARIANT_MISSING: Final = Refusal(
    "exchange_variant_missing",
    "The variant that each item is exchanged for is required.",
    remedy="Send `exchange_variant_code` of each item, or `same_product` T.",
)
ITEM_HAS_OTHER_CLAIM: Final = Refusal(
    "item_has_other_claim",
    "There is a {kind} of the item.",
    remedy="Finish or withdraw the claim that the item has.",
)
CLAIM_HAS_NO_SUCH_ITEM: Final = Refusal(
    "claim_has_no_such_item",
    "There is no such item in the claim: {item_code}.",
    remedy="Name items of the claim: its answer lists them.",
)
CLAIM_ITEMS_MOVE_TOGETHER: Final = Refusal(
    "claim_items_move_together",
    "A claim moves on as a whole.",
    remedy="Leave `items` out, or name all items of the claim.",
)
NOTHING_TO_CLAIM: Final = Refusal(
    "nothing_to_claim",
    "Nothing of the order is in a state to be claimed.",
    remedy="Claim items of an order that were not cancelled, returned or exchanged before.",
)
ITEM_NOT_CLAIMABLE: Final = Refusal(
    "item_not_claimable",
    "An item in state {status} cannot be claimed.",
    remedy="Leave out items that were cancelled, returned or exchanged.",
)
UNPAID_ITEMS_APART: Final = Refusal(
    "unpaid_items_apart",
    "Items that are not paid yet are cancelled apart from paid ones.",
    remedy="Cancel the items in state N00 by a call of their own.",
)
NO_SHIPPING_FEE_LEFT: Final = Refusal(
    "no_shipping_fee_left",
    "The order is in no state in which a shipping fee is left.",
    remedy="Cancel the fee of an order that has paid one which was not given back.",
)
KINDS: Final[Mapping[KindName, Phrase]] = {
    "cancellation": Phrase("cancellation"),
    "return": Phrase("return"),
    "exchange": Phrase("exchange"),
    "shippingfee": Phrase("shippingfee"),
}
"""Kind of claims -> how messages name it."""
