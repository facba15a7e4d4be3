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
from openmall.http.web import form_origins
from openmall.http.web.languages import COOKIE, OFFERED

PATH: Final = b"/language"
_MAX_FORM_BYTES: Final = 8 * 1024
_SECONDS: Final = 365 * 24 * 3600
_LOCAL_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of the same host, of visible ASCII without a backslash."""


class LanguageForm:
    """Takes the form with which a language is chosen, and leads back to the page it was on."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request chooses a language."""
        return request.raw_path == PATH and request.method == "POST"

    async def answer(self, exchange: Exchange) -> None:
        """Set the language. Never raises."""
        answer = await self._answer(exchange.request, exchange.address)
        await answer.send(exchange.send)

    async def _answer(self, request: Request, address: Address) -> Answer:
        """Set the cookie; what another site makes a browser send chooses nothing.

        There is no token: browsers have to say that the form is of a page of the same site.
        """
        seconds = self._configuration.body_seconds
        try:
            sent = await body.read(request, limit=_MAX_FORM_BYTES, seconds=seconds)
        except ApiError as error:
            return error_responses.of_request(error, request)
        form = parse_qs(sent.decode("latin-1"))
        language, back = form.get("language", [""])[0], form.get("back", ["/"])[0]
        headers = [
            (b"location", (back if _LOCAL_PATH.fullmatch(back) else "/").encode()),
            (b"cache-control", b"no-store"),
            (b"x-request-id", request.id.encode()),
        ]
        known = any(language in each for each in OFFERED.values())
        if known and form_origins.is_own(request, address, self._configuration):
            cookie = f"{COOKIE}={language}; Max-Age={_SECONDS}; Path=/; Secure; SameSite=Lax"
            headers.append((b"set-cookie", cookie.encode()))
        return Answer(303, b"", headers)
