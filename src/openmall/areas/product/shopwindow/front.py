"""The storefront's operations on a shop's window."""

from openmall.areas.product.categories_products import rules as categories
from openmall.areas.product.categories_products.shape import SectionPath
from openmall.areas.product.shopwindow import rules
from openmall.areas.product.shopwindow.shape import (
    CategoryWindow,
    MainWindow,
    ProductInWindow,
    ProductPage,
    ProductPageOf,
)
from openmall.contract.operation import count, get, listing
from openmall.contract.scopes import READ_PRODUCT

OPERATIONS = [
    listing(
        "categories/{category_no}/products",
        rules.list_in_category,
        takes=CategoryWindow,
        gives=ProductInWindow,
        key="products",
        scope=READ_PRODUCT,
    ),
    count(
        "categories/{category_no}/products/count",
        categories.count_on_display,
        takes=SectionPath,
        scope=READ_PRODUCT,
    ),
    listing(
        "mains/{display_group}/products",
        rules.list_in_main,
        takes=MainWindow,
        gives=ProductInWindow,
        key="products",
        scope=READ_PRODUCT,
    ),
    get(
        "productsdetail/{product_no}",
        rules.retrieve,
        takes=ProductPageOf,
        gives=ProductPage,
        key="productsdetail",
        scope=READ_PRODUCT,
    ),
]
