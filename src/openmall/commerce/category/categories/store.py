"""The rows of categories: one for each language of the mall."""

from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Index,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from openmall.commerce.category.categories.shape import Category, CategoryDisplay
from openmall.contract.call import Call
from openmall.database.feed_policies import Dependents, recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.undo_policies import Reverted
from openmall.database.values import BoundValue, StoredRow

_BELOW: Final = Dependents(
    "'categories'",
    "category",
    "category_no",
    "d.shop_no = {row}.shop_no AND d.root_category_no = {row}.root_category_no",
    columns=("category_name",),
    fields="full_category_name",
)
"""Categories below a renamed one, and beside it."""

CATEGORY: Final = shop_table(
    "category",
    number("shop_no"),
    number("category_no"),
    number("category_depth"),
    number("parent_category_no"),
    number("root_category_no"),
    text("category_name"),
    flag("display_type"),
    flag("use_main"),
    flag("use_display"),
    number("display_order"),
    flag("access_authority"),
    text("path"),
    text("display"),
    backup=WITH_MALL,
    undo=Reverted(fixed=("path", "parent_category_no", "root_category_no", "category_depth")),
    feed=recorded("categories", "category_no", whole=("path", "display"), dependents=(_BELOW,)),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "category_no"),
    wide=True,
)
"""`path`: JSON, the numbers from the first level down to this one. `display`: JSON."""
Index("ix_category_parent", CATEGORY.c.mall_id, CATEGORY.c.parent_category_no)
Index("ix_category_number", CATEGORY.c.mall_id, CATEGORY.c.category_no)

_C: Final = CATEGORY.c
_PLAIN: Final = tuple(c.name for c in _C if c.name not in ("mall_id", "path", "display"))
_DISPLAY: Final = msgspec.json.Decoder(CategoryDisplay)

FILTERS: Final[dict[str, Callable[[], ColumnElement[bool]]]] = {
    "category_depth": lambda: _C.category_depth == bindparam("category_depth"),
    "category_no": lambda: InList(_C.category_no, "category_no"),
    "parent_category_no": lambda: _C.parent_category_no == bindparam("parent_category_no"),
    "category_name": lambda: HasWords(_C.category_name, "category_name"),
    "use_main": lambda: _C.use_main == bindparam("use_main"),
    "use_display": lambda: _C.use_display == bindparam("use_display"),
}


def _where(filters: tuple[str, ...]) -> ColumnElement[bool]:
    return and_(
        _C.mall_id == bindparam("mall_id"),
        _C.shop_no == bindparam("shop_no"),
        *(FILTERS[name]() for name in filters),
    )


_IN_ORDER: Final = "in order"
"""Beside the filters of a list: as its shop shows them."""


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    in_order = _IN_ORDER in filters
    return (
        select(CATEGORY)
        .where(_where(tuple(each for each in filters if each != _IN_ORDER)))
        .order_by(*([_C.display_order] if in_order else []), _C.category_no)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _count(filters: tuple[str, ...]) -> Select[int]:
    return select(func.count()).select_from(CATEGORY).where(_where(filters))


LISTS: Final = StatementCache(_list)
COUNTS: Final = StatementCache(_count)
_KEY: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.shop_no == bindparam("shop_no"),
    _C.category_no == bindparam("category_no"),
)
_ONE: Final = Statement(select(CATEGORY).where(*_KEY))
_ONE_TO_CHANGE: Final = Statement(select(CATEGORY).where(*_KEY).with_for_update())
_NAMES: Final = Statement(
    select(_C.category_no, _C.category_name).where(
        *_KEY[:2], InList(_C.category_no, "category_nos")
    )
)
_NAMES_IN_SHOPS: Final = Statement(
    select(_C.category_no, _C.shop_no, _C.category_name).where(
        _KEY[0], InList(_C.category_no, "category_nos"), InList(_C.shop_no, "shop_nos")
    )
)
_ADD: Final = Statement(insert(CATEGORY).values({c.name: bindparam(c.name) for c in _C}))
_SET: Final = Statement(
    update(CATEGORY)
    .where(*_KEY)
    .values(
        {
            c.name: bindparam(c.name)
            for c in _C
            if c.name not in ("mall_id", "shop_no", "category_no", "path")
        }
    )
)
_DELETE: Final = Statement(delete(CATEGORY).where(_KEY[0], InList(_C.category_no, "category_nos")))


