"""What the board of reviews accepts from a buyer.

Boards are in an area above this one, which registers the function.
"""

from collections.abc import Awaitable, Sequence
from typing import Final

from openmall.contract.call import Call
from openmall.contract.hooks import Hook

ACCEPTED: Final = Hook[[Call, str, Sequence[int]], Awaitable[frozenset[int]]](
    "find the products of an order of the shopper whose review the shop accepts now"
)
"""Call, order, numbers of the products in it -> those that may be reviewed."""
