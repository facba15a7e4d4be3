"""The product feed of a portal's shopping search: whether a shop offers it; read only.

Specification: "Socials portalshopping". A shop takes part once it has a contract with the portal's
payment centre (`portalpay/setting`); the feed is then served to the portal.
"""

from msgspec import Struct

from openmall.commerce.store.portalpay_setting import PortalpaySetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import NotFound
from openmall.contract.operation import get
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE


class PortalShopping(Struct, frozen=True, kw_only=True):
    """Whether a shop is found by a portal's shopping search."""

    shop_no: int
    mall_id: str
    """The shop's id at the portal; empty without a contract."""
    service_status: Flag
    """T: the product feed is served."""


async def retrieve(call: Call, params: ShopParams) -> PortalShopping:
    """Retrieve portal shopping settings: the shop's id at the portal, and whether the product
    feed is served.
    """
    try:
        contract = await current(call, PortalpaySetting)
    except NotFound:
        return PortalShopping(shop_no=call.shop_no, mall_id="", service_status="F")
    return PortalShopping(shop_no=call.shop_no, mall_id=contract.shop_id, service_status="T")


OPERATIONS = [
    get(
        "socials/portalshopping",
        retrieve,
        takes=ShopParams,
        gives=PortalShopping,
        key="portalshopping",
        scope=READ_STORE,
    ),
]

FRONT_OPERATIONS = [
    get(
        "portalshopping",
        retrieve,
        takes=ShopParams,
        gives=PortalShopping,
        key="portalshopping",
        scope=READ_STORE,
    ),
]
