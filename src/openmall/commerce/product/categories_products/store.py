"""The products of a category's section: one statement, sorted by the section's key."""

from typing import Final, Literal

from sqlalchemy import Column, ColumnElement, Join, Select, Subquery, bindparam, func, select, union

from openmall.commerce.category.categories.category_placements import PLACE, SECTIONS
from openmall.commerce.product.products import exposure
from openmall.commerce.product.products.exposure import Viewer
from openmall.commerce.product.products.search_tokens import TAG
from openmall.commerce.product.products.store import SOLD_OUT
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.database.schema import TRUE
from openmall.database.session import Row
from openmall.database.statements import InList, StatementCache
from openmall.database.values import BoundValue, StoredRow

_P: Final = PRODUCT.c
KEYS: Final[dict[str, Column[str] | Column[int]]] = {
    "R": _P.created_date,
    "U": _P.updated_date,
    "N": _P.product_name,
    "P": _P.price,
}
"""Code of a sort key -> its column; other keys sort by product number, the order of creation."""


def _shown(section: int, *, tagged: bool) -> Subquery:
    """Return the distinct numbers of the products in a section of the bound categories.

    A subquery to join products to: each is looked up by its key once, so that the cost follows the
    section, not the mall (20,000 of 50,000: 45 ms on SQLite, 55 on PostgreSQL).
    """
    filed = select(PLACE.c.product_no).where(
        PLACE.c.mall_id == bindparam("mall_id"), InList(PLACE.c.category_no, "category_nos")
    )
    if section in SECTIONS:
        filed = filed.where(PLACE.c[SECTIONS[section]] == TRUE)
    if not tagged:
        return filed.distinct().subquery("shown")
    return union(
        filed,
        select(TAG.c.product_no).where(
            TAG.c.mall_id == bindparam("mall_id"),
            TAG.c.shop_no == bindparam("shop_no"),
            InList(TAG.c.tag, "tags"),
        ),
    ).subquery("shown")


def _from(section: int, *, tagged: bool) -> tuple[Join, tuple[ColumnElement[bool], ...]]:
    shown = _shown(section, tagged=tagged)
    held = (_P.mall_id == bindparam("mall_id"), _P.shop_no == bindparam("shop_no"))
    return shown.join(PRODUCT, _P.product_no == shown.c.product_no), held


def _list(section: int, tagged: bool, key: str, direction: str) -> Select[*StoredRow]:
    columns = [KEYS[key], _P.product_no] if key in KEYS else [_P.product_no]
    joined, held = _from(section, tagged=tagged)
    return (
        select(_P.product_no, SOLD_OUT, _P.selling, _P.display)
        .select_from(joined)
        .where(*held)
        .order_by(*(each if direction == "A" else each.desc() for each in columns))
    )


def _count(section: int, tagged: bool, for_shoppers: bool, member: bool) -> Select[int]:
    joined, held = _from(section, tagged=tagged)
    if for_shoppers:
        shown = exposure.is_shown(_P.product_no, member=member)
        held = (*held, _P.display == TRUE, _P.selling == TRUE, shown)
    return select(func.count()).select_from(joined).where(*held)


_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(_count)


def _bound(call: Call, category_nos: list[int], tags: list[str]) -> dict[str, BoundValue]:
    values: dict[str, BoundValue] = {"shop_no": call.shop_no, "category_nos": category_nos}
    return {**values, "tags": tags} if tags else values


async def shown(
    call: Call,
    section: int,
    category_nos: list[int],
    *,
    tags: list[str],
    key: str,
    direction: Literal["A", "D"],
) -> list[Row]:
    """Return number, sold_out, selling and display of a section's products, sorted by `key`.

    `category_nos`: the category, and others whose products are shown too. `tags`: products with
    one of these tags are shown too.
    """
    statement = _LISTS.of(section, bool(tags), key, direction)
    return await call.db.all(statement, **_bound(call, category_nos, tags))


async def number(
    call: Call,
    section: int,
    category_nos: list[int],
    *,
    tags: list[str],
    viewer: Viewer | None,
) -> int:
    """Return how many products a section shows a shopper; `viewer` None: a merchant."""
    member = viewer is not None and viewer.group_no is not None
    statement = _COUNTS.of(section, bool(tags), viewer is not None, member)
    seen_by = {} if viewer is None else viewer.values
    row = await call.db.one(statement, **_bound(call, category_nos, tags), **seen_by)
    assert row is not None
    total: int = row[0]
    return total
