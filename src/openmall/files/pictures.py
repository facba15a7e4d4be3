"""Shows a shop's pictures to everybody, at `/files/<name>` on the shop's own hosts."""

from collections.abc import MutableMapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from openmall.configuration import Configuration
from openmall.contract.errors import ApiError, NotFound
from openmall.files.store import Folder, kind, never_changes
from openmall.oauth.directory import Directory
from openmall.pipeline import failure
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send

PREFIX: Final = b"/files/"
CACHE: Final = "public, max-age=300"
"""A changed picture is seen after five minutes at the latest; unchanged ones are answered 304."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Of a picture named after its content, which another would not be called."""
# a drawing may carry scripts, and one that is opened by itself would run them as the shop
DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class NotForReading(ApiError):
    """405: pictures are only read here."""

    status = 405


class Pictures:
    """The part of the application that serves pictures."""

    def __init__(self, configuration: Configuration, directory: Directory, folder: Folder) -> None:
        self._folder = folder
        self._default_mall = configuration.default_mall
        self._directory = directory
        self._malls: dict[str, StaticFiles] = {}

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
        try:
            answer = await self._of(mall_id).get_response(path, scope)
        except HTTPException:
            raise NotFound("There is no such picture.") from None
        answer.headers["cache-control"] = FOR_EVER if never_changes(path) else CACHE
        if answer.status_code != 304:
            answer.headers["content-type"] = media_type
            answer.headers["x-content-type-options"] = "nosniff"
            if media_type == "image/svg+xml":
                answer.headers["content-security-policy"] = DRAWING_POLICY
        return answer

    def _of(self, mall_id: str) -> StaticFiles:
        # it resolves links, and refuses what lies outside the mall's own directory
        found = self._malls.get(mall_id)
        if found is None:
            found = StaticFiles(directory=self._folder.of(mall_id), check_dir=False)
            if len(self._malls) < 10_000:
                self._malls[mall_id] = found
        return found
