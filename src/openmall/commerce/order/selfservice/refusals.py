"""The refusals of what buyers do with their own orders."""

from typing import Final

from openmall.contract.refusal import Refusal

CLAIM_DECIDED: Final = Refusal(
    "claim_decided",
    "The shop has dealt with it already.",
    remedy="Withdraw requests only before the shop has accepted or refused them.",
)
SHOP_CONFIRMS_PURCHASES: Final = Refusal(
    "shop_confirms_purchases",
    "The shop confirms purchases itself.",
    remedy="Leave the confirmation to the shop, or turn it on for buyers in its settings.",
)
NOTHING_DELIVERED: Final = Refusal(
    "nothing_delivered",
    "Nothing of the order was delivered.",
    remedy="Confirm a purchase after an item was sent or delivered.",
)
ADDRESS_FIXED: Final = Refusal(
    "address_fixed",
    "The address cannot be changed any more.",
    remedy="Ask the shop: a parcel is on its way, or it lets buyers change no address.",
)
CLAIM_NOT_TAKEN_NOW: Final = Refusal(
    "claim_not_taken_now",
    "The shop takes no {kind} of an item in state {status} any more, or not yet.",
    remedy="Offer the requests that the order's answer lists for each item.",
)
