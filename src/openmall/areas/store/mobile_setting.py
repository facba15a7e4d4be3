"""Mobile settings: whether a shop has pages for phones, and whether phones are led to them.

Specification: "Mobile setting"; "Retrieve mobile settings". A plain settings resource.
"""

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting


class MobileSetting(Setting, frozen=True, kw_only=True):
    """A shop's mobile settings; the defaults are what a new shop has."""

    use_mobile_page: Flag = "T"
    use_mobile_domain_redirection: Flag = "T"


class MobileSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change mobile settings; UNSET: not sent, left alone."""

    use_mobile_page: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "mobile/setting",
        read_setting(MobileSetting),
        takes=ShopParams,
        gives=MobileSetting,
        key="mobile",
        scope=READ_STORE,
        limit=10,
    ),
    put(
        "mobile/setting",
        change_setting(MobileSetting, MobileSettingChange),
        takes=MobileSettingChange,
        gives=MobileSetting,
        key="mobile",
        scope=WRITE_STORE,
        shows=("shop_no", "use_mobile_page"),
    ),
]
