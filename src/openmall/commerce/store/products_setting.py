"""Product settings: the base of a selling price, and its rounding; read only.

Specification: "Products setting". A plain settings resource. openmall stores prices as they were
sent.
"""

from typing import Literal

from openmall.contract.crud.settings import Setting, read_setting
from openmall.contract.operation import get
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE

Based = Literal["S", "A", "P", "B"]
"""A price follows from: S the supply price, A it and a margin, P itself, B a base price."""
RoundingUnit = Literal["F", "-2", "-1", "0", "1", "2", "3"]
"""Power of ten that a price is rounded to; F: it is not rounded."""
RoundingRule = Literal["L", "U", "C"]
"""L down, U half up, C up."""


class ProductsSetting(Setting, frozen=True, kw_only=True):
    """A shop's product settings; the defaults say what openmall does: it rounds no price."""

    calculate_price_based_on: Based = "P"
    price_rounding_unit: RoundingUnit = "F"
    price_rounding_rule: RoundingRule = "L"


OPERATIONS = [
    get(
        "products/setting",
        read_setting(ProductsSetting),
        takes=ShopParams,
        gives=ProductsSetting,
        key="product",
        scope=READ_STORE,
    ),
]