class StoredCategory(msgspec.Struct, frozen=True):
    """A category with its path."""

    category: Category
    path: list[int]


async def find(call: Call, category_no: int, *, to_change: bool = False) -> StoredCategory | None:
    """Return a category of the call's shop, or None; `to_change` locks it."""
    statement = _ONE_TO_CHANGE if to_change else _ONE
    row = await call.db.one(statement, shop_no=call.shop_no, category_no=category_no)
    return (await _named(call, [row]))[0] if row is not None else None


async def names_in_shops(
    call: Call, category_nos: list[int], shop_nos: list[int]
) -> dict[tuple[int, int], str]:
    """Return the names of categories by category and shop."""
    rows = await call.db.all(_NAMES_IN_SHOPS, category_nos=category_nos, shop_nos=shop_nos)
    return {(category_no, shop_no): name for category_no, shop_no, name in rows}


async def page(
    call: Call, filters: dict[str, BoundValue], limit: int, offset: int, *, in_order: bool = False
) -> list[Category]:
    """Return a page of categories, by number or in the order in which the shop shows them."""
    statement = LISTS.of((*filters, _IN_ORDER) if in_order else tuple(filters))
    rows = await call.db.all(statement, shop_no=call.shop_no, limit=limit, offset=offset, **filters)
    return [stored.category for stored in await _named(call, rows)]


async def count(call: Call, filters: dict[str, BoundValue]) -> int:
    """Return how many categories there are."""
    row = await call.db.one(COUNTS.of(tuple(filters)), shop_no=call.shop_no, **filters)
    assert row is not None
    total: int = row[0]
    return total


async def _named(call: Call, rows: list[Row]) -> list[StoredCategory]:
    """Return rows as categories; the names above them come in one more statement."""
    paths = [msgspec.json.decode(row[12], type=list[int]) for row in rows]
    numbers = sorted({number for path in paths for number in path})
    found = await call.db.all(_NAMES, shop_no=call.shop_no, category_nos=numbers)
    names: dict[int, str] = {row[0]: row[1] for row in found}
    return [
        StoredCategory(_category(row, path, names), path)
        for row, path in zip(rows, paths, strict=True)
    ]


def _category(row: Row, path: list[int], names: dict[int, str]) -> Category:
    display = _DISPLAY.decode(row[13])
    levels = [*path, None, None, None, None][:4]
    return Category(
        **dict(zip(_PLAIN, row[1:12], strict=True)),
        **{name: getattr(display, name) for name in display.__struct_fields__},
        full_category_no={str(at): number for at, number in enumerate(levels, 1)},
        full_category_name={
            str(at): names[number] if number is not None else None
            for at, number in enumerate(levels, 1)
        },
    )


def _row(category: Category) -> dict[str, BoundValue]:
    display = {name: getattr(category, name) for name in CategoryDisplay.__struct_fields__}
    return {
        **{name: getattr(category, name) for name in _PLAIN},
        "display": msgspec.json.encode(display).decode(),
    }


async def add(call: Call, category: Category, path: list[int]) -> None:
    """Add a category in one shop of the mall."""
    await call.db.run(_ADD, path=msgspec.json.encode(path).decode(), **_row(category))


async def change(call: Call, category: Category) -> None:
    """Write a category's new state in the call's shop."""
    await call.db.run(_SET, **_row(category))


async def remove(call: Call, category_nos: list[int]) -> None:
    """Remove categories in every language of the mall."""
    await call.db.run(_DELETE, category_nos=category_nos)
