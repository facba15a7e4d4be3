"""Whether apps manage the shipping and the tax documents of a mall; read only.

Specification: "Shippingmanager", "Taxmanager". openmall has neither service of its own: apps take
their place, and what an app may do is what the mall has let it do when it was installed.
"""

from msgspec import Struct

from openmall.access.oauth import installed_apps
from openmall.contract.call import Call
from openmall.contract.operation import get
from openmall.contract.params import Flag, Params
from openmall.contract.scopes import READ_STORE, WRITE_ORDER, WRITE_SHIPPING


class ShippingManager(Struct, frozen=True, kw_only=True):
    """Whether a mall's shipping is managed by an app."""

    use: Flag
    """T: an installed app may change carriers, origins and shipping fees."""


class TaxManager(Struct, frozen=True, kw_only=True):
    """Whether a mall's tax documents are managed by an app."""

    use: Flag
    """T: an installed app may change orders, and with them cash receipts."""


class ManagerQuery(Params, frozen=True, kw_only=True):
    """No parameters: a mall has one manager of each kind."""


async def retrieve_shipping(call: Call, params: ManagerQuery) -> ShippingManager:
    """Retrieve activation information for shipping manager."""
    return ShippingManager(use=await _permitted(call, WRITE_SHIPPING))


async def retrieve_tax(call: Call, params: ManagerQuery) -> TaxManager:
    """Retrieve activation information for tax manager."""
    return TaxManager(use=await _permitted(call, WRITE_ORDER))


async def _permitted(call: Call, scope: str) -> Flag:
    """Return T if an installed app of the call's mall has a scope."""
    apps = await installed_apps.in_mall(call.db)
    return "T" if any(each.deleted_at is None and scope in each.scopes for each in apps) else "F"


OPERATIONS = [
    get(
        "shippingmanager",
        retrieve_shipping,
        takes=ManagerQuery,
        gives=ShippingManager,
        key="shippingmanager",
        scope=READ_STORE,
    ),
    get(
        "taxmanager",
        retrieve_tax,
        takes=ManagerQuery,
        gives=TaxManager,
        key="taxmanager",
        scope=READ_STORE,
    ),
]
