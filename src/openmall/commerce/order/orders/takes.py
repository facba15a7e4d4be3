"""Parameters of orders."""

from typing import Annotated

from msgspec import Meta

from openmall.contract.params import ShopParams

OrderId = str
"""`20260301-0000007`: the day it was placed, and its number on that day."""
ItemCode = str
"""`20260301-0000007-01`: an item of an order."""
Limit1000 = Annotated[int, Meta(ge=1, le=1000)]
Offset15000 = Annotated[int, Meta(ge=0, le=15_000)]


class OrderPath(ShopParams, frozen=True, kw_only=True):
    """One order."""

    order_id: OrderId
