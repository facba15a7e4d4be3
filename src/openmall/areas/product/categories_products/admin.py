"""The admin API's operations on the products of a category."""

from openmall.areas.product.categories_products import rules
from openmall.areas.product.categories_products.shape import (
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
from openmall.contract.operation import count, delete, listing, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

OPERATIONS = [
    listing(
        "categories/{category_no}/products",
        rules.listing,
        takes=SectionQuery,
        gives=PlacedProduct,
        key="products",
        scope=READ_PRODUCT,
    ),
    count(
        "categories/{category_no}/products/count",
        rules.count,
        takes=SectionPath,
        scope=READ_PRODUCT,
    ),
    post(
        "categories/{category_no}/products",
        rules.create,
        takes=FilingDraft,
        gives=FiledProducts,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    put(
        "categories/{category_no}/products",
        rules.change,
        takes=PlaceChange,
        gives=ArrangedProduct,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "categories/{category_no}/products/{product_no}",
        rules.delete,
        takes=FiledPath,
        gives=UnfiledProduct,
        key="product",
        scope=WRITE_PRODUCT,
    ),
]
