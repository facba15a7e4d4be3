"""The refusals of wish lists."""

from typing import Final

from openmall.contract.refusal import Refusal

WISH_LIST_FULL: Final = Refusal(
    "wish_list_full",
    "At most {most} wishes are kept.",
    remedy="Remove wishes that are no longer needed.",
)
ALREADY_ON_WISH_LIST: Final = Refusal(
    "already_on_wish_list",
    "It is on the wish list already.",
    remedy="None is needed: the list has the variant.",
)
