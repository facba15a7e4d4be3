"""The language of pages: chosen at the foot of any page, stored in a cookie for a year."""

import re
from typing import Final
from urllib.parse import parse_qs

from openmall.configuration import Configuration
from openmall.contract.errors import ApiError
from openmall.http import body, error_responses
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request
from openmall.http.web.languages import COOKIE, NAMES

PATH: Final = b"/language"
_MAX_FORM_BYTES: Final = 8 * 1024
_SECONDS: Final = 365 * 24 * 3600
_LOCAL_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of the same host, of visible ASCII without a backslash."""


class LanguageForm:
    """Takes the form with which a language is chosen, and leads back to the page it was on."""

    def __init__(self, configuration: Configuration) -> None:
        self._seconds = configuration.body_seconds

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request chooses a language."""
        return request.raw_path == PATH and request.method == "POST"

    async def answer(self, exchange: Exchange) -> None:
        """Set the language. Never raises."""
        await (await self._answer(exchange.request)).send(exchange.send)

    async def _answer(self, request: Request) -> Answer:
        """Set the cookie; what another site makes a browser send chooses nothing."""
        try:
            sent = await body.read(request, limit=_MAX_FORM_BYTES, seconds=self._seconds)
        except ApiError as error:
            return error_responses.of_request(error, request)
        form = parse_qs(sent.decode("latin-1"))
        language, back = form.get("language", [""])[0], form.get("back", ["/"])[0]
        headers = [
            (b"location", (back if _LOCAL_PATH.fullmatch(back) else "/").encode()),
            (b"cache-control", b"no-store"),
            (b"x-request-id", request.id.encode()),
        ]
        if language in NAMES and not _is_cross_site(request):
            cookie = f"{COOKIE}={language}; Max-Age={_SECONDS}; Path=/; Secure; SameSite=Lax"
            headers.append((b"set-cookie", cookie.encode()))
        return Answer(303, b"", headers)


def _is_cross_site(request: Request) -> bool:
    site = request.headers.get(b"sec-fetch-site")
    if site is not None:
        # what browsers say themselves: of a page without referrer, `Origin` is null
        return site != b"same-origin"
    origin = request.headers.get(b"origin", b"null")
    return origin != b"https://" + request.host
