"""How a shop sorts its products where nobody chose an order.

Specification: "Products display setting". A plain settings resource.
"""

from typing import Literal

from openmall.contract.operation import get, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Sorting = Literal[
    "new_product",
    "product_name",
    "low_price",
    "high_price",
    "manufacture",
    "popular_product",
    "review",
    "hit_count",
    "like_count",
]


class ProductsDisplaySetting(Setting, frozen=True, kw_only=True):
    """A shop's order of products; the defaults are what a new shop has."""

    sorting_options: Sorting = "new_product"


class ProductsDisplaySettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change it."""

    sorting_options: Sorting


OPERATIONS = [
    get(
        "products/display/setting",
        read_setting(ProductsDisplaySetting),
        takes=ShopParams,
        gives=ProductsDisplaySetting,
        key="display",
        scope=READ_STORE,
    ),
    put(
        "products/display/setting",
        change_setting(ProductsDisplaySetting, ProductsDisplaySettingChange),
        takes=ProductsDisplaySettingChange,
        gives=ProductsDisplaySetting,
        key="display",
        scope=WRITE_STORE,
    ),
]
