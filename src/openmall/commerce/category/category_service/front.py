"""The storefront's operations on categories: only those on display."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.commerce.category.categories.shape import (
    Category,
    CategoryFilters,
    CategoryPath,
    CategoryQuery,
)
from openmall.commerce.category.category_service import rules as category_rules
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

SHOWN: Final = (
    "shop_no",
    "category_no",
    "category_depth",
    "parent_category_no",
    "category_name",
    "full_category_name",
    "full_category_no",
    "root_category_no",
    "use_display",
    "display_order",
    "hash_tags",
)


async def list_categories(call: Call, query: CategoryQuery) -> Sequence[Category]:
    """Retrieve a list of the categories on display, in the order of display."""
    if query.use_display == "F":
        return []
    shown = msgspec.structs.replace(query, use_display="T")
    return await category_rules.listing_in_order(call, shown)


async def count_categories(call: Call, filters: CategoryFilters) -> int:
    """Retrieve a count of the categories on display."""
    if filters.use_display == "F":
        return 0
    return await category_rules.count(call, msgspec.structs.replace(filters, use_display="T"))


async def retrieve_category(call: Call, params: CategoryPath) -> Category:
    """Retrieve a category on display."""
    category = await category_rules.retrieve(call, params)
    if category.use_display != "T":
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    return category


_CATEGORIES: Final = Resource(Category, area="category", key="category", listed="categories")

OPERATIONS = [
    _CATEGORIES.listing(
        "categories", list_categories, takes=CategoryQuery, shows=SHOWN, cacheable=True
    ),
    _CATEGORIES.count("categories/count", count_categories, takes=CategoryFilters, cacheable=True),
    _CATEGORIES.get(
        "categories/{category_no}",
        retrieve_category,
        takes=CategoryPath,
        shows=SHOWN,
        cacheable=True,
    ),
]
