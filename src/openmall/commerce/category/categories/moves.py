"""Moves a category, with all below it, to another place of the tree of categories."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, select, update

from openmall.commerce.category.categories import rules as category_rules
from openmall.commerce.category.categories import tree
from openmall.commerce.category.categories.events import CategoryUpdated
from openmall.commerce.category.categories.shape import (
    MOST_LEVELS,
    Category,
    CategoryPath,
)
from openmall.commerce.category.categories.store import CATEGORY
from openmall.commerce.product.products import partner_updates
from openmall.contract.call import Call
from openmall.contract.change import IDENTICAL
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import EntityNo
from openmall.contract.resource import Resource
from openmall.database.statements import Statement

_C: Final = CATEGORY.c
_CHILDREN: Final = Statement(
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


class CategoryMove(CategoryPath, frozen=True, kw_only=True):
    """The new place of the category named in the path."""

    parent_category_no: EntityNo
    """1 is the root, above every first level."""
    after_category_no: Annotated[int, Meta(ge=0)] = 0
    """The category of the same parent behind which it stands; 0: it is the first one."""


async def move(call: Call, params: CategoryMove) -> Category:
    """Move a category with all below it below another one, in every language of the mall.

    Raises NotFound (404), NotModified (409) for the place it has, and Invalid (422) where the
    parent is the category itself or below it, where the tree would get too deep, or where
    `after_category_no` is not one of the parent's.
    """
    number, parent = params.category_no, params.parent_category_no
    await tree.lock(call)
    before = await category_rules.retrieve(call, CategoryPath(category_no=number))
    branch = await tree.with_descendants(call, number)
    known = await tree.paths(call.db, [*branch, parent])
    if parent in branch:
        raise Invalid("A category cannot be below itself.", parameter="parent_category_no")
    if parent != category_rules.ROOT and parent not in known:
        raise Invalid("There is no such category.", parameter="parent_category_no")
    paths = _moved(known, branch, known.get(parent, []))
    if max(len(path) for path in paths.values()) > MOST_LEVELS:
        raise Invalid(
            f"Categories are at most {MOST_LEVELS} levels deep.", parameter="parent_category_no"
        )
    siblings = await call.db.all(_CHILDREN, shop_no=call.shop_no, parent_category_no=parent)
    ordered = _inserted([row[0] for row in siblings], number, params.after_category_no)
    if parent == before.parent_category_no:
        if ordered == [row[0] for row in siblings]:
            raise NotModified(IDENTICAL)
    else:
        await call.db.many(_PLACE, _places(paths))
        await partner_updates.replace_in_categories(call, branch)
    orders = {row[0]: row[1] for row in siblings}
    changed = [
        {"category_no": each, "display_order": at}
        for at, each in enumerate(ordered, 1)
        if orders.get(each) != at
    ]
    await call.db.many(_ORDER, changed)
    after = await category_rules.retrieve(call, CategoryPath(category_no=number))
    call.journal(
        f"category {number}",
        {
            "parent_category_no": (before.parent_category_no, after.parent_category_no),
            "display_order": (before.display_order, after.display_order),
        },
    )
    call.publish(CategoryUpdated.of(after))
    return after


def _moved(
    known: dict[int, list[int]], branch: Sequence[int], above: list[int]
) -> dict[int, list[int]]:
    """Return the paths of a branch whose first category comes below the path `above`."""
    kept = len(known[branch[0]]) - 1
    return {each: [*above, *known[each][kept:]] for each in branch}


def _inserted(siblings: Sequence[int], number: int, after: int) -> list[int]:
    ordered = [each for each in siblings if each != number]
    if after and after not in ordered:
        raise Invalid("It is not below the same category.", parameter="after_category_no")
    ordered.insert(ordered.index(after) + 1 if after else 0, number)
    return ordered


def _places(paths: dict[int, list[int]]) -> list[dict[str, Any]]:
    return [
        {
            "category_no": number,
            "parent_category_no": path[-2] if len(path) > 1 else category_rules.ROOT,
            "root_category_no": path[0],
            "category_depth": len(path),
            "path": msgspec.json.encode(path).decode(),
        }
        for number, path in paths.items()
    ]


OPERATIONS = [
    Resource(Category, area="category", key="category").put(
        "categories/{category_no}/place", move, takes=CategoryMove
    ),
]
"""Operations of the back office's pages. No API has them: the specification moves no category."""
