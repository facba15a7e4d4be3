"""The best sellers, most reviewed and most viewed products of a shop, for the orders of its lists.

Read from figures that are maintained anyway, and kept in the worker for some minutes: an order of a
list may be as many minutes old. Only the first `MOST` products have a place in such an order; the
others follow them, the newest first.
"""

from collections import OrderedDict
from typing import Final

from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.database.session import Database
from openmall.database.values import BoundValue
from openmall.pages.sampleshop.products import rank_store
from openmall.pages.sampleshop.products.rank_store import Kind

MOST: Final = 500
"""Products that have a place."""
DAYS: Final = 90
"""Days whose sales count, and those of reviews."""
SECONDS: Final = 600.0
"""Time for which an order is kept."""
_MOST_KEPT: Final = 300
"""Orders that a worker keeps."""


class ProductRanks:
    """Orders of products by shop and kind, kept for `SECONDS`."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, Kind], tuple[float, list[int]]] = OrderedDict()

    async def of(
        self, database: Database, mall_id: str, shop_no: int, kind: Kind, *, now: float
    ) -> list[int]:
        """Return the first products of a shop by a figure. `now`: the time of the mall's clock."""
        key = mall_id, shop_no, kind
        kept = self._kept.get(key)
        if kept is not None and 0 <= now - kept[0] < SECONDS:
            return kept[1]
        values: dict[str, BoundValue] = {"shop_no": shop_no}
        if kind != "views":
            values["since"] = int(now) - DAYS * 86_400
        if kind == "reviews":
            values["board_no"] = REVIEWS
        async with database.reading(mall_id) as db:
            found = [
                row[0] for row in await db.all(rank_store.STATEMENTS[kind], most=MOST, **values)
            ]
        self._kept[key] = now, found
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return found


RANKS: Final = ProductRanks()
"""The orders that this worker keeps."""
