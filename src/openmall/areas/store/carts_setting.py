"""Cart settings: how long carts are kept, and what they show.

Specification: "Carts setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

AddAction = Literal["M", "S"]
"""Adding what is in the cart already: M asks, S adds to it."""
Days = Annotated[int, Meta(ge=1, le=365)]


class CartsSetting(Setting, frozen=True, kw_only=True):
    """A shop's cart settings; the defaults are what a new shop has."""

    wishlist_display: Flag = "T"
    add_action_type: AddAction = "S"
    cart_item_direct_purchase: Flag = "T"
    storage_period: Flag = "F"
    """T: carts are kept for `period` days; F: those of guests for a month, of members for good."""
    period: Days = 30
    icon_display: Flag = "F"
    cart_item_option_change: Flag = "T"
    discount_display: Flag = "T"


class CartsSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change carts settings; UNSET: not sent, left alone."""

    wishlist_display: Flag | UnsetType = UNSET
    add_action_type: AddAction | UnsetType = UNSET
    cart_item_direct_purchase: Flag | UnsetType = UNSET
    storage_period: Flag | UnsetType = UNSET
    period: Days | UnsetType = UNSET
    icon_display: Flag | UnsetType = UNSET
    cart_item_option_change: Flag | UnsetType = UNSET
    discount_display: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "carts/setting",
        read_setting(CartsSetting),
        takes=ShopParams,
        gives=CartsSetting,
        key="cart",
        scope=READ_STORE,
    ),
    put(
        "carts/setting",
        change_setting(CartsSetting, CartsSettingChange),
        takes=CartsSettingChange,
        gives=CartsSetting,
        key="cart",
        scope=READ_STORE,
    ),
]
