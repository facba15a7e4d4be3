"""Where a buyer may be led after a payment: to the shop, or to a site of the app that ordered.

A guest orders without a name, and the address of a payment is at the shop's own host: any other
site would be shown under the shop's name.
"""

import re
from typing import Final
from urllib.parse import urlsplit

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import origins
from openmall.commerce.order.placement.checkout.refusals import RETURN_URL_OF_OTHERS
from openmall.contract.call import Call
from openmall.contract.errors import Invalid

_ORIGIN: Final = re.compile(r"(https?://[A-Za-z0-9.:\[\]-]+)(?:[/?#][\x21-\x5b\x5d-\x7e]*)?")
"""An address whose origin every browser reads alike: without user names and backslashes."""


async def require_own(call: Call, return_url: str) -> None:
    """Raise Invalid (422) unless a buyer may be led to `return_url`; empty: to the shop's page.

    It is an address of the shop, of an origin that the calling app allows for its pages, or of
    the site of one of its redirect addresses.
    """
    if not return_url:
        return
    origin = _origin(return_url)
    own = (call.origin, call.links.of_shop(call.mall.mall_id))
    if origin and (origin in own or origin in await _of_app(call)):
        return
    raise Invalid(RETURN_URL_OF_OTHERS, parameter="return_url")


def _origin(address: str) -> str:
    """Return the origin of an address as browsers send it; empty for one without."""
    found = _ORIGIN.fullmatch(address)
    try:
        return origins.read(found[1]) if found else ""
    except ValueError:
        return ""


async def _of_app(call: Call) -> set[str]:
    client_id = call.identity.app.client_id
    app = await registered_apps.find(call.db, client_id)
    if app is None:
        return set()
    of_app, of_mall = await origins.of_app(call.db, client_id)
    sites = {_origin(uri) for uri in app.redirect_uris if urlsplit(uri).scheme in ("http", "https")}
    return {*of_app, *of_mall, *sites} - {""}
