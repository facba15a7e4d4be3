"""SQL of the products of a shop in the order of a figure."""

from typing import Any, Final, Literal

from sqlalchemy import Select, bindparam, func, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.order.figures.tables import GOODS
from openmall.commerce.product.hits import HIT
from openmall.database.schema import FALSE, TRUE, fixed
from openmall.database.statements import Statement

Kind = Literal["sales", "reviews", "views"]
_G: Final = GOODS.c
_A: Final = ARTICLE.c
_H: Final = HIT.c


def _ranked(found: Select[Any], product_no: Any, figure: Any) -> Statement:
    ordered = found.group_by(product_no).having(figure > fixed(0))
    return Statement(ordered.order_by(figure.desc(), product_no.desc()).limit(bindparam("most")))


_SOLD: Final = func.sum(_G.settled - _G.canceled - _G.returned)
_WRITTEN: Final = func.count()
STATEMENTS: Final[dict[Kind, Statement]] = {
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
        .limit(bindparam("most"))
    ),
}
"""Figure -> the statement for the first `most` products by it."""
