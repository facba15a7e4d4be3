"""Origins of pages that may call the storefront in the name of the calling app.

An extension of ours, which the specification does not have. What is set here holds in this mall;
origins that hold in every mall are set in the developer console.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.access.oauth import origins
from openmall.commerce.application.refusals import ORIGIN_REFUSED
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import Params
from openmall.contract.resource import Resource

Origin = Annotated[str, Meta(min_length=1, max_length=origins.LONGEST)]


class BrowserOrigins(Struct, frozen=True, kw_only=True):
    """The origins of an app in the mall."""

    allowed_origins: list[str]
    """Origins allowed in this mall, such as https://shop.example.com."""
    app_origins: list[str]
    """Origins allowed in every mall, which the developer of the app sets."""


class OriginsPath(Params, frozen=True, kw_only=True):
    pass


class OriginsChange(Params, frozen=True, kw_only=True):
    allowed_origins: Annotated[list[Origin], Meta(max_length=origins.MOST)]


async def retrieve(call: Call, params: OriginsPath) -> BrowserOrigins:
    """Retrieve the origins whose pages may call the storefront as the calling app."""
    of_app, of_mall = await origins.of_app(call.db, call.identity.app.client_id)
    return BrowserOrigins(allowed_origins=of_mall, app_origins=of_app)


async def change(call: Call, params: OriginsChange) -> BrowserOrigins:
    """Replace the origins whose pages may call the storefront of this mall as the calling app.

    An empty list leaves those of the app in every mall. Identical content is NotModified (409).
    """
    try:
        allowed = origins.read_all(params.allowed_origins)
    except ValueError as error:
        raise Invalid(ORIGIN_REFUSED, parameter="allowed_origins", detail=str(error)) from None
    client_id = call.identity.app.client_id
    of_app, before = await origins.of_app(call.db, client_id)
    if allowed == before:
        raise NotModified()
    await origins.change(call.db, client_id, allowed)
    call.journal(client_id, {"allowed_origins": (before, allowed)})
    call.effects.invalidates_caches = True
    return BrowserOrigins(allowed_origins=allowed, app_origins=of_app)


_ORIGINS: Final = Resource(BrowserOrigins, area="application", key="origins")

OPERATIONS: Final = [
    _ORIGINS.get("apps/origins", retrieve, takes=OriginsPath),
    _ORIGINS.put("apps/origins", change, takes=OriginsChange),
]
