"""The storefront's operations on a shop's window."""

from typing import Final

from openmall.commerce.product.categories_products import rules as categories_product_rules
from openmall.commerce.product.categories_products.shape import SectionPath
from openmall.commerce.shopwindow import rules
from openmall.commerce.shopwindow.shape import (
    CategoryWindow,
    MainWindow,
    ProductInWindow,
    ProductPage,
    ProductPagePath,
)
from openmall.contract.operation import get
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_PRODUCT

_PRODUCTS: Final = Resource(ProductInWindow, area="product", key="products")

OPERATIONS = [
    _PRODUCTS.listing(
        "categories/{category_no}/products",
        rules.list_in_category,
        takes=CategoryWindow,
        cacheable=True,
    ),
    _PRODUCTS.count(
        "categories/{category_no}/products/count",
        categories_product_rules.count_on_display,
        takes=SectionPath,
        cacheable=True,
    ),
    _PRODUCTS.listing(
        "mains/{display_group}/products", rules.list_in_main, takes=MainWindow, cacheable=True
    ),
    get(
        "productsdetail/{product_no}",
        rules.retrieve,
        takes=ProductPagePath,
        gives=ProductPage,
        key="productsdetail",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
]
