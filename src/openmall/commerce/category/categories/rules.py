"""The operations on categories."""

from collections.abc import Sequence
from typing import Any

import msgspec

from openmall.commerce.category import category_documents
from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.shape import in_category
from openmall.commerce.category.categories import category_placements, tree
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
    CategoryNumber,
    CategoryPath,
    CategoryQuery,
    CategoryUpdate,
)
from openmall.commerce.category.page_properties import store as page_property_store
from openmall.commerce.product.products import partner_updates
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, patched, sent_fields
from openmall.contract.errors import Invalid, NotFound
from openmall.database import sequences

ROOT = 1
"""Number of the root above every first level; real categories start after it."""


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


def _filters(filters: CategoryFilters) -> dict[str, Any]:
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
        raise NotFound("The category does not exist.", parameter="category_no")
    return stored


async def create(call: Call, draft: CategoryDraft) -> Category:
    """Create a category."""
    number = ROOT + await sequences.allocate(call.db, "category")
    above: list[int] = []
    if draft.parent_category_no != ROOT:
        parent = await category_store.find(call, draft.parent_category_no)
        if parent is None:
            raise Invalid("There is no such category.", parameter="parent_category_no")
        above = parent.path
    if len(above) == MOST_LEVELS:
        raise Invalid(
            f"Categories are at most {MOST_LEVELS} levels deep.", parameter="parent_category_no"
        )
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
    await partner_updates.reassign(call, gone)
    call.journal(
        f"category {category.category_no}", {"category_name": (category.category_name, None)}
    )
    call.publish(CategoryDeleted(event_shop_no=str(call.shop_no), category_no=category.category_no))
    return category
