"""Placements of products in categories; the products themselves belong to the Product area."""

from collections.abc import Iterable
from typing import Final, cast

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Index,
    ScalarSelect,
    bindparam,
    delete,
    select,
    update,
)
from sqlalchemy.sql.elements import ClauseElement

from openmall.commerce.category.categories import tree
from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.database.feed_policies import recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import TRUE, flag, number, shop_table
from openmall.database.session import Session
from openmall.database.statements import Build, InList, InsertInto, JsonRows, Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

PLACE: Final = shop_table(
    "product_category",
    number("category_no"),
    number("product_no"),
    flag("recommend"),
    flag("new"),
    backup=WITH_MALL,
    undo=REVERTED,
    feed=recorded("products", "product_no", others="category"),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "category_no"),
)
Index(
    "ix_product_category_product",
    PLACE.c.mall_id,
    PLACE.c.category_no,
    PLACE.c.product_no,
)

ORDER: Final = shop_table(
    "category_order",
    number("category_no"),
    number("shop_no"),
    number("display_group"),
    number("product_no"),
    number("sequence"),
    flag("auto_sort"),
    flag("fixed_sort"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("category_no", "shop_no", "display_group", "product_no"),
)
"""Positions given by hand to products in a section of a category, in one shop. Other products have
no row, so that filing a product costs nothing here.
"""
Index(
    "ix_category_order_sequence",
    ORDER.c.mall_id,
    ORDER.c.category_no,
    ORDER.c.shop_no,
    ORDER.c.display_group,
    ORDER.c.sequence,
)
Index("ix_category_order_product", ORDER.c.mall_id, ORDER.c.product_no)

NORMAL: Final = 1
SECTIONS: Final = {2: "recommend", 3: "new"}
"""Section of a category -> the mark of its products; the normal one, 1, has all products."""

_O: Final = ORDER.c
_P: Final = PLACE.c
_ROWS: Final = msgspec.json.Decoder(list[tuple[int, Flag, Flag]])
_ADD_PLACE: Final = Statement(
    lambda insert: (
        insert(PLACE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "category_no"],
            set_={"recommend": bindparam("recommend"), "new": bindparam("new")},
        )
    )
)
_OF_PRODUCTS: Final = Statement(
    select(_P.product_no, _P.category_no).where(
        _P.mall_id == bindparam("mall_id"), InList(_P.product_no, "product_nos")
    )
)
_FILED_IN: Final = Statement(
    select(_P.product_no)
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.category_no, "category_nos"))
    .distinct()
)
_REMOVE_PLACES: Final = Statement(
    delete(PLACE).where(
        _P.mall_id == bindparam("mall_id"),
        _P.product_no == bindparam("product_no"),
        InList(_P.category_no, "category_nos"),
    )
)


def _filing(mark: str | None) -> Build:
    """Return the statement that adds a product to a category; an existing `mark` stays."""
    marks: dict[str, BindParameter[str]] = {name: bindparam(name) for name in ("recommend", "new")}
    key = ["mall_id", "product_no", "category_no"]

    def build(insert: InsertInto) -> ClauseElement:
        filing = insert(PLACE).values({c.name: bindparam(c.name) for c in _P})
        if mark is None:
            return cast(ClauseElement, filing.on_conflict_do_nothing(index_elements=key))
        return cast(
            ClauseElement,
            filing.on_conflict_do_update(index_elements=key, set_={mark: marks[mark]}),
        )

    return build


