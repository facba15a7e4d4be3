"""The products a rule removes from a display and adds to it; fixed products are left alone."""

from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update

from openmall.commerce.category.categories import category_placements
from openmall.commerce.category.categories.category_placements import (
    ORDER,
    PLACE,
    SECTIONS,
    Standing,
)
from openmall.commerce.category.mains.main_placements import MAIN_PLACE
from openmall.contract.call import Call
from openmall.database.schema import TRUE
from openmall.database.statements import InList, Statement

_P: Final = PLACE.c
_O: Final = ORDER.c
_M: Final = MAIN_PLACE.c
_CATEGORY: Final = (
    _P.mall_id == bindparam("mall_id"),
    _P.category_no == bindparam("category_no"),
)
_SECTION: Final = (
    _O.mall_id == bindparam("mall_id"),
    _O.category_no == bindparam("category_no"),
    _O.display_group == bindparam("display_group"),
)
_MARKED: Final = {
    section: Statement(select(_P.product_no).where(*_CATEGORY, _P[mark] == TRUE))
    for section, mark in SECTIONS.items()
}
_MARK: Final = {
    (section, flag): Statement(
        update(PLACE).where(*_CATEGORY, InList(_P.product_no, "product_nos")).values({mark: flag})
    )
    for section, mark in SECTIONS.items()
    for flag in ("T", "F")
}
_FIXED_ANYWHERE: Final = Statement(
    select(_O.product_no).where(*_SECTION, _O.fixed_sort == TRUE).distinct()
)
_REMOVE_FROM_SECTION: Final = Statement(
    delete(ORDER).where(*_SECTION, InList(_O.product_no, "product_nos"))
)
_CLEAR_SECTION: Final = Statement(
    delete(ORDER).where(*_SECTION, _O.shop_no == bindparam("shop_no"), _O.fixed_sort != TRUE)
)
_CLEAR_MAIN: Final = Statement(
    delete(MAIN_PLACE).where(
        _M.mall_id == bindparam("mall_id"),
        _M.shop_no == bindparam("shop_no"),
        _M.display_group == bindparam("display_group"),
        _M.fixed_sort != TRUE,
    )
)
_ADD_TO_MAIN: Final = Statement(insert(MAIN_PLACE).values({c.name: bindparam(c.name) for c in _M}))


async def marked(call: Call, category_no: int, section: int) -> set[int]:
    """Return the products in the recommended or new section of a category; none of the normal one.

    The normal section holds all products of the category, which no rule changes.
    """
    if section not in SECTIONS:
        return set()
    return {row[0] for row in await call.db.all(_MARKED[section], category_no=category_no)}


async def fixed_in_any_language(call: Call, category_no: int, section: int) -> set[int]:
    """Return the products fixed by hand in a section of a category, in any shop."""
    rows = await call.db.all(_FIXED_ANYWHERE, category_no=category_no, display_group=section)
    return {row[0] for row in rows}


async def change_marks(
    call: Call, category_no: int, section: int, *, taken: list[int], put: list[int]
) -> None:
    """Remove products from a section of a category, and add others."""
    at = {"category_no": category_no}
    await call.db.run(_MARK[section, "F"], product_nos=taken, **at)
    await call.db.run(_REMOVE_FROM_SECTION, product_nos=taken, display_group=section, **at)
    await call.db.run(_MARK[section, "T"], product_nos=put, **at)


async def order_section(call: Call, category_no: int, section: int, places: dict[int, int]) -> None:
    """Set the positions of products in a section in one shop; clears others that are not fixed."""
    at = {"category_no": category_no, "display_group": section, "shop_no": call.shop_no}
    await call.db.run(_CLEAR_SECTION, **at)
    standings = {number: Standing(sequence, auto_sort="F") for number, sequence in places.items()}
    await category_placements.arrange(call, category_no, section, standings)


async def order_main(call: Call, display_group: int, places: dict[int, int]) -> None:
    """Set the positions of products in a main display group; removes others that are not fixed."""
    at = {"display_group": display_group, "shop_no": call.shop_no}
    await call.db.run(_CLEAR_MAIN, **at)
    await call.db.many(
        _ADD_TO_MAIN,
        [
            {**at, "product_no": number, "sequence": sequence, "fixed_sort": "F"}
            for number, sequence in places.items()
        ],
    )
