"""Statements that move the products of a brand, supplier or the like to another, some at a time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import bindparam, func, select, update

from openmall.commerce.collection.grouped_products import GROUPS, Group
from openmall.commerce.product.products.events import Announced
from openmall.commerce.product.products.store import COLUMNS, CONVERTING, joined
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.crud.json_row import Filling
from openmall.contract.moments import seconds
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

_ANNOUNCED: Final = msgspec.json.Decoder(Announced)
_TOLD: Final = Filling(
    [name for name in COLUMNS if name in Announced.__struct_fields__], CONVERTING
)
_P: Final = PRODUCT.c
_NUMBERS: Final = {
    group: Statement(
        select(_P.product_no)
        .distinct()
        .where(_P.mall_id == bindparam("mall_id"), _P[group] == bindparam("code"))
        .order_by(_P.product_no)
        .limit(bindparam("most"))
    )
    for group in GROUPS
}
_LOCK: Final = {
    group: Statement(
        select(*(_P[name] for name in _TOLD.names), _P.listed, _P.detail)
        .where(
            _P.mall_id == bindparam("mall_id"),
            InList(_P.product_no, "product_nos"),
            _P[group] == bindparam("code"),
        )
        .order_by(_P.product_no, _P.shop_no)
        .with_for_update()
    )
    for group in GROUPS
}
_CHANGE: Final = {
    group: Statement(
        update(PRODUCT)
        .where(
            _P.mall_id == bindparam("mall_id"),
            InList(_P.product_no, "product_nos"),
            _P[group] == bindparam("code"),
        )
        .values({group: bindparam("instead"), "updated_date": bindparam("updated_date")})
    )
    for group in GROUPS
}
_COUNTS: Final = {
    group: Statement(
        select(_P[group], func.count())
        .where(
            _P.mall_id == bindparam("mall_id"),
            _P.shop_no == bindparam("shop_no"),
            InList(_P[group], "codes"),
        )
        .group_by(_P[group])
    )
    for group in GROUPS
}


async def counts(
    db: Session, group: Group, codes: Sequence[str], *, shop_no: int
) -> dict[str, int]:
    """Return the numbers of the products of brands or suppliers in a shop, by their codes."""
    rows = await db.all(_COUNTS[group], shop_no=shop_no, codes=list(codes))
    return dict(map(tuple, rows))


async def numbers(db: Session, group: Group, code: str, *, most: int) -> list[int]:
    """Return the first products of a brand or supplier, in any language."""
    return [number for (number,) in await db.all(_NUMBERS[group], code=code, most=most)]


async def lock(db: Session, group: Group, code: str, product_nos: list[int]) -> list[Announced]:
    """Lock those of these products that belong to a brand or supplier, in every language.

    Returns their announced fields.
    """
    found = []
    rows = await db.all(_LOCK[group], code=code, product_nos=product_nos)
    for *columns, listed, detail in rows:
        found.append(_TOLD.fill(_ANNOUNCED.decode(joined(listed, detail)), columns))
    return found


async def change(
    db: Session, group: Group, code: str, instead: str, product_nos: list[int], at: datetime
) -> None:
    """Move these products from one brand or supplier to another, in every language."""
    await db.run(
        _CHANGE[group],
        code=code,
        instead=instead,
        product_nos=product_nos,
        updated_date=seconds(at),
    )
