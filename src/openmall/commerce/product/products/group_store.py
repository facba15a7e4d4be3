"""Statements that move the products of a brand, supplier or the like to another, some at a time."""

from datetime import datetime
from typing import Final, Literal, get_args

import msgspec
from sqlalchemy import bindparam, select, update

from openmall.commerce.product.products.events import Announced
from openmall.commerce.product.products.store import COLUMNS, CONVERTING, joined
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.crud.json_row import Filling
from openmall.contract.moments import seconds
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

Group = Literal[
    "brand_code", "manufacturer_code", "supplier_code", "trend_code", "classification_code"
]
"""A grouping that can be deleted; its products then move to another."""
_GROUPS: Final[tuple[Group, ...]] = get_args(Group)
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
    for group in _GROUPS
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
    for group in _GROUPS
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
    for group in _GROUPS
}


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
