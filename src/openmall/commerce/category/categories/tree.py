"""Descendants, existence and paths of categories."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, select, update

from openmall.commerce.category.categories.store import CATEGORY
from openmall.contract.call import Call
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

ROOT: Final = 1
"""Number of the root above every first level; real categories start after it."""
_C: Final = CATEGORY.c
_CHILDREN: Final = Statement(
    select(_C.category_no)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.parent_category_no, "category_nos"))
    .distinct()
)
_EXISTING: Final = Statement(
    select(_C.category_no)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.category_no, "category_nos"))
    .distinct()
)
_PATHS: Final = Statement(
    select(_C.category_no, _C.path)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.category_no, "category_nos"))
    .distinct()
)


_CHILDREN_IN_ORDER: Final = Statement(
    select(_C.category_no, _C.display_order)
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.shop_no == bindparam("shop_no"),
        _C.parent_category_no == bindparam("parent_category_no"),
    )
    .order_by(_C.display_order, _C.category_no)
)
# places are the same in every language of the mall
_PLACE: Final = Statement(
    update(CATEGORY)
    .where(_C.mall_id == bindparam("mall_id"), _C.category_no == bindparam("category_no"))
    .values(
        {
            name: bindparam(name)
            for name in ("parent_category_no", "root_category_no", "category_depth", "path")
        }
    )
)
_ORDER: Final = Statement(
    update(CATEGORY)
    .where(_C.mall_id == bindparam("mall_id"), _C.category_no == bindparam("category_no"))
    .values(display_order=bindparam("display_order"))
)


async def lock(call: Call) -> None:
    """Lock the tree of the mall until the transaction ends.

    Calls that add, move or remove categories take turns by the counter of their numbers, so that
    nobody reads a path that another one is changing.
    """
    await sequences.allocate(call.db, "category", count=0)


async def with_descendants(call: Call, category_no: int) -> list[int]:
    """Return a category's number and those of all below it: a statement for each level."""
    found, level = [category_no], [category_no]
    while level:
        level = [row[0] for row in await call.db.all(_CHILDREN, category_nos=level)]
        found += level
    return found


async def existing(call: Call, category_nos: list[int]) -> list[int]:
    """Return those of `category_nos` that are categories of the mall."""
    return [row[0] for row in await call.db.all(_EXISTING, category_nos=category_nos)]


async def paths(db: Session, category_nos: list[int]) -> dict[int, list[int]]:
    """Return the numbers from the first level down to each of `category_nos`, by its number."""
    rows = await db.all(_PATHS, category_nos=category_nos)
    return {row[0]: msgspec.json.decode(row[1], type=list[int]) for row in rows}


async def children(call: Call, parent_category_no: int) -> dict[int, int]:
    """Return number -> display order of the categories right below one, in their order."""
    rows = await call.db.all(
        _CHILDREN_IN_ORDER, shop_no=call.shop_no, parent_category_no=parent_category_no
    )
    return dict(map(tuple, rows))


async def place(db: Session, paths: dict[int, list[int]]) -> None:
    """Write the paths of categories, and what follows from them, in every language."""
    await db.many(
        _PLACE,
        [
            {
                "category_no": number,
                "parent_category_no": path[-2] if len(path) > 1 else ROOT,
                "root_category_no": path[0],
                "category_depth": len(path),
                "path": msgspec.json.encode(path).decode(),
            }
            for number, path in paths.items()
        ],
    )


async def order(db: Session, orders: dict[int, int]) -> None:
    """Write the display orders of categories, in every language."""
    await db.many(
        _ORDER,
        [{"category_no": number, "display_order": at} for number, at in orders.items()],
    )
