"""The best sellers, most reviewed and most viewed products of a shop, for the orders of its lists.

Read from figures that are maintained anyway, and kept in the worker for some minutes: an order of a
list may be as many minutes old. Only the first `MOST` products have a place in such an order; the
others follow them, the newest first.
"""

from collections import OrderedDict
from typing import Any, Final, Literal

from sqlalchemy import Select, bindparam, func, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.order.reporting.figures.tables import GOODS
from openmall.commerce.product.hits import HIT
from openmall.database.schema import FALSE, TRUE, fixed
from openmall.database.session import Database
from openmall.database.statements import Statement

Kind = Literal["sales", "reviews", "views"]
MOST: Final = 500
"""Products that have a place."""
DAYS: Final = 90
"""Days whose sales count, and those of reviews."""
SECONDS: Final = 600.0
"""Time for which an order is kept."""
_MOST_KEPT: Final = 300
"""Orders that a worker keeps."""

_G: Final = GOODS.c
_A: Final = ARTICLE.c
_H: Final = HIT.c


def _ranked(found: Select[Any], product_no: Any, figure: Any) -> Statement:
    ordered = found.group_by(product_no).having(figure > fixed(0))
    return Statement(ordered.order_by(figure.desc(), product_no.desc()).limit(MOST))


_SOLD: Final = func.sum(_G.settled - _G.canceled - _G.returned)
_WRITTEN: Final = func.count()
_STATEMENTS: Final[dict[Kind, Statement]] = {
    "sales": _ranked(
        select(_G.product_no).where(
            _G.mall_id == bindparam("mall_id"),
            _G.shop_no == bindparam("shop_no"),
            _G.hour >= bindparam("since"),
        ),
        _G.product_no,
        _SOLD,
    ),
    "reviews": _ranked(
        select(_A.product_no).where(
            _A.mall_id == bindparam("mall_id"),
            _A.shop_no == bindparam("shop_no"),
            _A.board_no == bindparam("board_no"),
            _A.created_date >= bindparam("since"),
            _A.product_no.is_not(None),
            _A.display == TRUE,
            _A.deleted == FALSE,
            _A.reply_depth == fixed(0),
        ),
        _A.product_no,
        _WRITTEN,
    ),
    "views": Statement(
        select(_H.product_no)
        .where(_H.mall_id == bindparam("mall_id"), _H.shop_no == bindparam("shop_no"))
        .order_by(_H.hits.desc(), _H.product_no.desc())
        .limit(MOST)
    ),
}


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
        values: dict[str, Any] = {"shop_no": shop_no}
        if kind != "views":
            values["since"] = int(now) - DAYS * 86_400
        if kind == "reviews":
            values["board_no"] = REVIEWS
        async with database.reading(mall_id) as db:
            found = [row[0] for row in await db.all(_STATEMENTS[kind], **values)]
        self._kept[key] = now, found
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return found


RANKS: Final = ProductRanks()
"""The orders that this worker keeps."""
