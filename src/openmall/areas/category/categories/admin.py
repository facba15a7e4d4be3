"""The admin API's operations on categories."""

from openmall.areas.category.categories import rules
from openmall.areas.category.categories.shape import (
    Category,
    CategoryDraft,
    CategoryFilters,
    CategoryNumber,
    CategoryPath,
    CategoryQuery,
    CategoryUpdate,
)
from openmall.contract.operation import count, delete, get, listing, post, put
from openmall.contract.scopes import READ_CATEGORY, WRITE_CATEGORY

OPERATIONS = [
    listing(
        "categories",
        rules.listing,
        takes=CategoryQuery,
        gives=Category,
        key="categories",
        scope=READ_CATEGORY,
    ),
    count("categories/count", rules.count, takes=CategoryFilters, scope=READ_CATEGORY),
    get(
        "categories/{category_no}",
        rules.retrieve,
        takes=CategoryPath,
        gives=Category,
        key="category",
        scope=READ_CATEGORY,
    ),
    post(
        "categories",
        rules.create,
        takes=CategoryDraft,
        gives=Category,
        key="category",
        scope=WRITE_CATEGORY,
    ),
    put(
        "categories/{category_no}",
        rules.change,
        takes=CategoryUpdate,
        gives=Category,
        key="category",
        scope=WRITE_CATEGORY,
    ),
    delete(
        "categories/{category_no}",
        rules.delete,
        takes=CategoryNumber,
        gives=Category,
        key="category",
        scope=WRITE_CATEGORY,
        shows=("category_no",),
    ),
]
