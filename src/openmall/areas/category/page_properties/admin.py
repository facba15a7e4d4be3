"""The admin API's operations on the fields that pages show."""

from openmall.areas.category.page_properties import rules
from openmall.areas.category.page_properties.shape import (
    DetailPageChange,
    DetailProperties,
    ListPage,
    ListPageChange,
    ListProperties,
    MadeField,
    MainPage,
    MainPageChange,
    MainProperties,
    MakeField,
)
from openmall.contract.operation import get, post, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

OPERATIONS = [
    get(
        "categories/properties",
        rules.retrieve_list,
        takes=ListPage,
        gives=ListProperties,
        key="category",
        scope=READ_PRODUCT,
    ),
    post(
        "categories/properties",
        rules.create_for("category", "product list pages"),
        takes=MakeField,
        gives=MadeField,
        key="category",
        scope=WRITE_PRODUCT,
    ),
    put(
        "categories/properties",
        rules.change_list,
        takes=ListPageChange,
        gives=ListProperties,
        key="category",
        scope=WRITE_PRODUCT,
    ),
    get(
        "mains/properties",
        rules.retrieve_main,
        takes=MainPage,
        gives=MainProperties,
        key="main",
        scope=READ_PRODUCT,
    ),
    post(
        "mains/properties",
        rules.create_for("main", "the main page"),
        takes=MakeField,
        gives=MadeField,
        key="main",
        scope=WRITE_PRODUCT,
    ),
    put(
        "mains/properties",
        rules.change_main,
        takes=MainPageChange,
        gives=MainProperties,
        key="main",
        scope=WRITE_PRODUCT,
    ),
    get(
        "products/properties",
        rules.retrieve_detail,
        takes=ShopParams,
        gives=DetailProperties,
        key="product",
        scope=READ_PRODUCT,
    ),
    post(
        "products/properties",
        rules.create_for("product", "product pages"),
        takes=MakeField,
        gives=MadeField,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/properties",
        rules.change_detail,
        takes=DetailPageChange,
        gives=DetailProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
]
