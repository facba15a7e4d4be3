"""The admin API's operations on categories."""

from typing import Final

from openmall.commerce.category.categories.shape import (
    Category,
    CategoryDraft,
    CategoryFilters,
    CategoryNumber,
    CategoryPath,
    CategoryQuery,
    CategoryUpdate,
)
from openmall.commerce.category.category_service import rules as category_rules
from openmall.contract.resource import Resource

_CATEGORIES: Final = Resource(Category, area="category", key="category", listed="categories")

OPERATIONS = [
    _CATEGORIES.listing("categories", category_rules.listing, takes=CategoryQuery),
    _CATEGORIES.count("categories/count", category_rules.count, takes=CategoryFilters),
    _CATEGORIES.get("categories/{category_no}", category_rules.retrieve, takes=CategoryPath),
    _CATEGORIES.post("categories", category_rules.create, takes=CategoryDraft),
    _CATEGORIES.put("categories/{category_no}", category_rules.change, takes=CategoryUpdate),
    _CATEGORIES.delete(
        "categories/{category_no}",
        category_rules.delete,
        takes=CategoryNumber,
        shows=("category_no",),
    ),
]
