"""The admin API's operations on the products of a category."""

from typing import Final

from openmall.commerce.product.categories_products import rules as categories_product_rules
from openmall.commerce.product.categories_products.shape import (
    ArrangedProduct,
    FiledPath,
    FiledProducts,
    FilingDraft,
    PlaceChange,
    PlacedProduct,
    SectionPath,
    SectionQuery,
    UnfiledProduct,
)
from openmall.contract.resource import Resource

_PRODUCTS: Final = Resource(PlacedProduct, area="product", key="product", listed="products")

OPERATIONS = [
    _PRODUCTS.listing(
        "categories/{category_no}/products", categories_product_rules.listing, takes=SectionQuery
    ),
    _PRODUCTS.count(
        "categories/{category_no}/products/count", categories_product_rules.count, takes=SectionPath
    ),
    _PRODUCTS.giving(FiledProducts).post(
        "categories/{category_no}/products", categories_product_rules.create, takes=FilingDraft
    ),
    _PRODUCTS.giving(ArrangedProduct).put(
        "categories/{category_no}/products", categories_product_rules.change, takes=PlaceChange
    ),
    _PRODUCTS.giving(UnfiledProduct).delete(
        "categories/{category_no}/products/{product_no}",
        categories_product_rules.delete,
        takes=FiledPath,
    ),
]
