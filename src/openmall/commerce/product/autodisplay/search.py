"""The products a rule of automatic display chooses, in one statement."""

from typing import Final

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    FromClause,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    select,
)

from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.product.hits import HIT, HIT_OF_DAY, day_of
from openmall.commerce.product.products.search_tokens import TAG
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.database.schema import TRUE
from openmall.database.statements import InList, StatementCache
from openmall.database.values import BoundValue, StoredRow

_P: Final = PRODUCT.c
_MALL: BindParameter[str] = bindparam("mall_id")
_SHOP: BindParameter[int] = bindparam("shop_no")
_VIEWS: Final = {"C", "AV"}
"""The metrics that count views: of all time, and of a period."""
_COLUMNS: Final[dict[str, Column[str] | Column[int]]] = {
    "R": _P.created_date,
    "U": _P.updated_date,
    "N": _P.product_name,
    "AN": _P.product_name,
    "P": _P.price,
    "AP": _P.price,
}
"""Metric -> its column. Orders, sales, likes, reviews and carts are not counted yet: products are
equal by them, and the tie-break decides.
"""


def _chosen(
    what: str, direction: str, filed: bool, tagged: bool, excepting: bool
) -> Select[*StoredRow]:
    source: FromClause = PRODUCT
    sorted_by: ColumnElement[str] | ColumnElement[int] | None = _COLUMNS.get(what)
    if what in _VIEWS:
        views = _views(of_period=what == "AV")
        source = source.outerjoin(views, views.c.product_no == _P.product_no)
        sorted_by = func.coalesce(views.c.hits, 0)
    conditions = [_P.mall_id == _MALL, _P.shop_no == _SHOP, _P.display == TRUE, _P.selling == TRUE]
    if filed:
        here = and_(PLACE.c.mall_id == _MALL, PLACE.c.category_no == bindparam("category_no"))
        source = source.join(PLACE, and_(here, PLACE.c.product_no == _P.product_no))
    if tagged:
        with_tag = select(TAG.c.product_no).where(
            TAG.c.mall_id == _MALL, TAG.c.shop_no == _SHOP, InList(TAG.c.tag, "tags")
        )
        conditions.append(_P.product_no.in_(with_tag))
    if excepting:
        other = PLACE.alias("other")
        # NOT IN is looked up in a set made once; NOT EXISTS may walk through the category each time
        conditions.append(
            _P.product_no.not_in(
                select(other.c.product_no).where(
                    other.c.mall_id == _MALL, InList(other.c.category_no, "excepted")
                )
            )
        )
    chosen = select(_P.product_no).select_from(source).where(*conditions)
    if sorted_by is not None:
        chosen = chosen.order_by(sorted_by if direction == "A" else sorted_by.desc())
    return chosen.order_by(_P.product_no.desc()).limit(bindparam("most"))


def _views(*, of_period: bool) -> Subquery:
    table = HIT_OF_DAY if of_period else HIT
    here = [table.c.mall_id == _MALL, table.c.shop_no == _SHOP]
    if not of_period:
        return select(table.c.product_no, table.c.hits).where(*here).subquery("views")
    return (
        select(table.c.product_no, func.sum(table.c.hits).label("hits"))
        .where(*here, table.c.day >= bindparam("since"))
        .group_by(table.c.product_no)
        .subquery("views")
    )


_STATEMENTS: Final = StatementCache(_chosen)


async def chosen_products(call: Call, rule: Rule, excepted: list[int]) -> list[int]:
    """Return the products a rule shows, in order; equal products by age, the newest first.

    Only products on display and for sale are chosen, for a category only those filed there, and
    none filed in a category of `excepted`. A period ends now and begins at midnight.
    """
    what, direction = rule.display_sort[:-1], rule.display_sort[-1]
    values: dict[str, BoundValue] = {"shop_no": rule.shop_no, "most": rule.display_count}
    if what == "AV":
        values["since"] = day_of(call.clock.now()) - rule.period
    if rule.use_main == "F":
        values["category_no"] = rule.category_no
    if rule.use_hashtag == "T":
        values["tags"] = rule.hash_tags
    if excepted:
        values["excepted"] = excepted
    statement = _STATEMENTS.of(
        what, direction, rule.use_main == "F", rule.use_hashtag == "T", bool(excepted)
    )
    return [row[0] for row in await call.db.all(statement, **values)]
