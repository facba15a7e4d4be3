"""What an undo removes by the rules of the operation that deletes it, and its rows with it.

A created product is more than its row: an undo deletes it as `DELETE products/{product_no}` does,
which announces it as well. What others made of it meanwhile is a conflict.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.category.categories import rules as category_rules
from openmall.commerce.category.categories.shape import CategoryNumber
from openmall.commerce.collection import brands
from openmall.commerce.collection.brands import BrandPath
from openmall.commerce.product.customproperties import rules as property_rules
from openmall.commerce.product.customproperties.shape import PropertyPath
from openmall.commerce.product.products import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.undo import dependents_store
from openmall.contract.call import Call

Number = Any
"""Number or code of a resource."""


class Owner(Struct, frozen=True, kw_only=True):
    """A resource with rows of its own, which come and go with it."""

    number: str
    """The column that names it, in its table and in those of its rows."""
    remove: Callable[[Call, Number], Awaitable[Any]] | None
    """Deletes it as its operation does; None: its row is all there is of it."""
    dependents: Callable[[Call, Number], Awaitable[list[str]]]
    """Returns what names it, in words, and would be changed or lost."""


async def _of_product(call: Call, product_no: Number) -> list[str]:
    _, bundles = await product_store.with_bundles(call, product_no)
    found = ["bundles"] if bundles else []
    return found + (["orders"] if await dependents_store.is_ordered(call, product_no) else [])


async def _of_category(call: Call, category_no: Number) -> list[str]:
    below = await tree.with_descendants(call, category_no)
    filed = await category_placements.filed_in(call.db, [category_no])
    return (["categories"] if len(below) > 1 else []) + (["products"] if filed else [])


async def _of_brand(call: Call, brand_code: Number) -> list[str]:
    named = await dependents_store.is_of_products(call, "brand_code", brand_code)
    return ["products"] if named else []


async def _of_origin(call: Call, origin_code: Number) -> list[str]:
    return ["variants"] if await dependents_store.is_of_variants(call, origin_code) else []


async def _of_property(call: Call, property_no: Number) -> list[str]:
    return ["products"] if await dependents_store.has_values(call, property_no) else []


OWNERS: Final[Mapping[str, Owner]] = {
    "product": Owner(
        number="product_no",
        remove=lambda call, number: product_rules.delete(call, ProductPath(product_no=number)),
        dependents=_of_product,
    ),
    "category": Owner(
        number="category_no",
        remove=lambda call, number: category_rules.delete(call, CategoryNumber(category_no=number)),
        dependents=_of_category,
    ),
    "brand": Owner(
        number="brand_code",
        remove=lambda call, code: brands.delete_brand(call, BrandPath(brand_code=code)),
        dependents=_of_brand,
    ),
    "shipping_origin": Owner(
        number="origin_code",
        remove=None,
        dependents=_of_origin,
    ),
    "custom_property": Owner(
        number="property_no",
        remove=lambda call, number: property_rules.delete(call, PropertyPath(property_no=number)),
        dependents=_of_property,
    ),
}
"""Table -> how its resource is removed."""
