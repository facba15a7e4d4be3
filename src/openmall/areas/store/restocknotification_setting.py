"""Restock settings: who may ask to hear that a product is back, and for which products.

Specification: "Restocknotification setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Months = Literal["1", "3", "6", "12"]
Target = Literal["A", "M"]
"""Who sees the button: A everybody, M members."""
SendMethod = Literal["A", "M"]
"""A sent by itself, M by the merchant."""
ShowMethod = Literal["P", "G"]
"""A button for: P a product, G each of its variants."""
Available = Literal["A", "P", "E"]
"""Of: A all products, P those of the list, E all but those of the list."""
Message = Annotated[str, Meta(max_length=30)]
Products = Annotated[list[EntityNo], Meta(max_length=200)]


class RestocknotificationSetting(Setting, frozen=True, kw_only=True):
    """A shop's restock settings; the defaults are what a new shop has."""

    use: Flag = "F"
    is_button_show: Flag = "T"
    expiration_period: Months = "3"
    """Months for which a request stands."""
    button_show_target: Target = "M"
    show_message_to_non_members: Message = ""
    send_method: SendMethod = "M"
    button_show_method: ShowMethod = "P"
    available_product: Available = "A"
    available_product_list: Products = []
    """Numbers of products."""


class RestocknotificationSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change restocknotification settings; UNSET: not sent, left alone."""

    use: Flag | UnsetType = UNSET
    is_button_show: Flag | UnsetType = UNSET
    expiration_period: Months | UnsetType = UNSET
    button_show_target: Target | UnsetType = UNSET
    show_message_to_non_members: Message | UnsetType = UNSET
    send_method: SendMethod | UnsetType = UNSET
    button_show_method: ShowMethod | UnsetType = UNSET
    available_product: Available | UnsetType = UNSET
    available_product_list: Products | UnsetType = UNSET


OPERATIONS = [
    get(
        "restocknotification/setting",
        read_setting(RestocknotificationSetting),
        takes=ShopParams,
        gives=RestocknotificationSetting,
        key="restocknotification",
        scope=READ_STORE,
    ),
    put(
        "restocknotification/setting",
        change_setting(RestocknotificationSetting, RestocknotificationSettingChange),
        takes=RestocknotificationSettingChange,
        gives=RestocknotificationSetting,
        key="restocknotification",
        scope=WRITE_STORE,
    ),
]
