"""The refusals of orders that the shop places."""

from typing import Final

from openmall.contract.refusal import Refusal

RECEIVER_ADDRESS_MISSING: Final = Refusal(
    "receiver_address_missing",
    "The receiver's address is required.",
    remedy="Send the address of the receiver, or `no_shipping_required` T.",
)
