"""Mobile settings: whether a shop has pages for phones, and whether phones are led to them.

Specification: "Mobile setting"; "Retrieve mobile settings". A plain settings resource, read only.
"""

from openmall.contract.operation import get
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE
from openmall.standard.settings import Setting, read_setting


class MobileSetting(Setting, frozen=True, kw_only=True):
    """A shop's mobile settings; the defaults are what a new shop has."""

    use_mobile_page: Flag = "T"
    use_mobile_domain_redirection: Flag = "T"


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
]
