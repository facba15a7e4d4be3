"""Store settings: whether a name is entered in two fields or in one.

Specification: "Store setting". A plain settings resource.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

NameInput = Literal["SEPARATE", "COMBINED"]
"""First and last name in two fields, or both in one."""


class StoreSetting(Setting, frozen=True, kw_only=True):
    """A shop's own settings; the defaults are what a new shop has."""

    name_input_style: NameInput = "COMBINED"


class StoreSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change store settings; UNSET: not sent, left alone."""

    name_input_style: NameInput | UnsetType = UNSET


OPERATIONS = [
    get(
        "store/setting",
        read_setting(StoreSetting),
        takes=ShopParams,
        gives=StoreSetting,
        key="store",
        scope=READ_STORE,
    ),
    put(
        "store/setting",
        change_setting(StoreSetting, StoreSettingChange),
        takes=StoreSettingChange,
        gives=StoreSetting,
        key="store",
        scope=WRITE_STORE,
        limit=30,
    ),
]
