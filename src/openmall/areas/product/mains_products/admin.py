"""The admin API's operations on the products of a main display group."""

from openmall.areas.category.mains.shape import MainPath
from openmall.areas.product.mains_products import rules
from openmall.areas.product.mains_products.shape import (
    MainProduct,
    MainProductPath,
    MainProducts,
    MainProductsChange,
    MainProductsDraft,
    TakenProduct,
)
from openmall.contract.operation import count, delete, listing, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

OPERATIONS = [
    listing(
        "mains/{display_group}/products",
        rules.listing,
        takes=MainPath,
        gives=MainProduct,
        key="products",
        scope=READ_PRODUCT,
    ),
    count("mains/{display_group}/products/count", rules.count, takes=MainPath, scope=READ_PRODUCT),
    post(
        "mains/{display_group}/products",
        rules.create,
        takes=MainProductsDraft,
        gives=MainProducts,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    put(
        "mains/{display_group}/products",
        rules.change,
        takes=MainProductsChange,
        gives=MainProducts,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "mains/{display_group}/products/{product_no}",
        rules.delete,
        takes=MainProductPath,
        gives=TakenProduct,
        key="product",
        scope=WRITE_PRODUCT,
    ),
]
