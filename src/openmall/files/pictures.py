"""Shows a shop's pictures to everybody, at `/files/<name>` on the shop's own hosts."""

from collections.abc import MutableMapping
from typing import Any, Final

from starlette.responses import RedirectResponse, Response

from openmall.configuration import Configuration
from openmall.contract.errors import ApiError, NotFound
from openmall.files.store import CACHE, Store, caching, kind
from openmall.oauth.directory import Directory
from openmall.pipeline import failure
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send

PREFIX: Final = b"/files/"
# a drawing may carry scripts, and one that is opened by itself would run them as the shop
DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class NotForReading(ApiError):
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
        """Say whether a request is for a picture of a mall."""
        return request.raw_path.startswith(PREFIX) and address.site in ("mall", "bare")

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer with the picture, 304, or an error."""
        headers = [(b"x-request-id", request.id.encode())]
        try:
            answer = await self._find(scope, request, address)
        except Exception as error:
            told = failure.as_api_error(error, request.id)
            if isinstance(told, NotForReading):
                headers.append((b"allow", b"GET, HEAD"))
            await failure.answer(told, headers).send(send)
            return
        answer.headers["x-request-id"] = request.id
        await answer(scope, receive, send)

    async def _find(
        self, scope: MutableMapping[str, Any], request: Request, address: Address
    ) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise NotForReading("Pictures are only read here.")
        path = request.raw_path[len(PREFIX) :].decode("latin-1")
        media_type = kind(path)
        mall_id = address.mall_id or self._default_mall or await self._directory.first_mall()
        if media_type is None or not mall_id:
            raise NotFound("There is no such picture.")
        if self._public_url:
            # for a while only: where the pictures lie is the operator's to change
            return RedirectResponse(
                f"{self._public_url}/{mall_id}/{path}", 302, {"cache-control": CACHE}
            )
        answer = await self._store.show(mall_id, path, scope)
        if answer is None:
            raise NotFound("There is no such picture.")
        answer.headers["cache-control"] = caching(path)
        if answer.status_code != 304:
            answer.headers["content-type"] = media_type
            answer.headers["x-content-type-options"] = "nosniff"
            if media_type == "image/svg+xml":
                answer.headers["content-security-policy"] = DRAWING_POLICY
        return answer
