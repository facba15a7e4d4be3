"""Serves a shop's pictures publicly, at `/files/<name>` on the shop's own hosts."""

from collections.abc import MutableMapping
from typing import Any, Final

from starlette.responses import RedirectResponse, Response

from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request
from openmall.media import renditions
from openmall.media.refusals import PICTURES_READ_ONLY
from openmall.media.store import CACHE, Store, caching, kind

PREFIX: Final = b"/files/"
# an SVG may contain scripts, which would run with the shop's origin when it is opened directly
DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class MethodNotAllowed(ApiError):
    """405: pictures are only read here."""

    status = 405


class Pictures:
    """The part of the application that serves pictures."""

    def __init__(self, configuration: Configuration, directory: Directory, store: Store) -> None:
        self._store = store
        self._public_url = configuration.files_public_url.rstrip("/")
        self._default_mall = configuration.default_mall
        self._directory = directory

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for a picture of a mall."""
        return request.raw_path.startswith(PREFIX) and address.site in ("mall", "bare")

    async def answer(self, exchange: Exchange) -> None:
        """Respond with the picture, 304, or an error."""
        request = exchange.request
        headers = [(b"x-request-id", request.id.encode())]
        try:
            answer = await self._find(exchange.scope, request, exchange.address)
        except Exception as error:
            api_error = error_responses.as_api_error(error, request.id)
            if isinstance(api_error, MethodNotAllowed):
                headers.append((b"allow", b"GET, HEAD"))
            await error_responses.answer(api_error, headers).send(exchange.send)
            return
        answer.headers["x-request-id"] = request.id
        await answer(exchange.scope, exchange.receive, exchange.send)

    async def _find(
        self, scope: MutableMapping[str, Any], request: Request, address: Address
    ) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(PICTURES_READ_ONLY)
        path = request.raw_path[len(PREFIX) :].decode("latin-1")
        media_type = kind(path)
        mall_id = address.mall_id or self._default_mall or await self._directory.first_mall()
        if media_type is None or not mall_id:
            raise NotFound(NO_SUCH, resource=Phrase("picture"))
        rendered_from = renditions.original(path)
        if self._public_url:
            # what others serve has no renditions
            path = rendered_from or path
            # a temporary redirect: the operator may move the pictures
            return RedirectResponse(
                f"{self._public_url}/{mall_id}/{path}", 302, {"cache-control": CACHE}
            )
        answer = await self._store.show(mall_id, path, scope)
        if (
            answer is None
            and rendered_from is not None
            and await renditions.render(self._store, mall_id, path)
        ):
            answer = await self._store.show(mall_id, path, scope)
        if answer is None:
            raise NotFound(NO_SUCH, resource=Phrase("picture"))
        answer.headers["cache-control"] = caching(path)
        if answer.status_code != 304:
            answer.headers["content-type"] = media_type
            answer.headers["x-content-type-options"] = "nosniff"
            if media_type == "image/svg+xml":
                answer.headers["content-security-policy"] = DRAWING_POLICY
        return answer
