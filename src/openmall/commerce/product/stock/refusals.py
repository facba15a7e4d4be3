"""The refusals of reservations, sales and changes of stock."""

from typing import Final

from openmall.contract.refusal import Refusal

NOTHING_RESERVED: Final = Refusal(
    "nothing_reserved",
    "At least one is reserved.",
    remedy="Reserve a quantity of at least 1.",
)
QUANTITY_OR_ADJUST: Final = Refusal(
    "quantity_or_adjust",
    "Send either quantity or adjust.",
    remedy="Send one of the two parameters.",
)
QUANTITY_DIFFERS: Final = Refusal(
    "quantity_differs",
    "The quantity is {quantity}.",
    remedy="Read the stock again and repeat the call with its quantity.",
)
QUANTITY_OUT_OF_BOUNDS: Final = Refusal(
    "quantity_out_of_bounds",
    "The quantity would be {quantity}.",
    remedy="Send an adjustment that leaves a quantity within the bounds.",
)
RESERVATION_WOULD_BE_OVER: Final = Refusal(
    "reservation_would_be_over",
    "The reservation would be over already.",
    remedy="Send a time that lies ahead.",
)
NOTHING_SOLD: Final = Refusal(
    "nothing_sold",
    "The quantity sold is at least 1.",
    remedy="Send a quantity of at least 1.",
)
NOTHING_RETURNED: Final = Refusal(
    "nothing_returned",
    "The quantity returned is at least 1.",
    remedy="Send a quantity of at least 1.",
)
