"""Descendants, existence and paths of categories."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from openmall.commerce.category.categories.store import CATEGORY
from openmall.contract.call import Call
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

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


async def lock(call: Call) -> None:
    """Lock the tree of the mall until the transaction ends.

    Whoever adds, moves or removes categories takes turns by the counter of their numbers, so that
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
