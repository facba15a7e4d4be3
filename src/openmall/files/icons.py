"""Shows the icons openmall brings along, at `/icons/<code>.svg` on every shop's hosts."""

from typing import Final

from starlette.responses import Response

from openmall.areas.product.icons.drawings import DRAWINGS, PREFIX
from openmall.files.pictures import DRAWING_POLICY
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send

CACHE: Final = "public, max-age=86400"
"""An icon changes with a release of openmall at most."""
_ICONS: Final = {f"{PREFIX}{code}.svg".encode(): drawing for code, drawing in DRAWINGS.items()}


class Icons:
    """The part of the application that serves icons; any other address is the road's."""

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request reads an icon that there is."""
        return (
            request.raw_path in _ICONS
            and request.method in ("GET", "HEAD")
            and address.site in ("mall", "bare")
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send, request: Request) -> None:
        """Answer with the drawing."""
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
        await answer(scope, receive, send)
