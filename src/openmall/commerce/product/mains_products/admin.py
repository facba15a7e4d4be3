"""The admin API's operations on the products of a main display group."""

from typing import Final

from openmall.commerce.category.mains.shape import MainPath
from openmall.commerce.product.mains_products import rules as mains_product_rules
from openmall.commerce.product.mains_products.shape import (
    MainProduct,
    MainProductPath,
    MainProducts,
    MainProductsChange,
    MainProductsDraft,
    TakenProduct,
)
from openmall.contract.resource import Resource

_PRODUCTS: Final = Resource(MainProducts, area="product", key="product", listed="products")

OPERATIONS = [
    _PRODUCTS.giving(MainProduct).listing(
        "mains/{display_group}/products", mains_product_rules.listing, takes=MainPath
    ),
    _PRODUCTS.count(
        "mains/{display_group}/products/count", mains_product_rules.count, takes=MainPath
    ),
    _PRODUCTS.post(
        "mains/{display_group}/products", mains_product_rules.create, takes=MainProductsDraft
    ),
    _PRODUCTS.put(
        "mains/{display_group}/products", mains_product_rules.change, takes=MainProductsChange
    ),
    _PRODUCTS.giving(TakenProduct).delete(
        "mains/{display_group}/products/{product_no}",
        mains_product_rules.delete,
        takes=MainProductPath,
    ),
]
