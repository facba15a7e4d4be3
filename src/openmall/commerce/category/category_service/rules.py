"""The operations on categories."""

from collections.abc import Sequence

import msgspec

from openmall.commerce.category import category_documents
from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.shape import in_category
from openmall.commerce.category.categories import category_changes, category_placements, tree
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.events import (
    CategoryAdded,
    CategoryDeleted,
    CategoryUpdated,
)
from openmall.commerce.category.categories.shape import (
    MOST_LEVELS,
    Category,
    CategoryDraft,
    CategoryFilters,
    CategoryMove,
    CategoryNumber,
    CategoryPath,
    CategoryQuery,
    CategoryUpdate,
)
from openmall.commerce.category.category_service.refusals import (
    CATEGORIES_TOO_DEEP,
    CATEGORY_BELOW_ITSELF,
    NOT_A_SIBLING,
)
from openmall.commerce.category.page_properties import store as page_property_store
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, patched, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH
from openmall.database import sequences
from openmall.database.values import BoundValue

ROOT = tree.ROOT


async def listing(call: Call, query: CategoryQuery) -> Sequence[Category]:
    """Retrieve a list of categories."""
    return await category_store.page(call, _filters(query), query.limit, query.offset)


async def listing_in_order(call: Call, query: CategoryQuery) -> Sequence[Category]:
    """Return a list of categories in the order in which the shop shows them."""
    filters = _filters(query)
    return await category_store.page(call, filters, query.limit, query.offset, in_order=True)


async def count(call: Call, filters: CategoryFilters) -> int:
    """Retrieve a count of categories."""
    return await category_store.count(call, _filters(filters))


def _filters(filters: CategoryFilters) -> dict[str, BoundValue]:
    values = sent_fields(filters)
    for name in ("shop_no", "limit", "offset"):
        values.pop(name, None)
    if "category_name" in values:
        values["category_name"] = values["category_name"].lower()
    return values


async def retrieve(call: Call, params: CategoryPath) -> Category:
    """Retrieve a category."""
    return (await _stored(call, params.category_no)).category


async def _stored(
    call: Call, category_no: int, *, to_change: bool = False
) -> category_store.StoredCategory:
    stored = await category_store.find(call, category_no, to_change=to_change)
    if stored is None:
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    return stored


async def create(call: Call, draft: CategoryDraft) -> Category:
    """Create a category."""
    number = ROOT + await sequences.allocate(call.db, "category")
    above: list[int] = []
    if draft.parent_category_no != ROOT:
        parent = await category_store.find(call, draft.parent_category_no)
        if parent is None:
            raise Invalid(NO_SUCH, parameter="parent_category_no", resource=Phrase("category"))
        above = parent.path
    if len(above) == MOST_LEVELS:
        raise Invalid(CATEGORIES_TOO_DEEP, parameter="parent_category_no", most=MOST_LEVELS)
    path = [*above, number]
    category = merged(
        Category(
            shop_no=call.shop_no,
            category_no=number,
            category_name=draft.category_name,
            category_depth=len(path),
            parent_category_no=draft.parent_category_no,
            root_category_no=path[0],
            display_order=number,
        ),
        {name: value for name, value in sent_fields(draft).items() if name != "shop_no"},
    )
    for shop_no in call.mall.shops:
        await category_store.add(call, msgspec.structs.replace(category, shop_no=shop_no), path)
    call.journal(f"category {number}", {"category_name": ("", category.category_name)})
    call.publish(CategoryAdded.of(category))
    return await retrieve(call, CategoryPath(category_no=number))


async def change(call: Call, params: CategoryUpdate) -> Category:
    """Update a category. Identical content is NotModified (409)."""
    before = (await _stored(call, params.category_no, to_change=True)).category
    after = patched(before, params)
    await category_store.change(call, after)
    call.journal(f"category {after.category_no}", differences(before, after))
    call.publish(CategoryUpdated.of(after))
    return await retrieve(call, CategoryPath(category_no=after.category_no))


async def delete(call: Call, params: CategoryNumber) -> Category:
    """Delete a category with all below it; products stay, filed there no more."""
    await tree.lock(call)
    category = (await _stored(call, params.category_no, to_change=True)).category
    gone = await tree.with_descendants(call, params.category_no)
    # emptied last: a call that adds products to one of them has locked it, and is waited for
    await category_store.remove(call, gone)
    await category_placements.empty(call, gone)
    await category_documents.forget(call, gone)
    await page_property_store.forget_categories(call, gone)
    sections = (category_placements.NORMAL, *category_placements.SECTIONS)
    await autodisplay_store.forget(call, [in_category(no, at) for no in gone for at in sections])
    await category_changes.DELETED(call, gone)
    call.journal(
        f"category {category.category_no}", {"category_name": (category.category_name, None)}
    )
    call.publish(CategoryDeleted(event_shop_no=str(call.shop_no), category_no=category.category_no))
    return category


async def move(call: Call, params: CategoryMove) -> Category:
    """Move a category with all below it below another one, in every language of the mall.

    Raises NotFound (404), NotModified (409) for the place it has, and Invalid (422) where the
    parent is the category itself or below it, where the tree would get too deep, or where
    `after_category_no` is not one of the parent's.
    """
    number, parent = params.category_no, params.parent_category_no
    await tree.lock(call)
    before = await retrieve(call, CategoryPath(category_no=number))
    branch = await tree.with_descendants(call, number)
    known = await tree.paths(call.db, [*branch, parent])
    if parent in branch:
        raise Invalid(CATEGORY_BELOW_ITSELF, parameter="parent_category_no")
    if parent != ROOT and parent not in known:
        raise Invalid(NO_SUCH, parameter="parent_category_no", resource=Phrase("category"))
    paths = _moved(known, branch, known.get(parent, []))
    if max(len(path) for path in paths.values()) > MOST_LEVELS:
        raise Invalid(CATEGORIES_TOO_DEEP, parameter="parent_category_no", most=MOST_LEVELS)
    orders = await tree.children(call, parent)
    ordered = _inserted(list(orders), number, params.after_category_no)
    if parent == before.parent_category_no:
        if ordered == list(orders):
            raise NotModified(IDENTICAL)
    else:
        await tree.place(call.db, paths)
        await category_changes.MOVED(call, branch)
    changed = {each: at for at, each in enumerate(ordered, 1) if orders.get(each) != at}
    await tree.order(call.db, changed)
    after = await retrieve(call, CategoryPath(category_no=number))
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
        raise Invalid(NOT_A_SIBLING, parameter="after_category_no")
    ordered.insert(ordered.index(after) + 1 if after else 0, number)
    return ordered
