"""Serves the built-in icons at `/icons/<code>.svg` on every shop's hosts."""

from typing import Final

from starlette.responses import Response

from openmall.commerce.design.icons import catalogue as icon_catalogue
from openmall.commerce.product.icons.drawings import DRAWINGS, PREFIX
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request
from openmall.media.pictures import DRAWING_POLICY

CACHE: Final = "public, max-age=86400"
"""Icons only change with a release of openmall."""
_ICONS: Final = {
    f"{PREFIX}{code}.svg".encode(): drawing
    for code, drawing in {**DRAWINGS, **icon_catalogue.DRAWINGS}.items()
}


class Icons:
    """The part of the application that serves icons."""

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request reads an existing icon."""
        return (
            request.raw_path in _ICONS
            and request.method in ("GET", "HEAD")
            and address.site in ("mall", "bare")
        )

    async def answer(self, exchange: Exchange) -> None:
        """Respond with the drawing."""
        request = exchange.request
        drawing = _ICONS[request.raw_path]
        headers = {
            "cache-control": CACHE,
            "content-length": str(len(drawing)),
            "content-security-policy": DRAWING_POLICY,
            "x-content-type-options": "nosniff",
            "x-request-id": request.id,
        }
        body = b"" if request.method == "HEAD" else drawing
        answer = Response(body, headers=headers, media_type="image/svg+xml")
        await answer(exchange.scope, exchange.receive, exchange.send)