_REMOVE_ALL_PRODUCTS: Final = Statement(
    delete(PLACE).where(_P.mall_id == bindparam("mall_id"), InList(_P.category_no, "category_nos"))
)
_REMOVE_PRODUCT: Final = Statement(
    delete(PLACE).where(
        _P.mall_id == bindparam("mall_id"), _P.product_no == bindparam("product_no")
    )
)
_FORGET_PLACE: Final = {
    True: Statement(
        delete(ORDER).where(
            _O.mall_id == bindparam("mall_id"),
            InList(_O.category_no, "category_nos"),
            _O.product_no == bindparam("product_no"),
        )
    ),
    False: Statement(
        delete(ORDER).where(
            _O.mall_id == bindparam("mall_id"), InList(_O.category_no, "category_nos")
        )
    ),
}
"""Of one product, or of all products."""
_DELETE_ORDER_IN_SECTION: Final = Statement(
    delete(ORDER).where(
        _O.mall_id == bindparam("mall_id"),
        _O.category_no == bindparam("category_no"),
        _O.product_no == bindparam("product_no"),
        _O.display_group == bindparam("display_group"),
    )
)
_DELETE_ORDER_OF_PRODUCT: Final = Statement(
    delete(ORDER).where(
        _O.mall_id == bindparam("mall_id"), _O.product_no == bindparam("product_no")
    )
)
_MANUAL_ORDER: Final = Statement(
    select(_O.product_no, _O.sequence, _O.auto_sort, _O.fixed_sort)
    .where(
        _O.mall_id == bindparam("mall_id"),
        _O.category_no == bindparam("category_no"),
        _O.shop_no == bindparam("shop_no"),
        _O.display_group == bindparam("display_group"),
    )
    .order_by(_O.sequence)
)
_SET_ORDER: Final = Statement(
    lambda insert: (
        insert(ORDER)
        .values({c.name: bindparam(c.name) for c in _O})
        .on_conflict_do_update(
            index_elements=["mall_id", "category_no", "shop_no", "display_group", "product_no"],
            set_={name: bindparam(name) for name in ("sequence", "auto_sort", "fixed_sort")},
        )
    )
)
_FILE: Final = {
    section: Statement(_filing(SECTIONS.get(section))) for section in (NORMAL, *SECTIONS)
}
_IN_CATEGORY: Final = Statement(
    select(_P.product_no, _P.recommend, _P.new).where(
        _P.mall_id == bindparam("mall_id"),
        _P.category_no == bindparam("category_no"),
        InList(_P.product_no, "product_nos"),
    )
)
_MARKED: Final = {
    section: Statement(
        select(_P.product_no)
        .where(
            _P.mall_id == bindparam("mall_id"),
            _P.category_no == bindparam("category_no"),
            _P[mark] == TRUE,
        )
        .limit(1)
    )
    for section, mark in SECTIONS.items()
}
_UNMARK: Final = {
    section: Statement(
        update(PLACE)
        .where(
            _P.mall_id == bindparam("mall_id"),
            _P.category_no == bindparam("category_no"),
            _P.product_no == bindparam("product_no"),
        )
        .values({mark: "F"})
    )
    for section, mark in SECTIONS.items()
}


class Standing(msgspec.Struct, frozen=True):
    """The position given by hand to a product in a section of a category.

    `sequence`, from 1, applies unless the product is sorted automatically and not fixed.
    """

    sequence: int
    auto_sort: Flag = "T"
    fixed_sort: Flag = "F"

    @property
    def holds(self) -> bool:
        return self.auto_sort == "F" or self.fixed_sort == "T"


def of(product_no: ColumnElement[int]) -> ScalarSelect[str]:
    """Return the column that holds a product's categories, for a statement on products.

    `product_no`: the product's column. Read it with `read`.
    """
    return (
        select(JsonRows(_P.category_no, _P.recommend, _P.new))
        .where(_P.mall_id == bindparam("mall_id"), _P.product_no == product_no)
        .scalar_subquery()
    )


def read(column: str) -> list[tuple[int, Flag, Flag]]:
    """Return number, recommend and new of the categories in a column of `of`, by number."""
    return sorted(_ROWS.decode(column)) if column != "[]" else []


async def of_products(db: Session, product_nos: list[int]) -> list[tuple[int, int]]:
    """Return (product_no, category_no) of products and the categories they are in, by number."""
    rows = await db.all(_OF_PRODUCTS, product_nos=product_nos)
    return sorted((row[0], row[1]) for row in rows)


