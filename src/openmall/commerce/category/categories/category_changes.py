"""What follows for the products of categories that are deleted or moved.

Products are in an area above this one, which registers the functions.
"""

from collections.abc import Awaitable
from typing import Final

from openmall.contract.call import Call
from openmall.contract.hooks import Hook

DELETED: Final = Hook[[Call, list[int]], Awaitable[None]](
    "update what partners see of the products of categories that were deleted"
)
MOVED: Final = Hook[[Call, list[int]], Awaitable[None]](
    "update what partners see of the products of categories that lie elsewhere now"
)
