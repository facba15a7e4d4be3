"""The reasons of changes of points: the codes answered as `case`, in words.

Specification: resources of the Mileage area are "not shown"; these are the catalogued codes that
occur here.
"""

from typing import Final, Literal, get_args

Case = Literal[
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S",
    "T", "U", "V", "W", "X", "Y", "Z", "AA", "AB", "AD", "AE", "AF", "AG", "AH", "AI", "AK", "AL",
    "AM", "AN", "AO", "AP", "AQ", "AR", "AS", "1", "2", "3", "4", "5", "6", "7", "8", "9",
]  # fmt: skip

BY_HAND: Final[Case] = "A"
EARNED: Final[Case] = "B"
SPENT: Final[Case] = "C"
CAME_BACK: Final[Case] = "D"
TAKEN_BACK: Final[Case] = "E"
EXPIRED: Final[Case] = "F"
COUPON: Final[Case] = "G"
JOINED: Final[Case] = "H"
AGREED: Final[Case] = "I"

WORDS: Final[dict[str, str]] = {
    BY_HAND: "Changed by the shop",
    EARNED: "Purchase",
    SPENT: "Spent on an order",
    CAME_BACK: "Order cancelled or returned",
    TAKEN_BACK: "Purchase taken back",
    EXPIRED: "Expired",
    COUPON: "Coupon",
    JOINED: "Joined",
    AGREED: "Agreed to advertisements",
}

assert set(get_args(Case)) >= WORDS.keys()