async def filed_in(db: Session, category_nos: list[int]) -> list[int]:
    """Return the products of these categories by number, without those of categories below."""
    return sorted(row[0] for row in await db.all(_FILED_IN, category_nos=category_nos))


async def put(call: Call, product_no: int, places: Iterable[dict[str, BoundValue]]) -> None:
    """Add a product to categories; one it is in already gets the new marks."""
    await call.db.many(_ADD_PLACE, [{"product_no": product_no, **place} for place in places])


async def take(call: Call, product_no: int, category_nos: list[int]) -> None:
    """Remove a product from these categories."""
    await call.db.run(_REMOVE_PLACES, product_no=product_no, category_nos=category_nos)
    await call.db.run(_FORGET_PLACE[True], product_no=product_no, category_nos=category_nos)


async def take_from_all(call: Call, product_no: int) -> None:
    """Remove a product from every category."""
    await call.db.run(_REMOVE_PRODUCT, product_no=product_no)
    await call.db.run(_DELETE_ORDER_OF_PRODUCT, product_no=product_no)


async def empty(call: Call, category_nos: list[int]) -> None:
    """Remove all products from these categories."""
    await call.db.run(_REMOVE_ALL_PRODUCTS, category_nos=category_nos)
    await call.db.run(_FORGET_PLACE[False], category_nos=category_nos)


async def sections_of(
    call: Call, category_no: int, product_nos: list[int]
) -> dict[int, frozenset[int]]:
    """Return the sections of a category each of these products is in; others are left out."""
    rows = await call.db.all(_IN_CATEGORY, category_no=category_no, product_nos=product_nos)
    return {
        number: frozenset(
            {NORMAL, *({2} if recommend == "T" else ()), *({3} if new == "T" else ())}
        )
        for number, recommend, new in rows
    }


async def marked_sections(call: Call, category_no: int) -> list[int]:
    """Return the sections of a category that have marked products."""
    return [
        section
        for section, statement in _MARKED.items()
        if await call.db.one(statement, category_no=category_no) is not None
    ]


async def file(call: Call, category_no: int, section: int, product_nos: Iterable[int]) -> None:
    """Add products to a section of a category; those already in it stay as they are."""
    marks = {name: "T" if SECTIONS.get(section) == name else "F" for name in SECTIONS.values()}
    await call.db.many(
        _FILE[section],
        [{"category_no": category_no, "product_no": number, **marks} for number in product_nos],
    )


async def unmark(call: Call, category_no: int, section: int, product_no: int) -> None:
    """Remove a product from the recommended or new section of a category."""
    key = {"category_no": category_no, "product_no": product_no}
    await call.db.run(_UNMARK[section], **key)
    await call.db.run(_DELETE_ORDER_IN_SECTION, **key, display_group=section)


async def arranged(call: Call, category_no: int, section: int) -> dict[int, Standing]:
    """Return the positions given by hand in a section, in the call's shop."""
    rows = await call.db.all(
        _MANUAL_ORDER, category_no=category_no, shop_no=call.shop_no, display_group=section
    )
    return {number: Standing(*values) for number, *values in rows}


async def arrange(
    call: Call, category_no: int, section: int, standings: dict[int, Standing]
) -> None:
    """Write the positions of products in a section, in the call's shop."""
    at = {"category_no": category_no, "shop_no": call.shop_no, "display_group": section}
    await call.db.many(
        _SET_ORDER,
        [
            {**at, "product_no": number, **msgspec.structs.asdict(standing)}
            for number, standing in standings.items()
        ],
    )


async def around(db: Session, product_nos: list[int]) -> dict[int, frozenset[int]]:
    """Return the categories products are in, with those above them; every product has an entry."""
    filed = await of_products(db, product_nos)
    nos = sorted({category_no for _, category_no in filed})
    above = await tree.paths(db, nos) if nos else {}
    found: dict[int, set[int]] = {number: set() for number in product_nos}
    for product_no, category_no in filed:
        found[product_no].update((category_no, *above.get(category_no, ())))
    return {number: frozenset(some) for number, some in found.items()}
