"""The refusals of shipments."""

from typing import Final

from openmall.contract.refusal import Refusal

NOTHING_TO_SEND: Final = Refusal(
    "nothing_to_send",
    "Nothing of the order is in a state to be sent.",
    remedy="Send items of an order that are paid and not on their way.",
)
NOTHING_IN_SHIPMENT_TO_SEND: Final = Refusal(
    "nothing_in_shipment_to_send",
    "Nothing in this shipment is in a state to be sent.",
    remedy="Read the states of the shipment's items: one of them has to be paid and not cancelled.",
)
ITEM_NOT_SENDABLE: Final = Refusal(
    "item_not_sendable",
    "An item in state {status} cannot be sent.",
    remedy="Name items that are paid and not on their way.",
)
