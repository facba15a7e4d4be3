"""The admin API's operations on the fields that pages show."""

from typing import Final

from openmall.commerce.category.page_properties.shape import (
    CreatedField,
    DetailPageChange,
    DetailProperties,
    ListPage,
    ListPageChange,
    ListProperties,
    MainPage,
    MainPageChange,
    MainProperties,
    MakeField,
)
from openmall.commerce.category.page_property_service import rules
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_CATEGORY: Final = Resource(ListProperties, area="product", key="category")
_MAIN: Final = Resource(MainProperties, area="product", key="main")
_PRODUCT: Final = Resource(DetailProperties, area="product", key="product")

OPERATIONS = [
    _CATEGORY.get("categories/properties", rules.retrieve_list, takes=ListPage),
    _CATEGORY.giving(CreatedField).post(
        "categories/properties", rules.create_for("category", "product list pages"), takes=MakeField
    ),
    _CATEGORY.put("categories/properties", rules.change_list, takes=ListPageChange),
    _MAIN.get("mains/properties", rules.retrieve_main, takes=MainPage),
    _MAIN.giving(CreatedField).post(
        "mains/properties", rules.create_for("main", "the main page"), takes=MakeField
    ),
    _MAIN.put("mains/properties", rules.change_main, takes=MainPageChange),
    _PRODUCT.get("products/properties", rules.retrieve_detail, takes=ShopParams),
    _PRODUCT.giving(CreatedField).post(
        "products/properties", rules.create_for("product", "product pages"), takes=MakeField
    ),
    _PRODUCT.put("products/properties", rules.change_detail, takes=DetailPageChange),
]
