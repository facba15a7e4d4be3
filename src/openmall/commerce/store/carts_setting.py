"""Cart settings: storage period and display of carts.

Specification: "Carts setting". A plain settings resource.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, change_setting, read_setting
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_STORE

AddAction = Annotated[
    Literal["M", "S"], Values({"M": Label("Ask the customer"), "S": Label("Increase the quantity")})
]
"""Adding what is in the cart already: M asks, S adds to it."""
Days = Annotated[int, Meta(ge=1, le=365)]


class CartsSetting(Setting, frozen=True, kw_only=True):
    """A shop's cart settings; the defaults are what a new shop has."""

    wishlist_display: Annotated[Flag, Label("Show the wish list in the cart")] = "T"
    add_action_type: Annotated[AddAction, Label("A product that is in the cart already")] = "S"
    cart_item_direct_purchase: Annotated[Flag, Label("Items in the cart can be bought at once")] = (
        "T"
    )
    storage_period: Annotated[Flag, Label("Limit how long carts are kept")] = "F"
    """T: carts are stored for `period` days; F: those of guests for a month, those of members
    permanently.
    """
    period: Annotated[
        Days,
        Label("Keep carts for days"),
        Hint("Applies if the time is limited; otherwise carts of members are kept indefinitely."),
    ] = 30
    icon_display: Annotated[Flag, Label("Show icons of products")] = "F"
    cart_item_option_change: Annotated[Flag, Label("Options can be changed in the cart")] = "T"
    discount_display: Annotated[Flag, Label("Show discounts")] = "T"


CartsSettingChange: Final = changes_of(CartsSetting)
_CART: Final = Resource(CartsSetting, area="store", key="cart")

OPERATIONS = [
    _CART.get("carts/setting", read_setting(CartsSetting), takes=ShopParams),
    _CART.put(
        "carts/setting",
        change_setting(CartsSetting, CartsSettingChange),
        takes=CartsSettingChange,
        scope=READ_STORE,
    ),
]
