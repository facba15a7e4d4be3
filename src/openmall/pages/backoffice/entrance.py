"""The root of the host of staff, which asks for a shop's ID, and what else that host does not have.

The ID leads to the shop's own sign-in, unread: the page looks nothing up, so that it tells of no
shop more than the sign-in does, and costs nothing to ask.
"""

import re
from functools import partial
from pathlib import Path
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.http import error_responses
from openmall.http.addressing import MALL_ID, Address
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer, redirect
from openmall.translations import catalogues

FIELD: Final = "mall_id"
_TEMPLATES: Final = Templates("backoffice", Path(__file__).parent / "templates")
_SHORTENED: Final = 80
"""Characters of what was typed that are shown again."""
_ADDRESS: Final = re.compile(r"https?://|[/?#].*", re.DOTALL)
_INVALID: Final = marked("This is no shop ID. It has 3 to 50 of a-z, 0-9 and -.")
_UNKNOWN: Final = marked("There is no page at this address. Check the ID of your shop.")
_UNREADABLE: Final = marked("What was sent could not be read.")


def serves(request: Request, address: Address) -> bool:
    """Return whether a request is for the page that asks for a shop's ID."""
    return address.site == "staff" and request.raw_path == b"/"


def wants_page(request: Request) -> bool:
    """Return whether the client shows pages to a person: browsers accept HTML by its name."""
    return b"text/html" in request.headers.get(b"accept", b"").lower()


def show(request: Request, address: Address) -> Response:
    """Ask for the ID of a shop, or lead to the staff pages of the one that was entered."""
    if request.method not in ("GET", "HEAD"):
        page = _page(request, address, status=405, message=_UNREADABLE)
        page.headers["Allow"] = "GET, HEAD"
        return _finished(page, request)
    try:
        typed = Fields(request.query_string).text(FIELD).strip()
    except OAuthError as error:
        page = _page(request, address, status=error.status, message=_UNREADABLE)
        return _finished(page, request)
    if not typed:
        return _finished(_page(request, address), request)
    mall_id = _mall_id(typed, address)
    if not MALL_ID.fullmatch(mall_id):
        page = _page(request, address, status=422, message=_INVALID, typed=typed[:_SHORTENED])
        return _finished(page, request)
    return _finished(redirect(f"/{mall_id}"), request)


def missing(request: Request, address: Address) -> Response:
    """Answer a path of the host of staff below which there is no shop, for a person."""
    return _finished(_page(request, address, status=404, message=_UNKNOWN), request)


def failed(request: Request, address: Address, error: Exception) -> Response:
    """Answer a request for staff pages of no shop, or of a closed one, for a person."""
    if isinstance(error, OAuthError):
        if error.status == 404:
            return missing(request, address)
        return _finished(_page(request, address, status=error.status, message=_UNREADABLE), request)
    api_error = error_responses.as_api_error(error, request.id)
    translate = partial(catalogues.translate, languages.wanted(request, "backoffice"), "backoffice")
    message = api_error.say(translate)
    page = _page(request, address, status=api_error.status, message=message)
    if api_error.retry_after:
        page.headers["Retry-After"] = str(api_error.retry_after)
    return _finished(page, request)


def _mall_id(typed: str, address: Address) -> str:
    """Return the shop that was meant: its ID, or the address of the shop or of its staff pages."""
    host = address.origin.removeprefix("https://").partition(":")[0]
    text = typed.lower()
    for prefix in (f"https://{host}", host):
        rest = text.removeprefix(prefix)
        if rest != text and "/" in rest:
            return rest.partition("/")[2].partition("/")[0].partition("?")[0]
    name = _ADDRESS.sub("", text).partition(":")[0]
    return name.removesuffix(host.removeprefix("admin"))


def _page(
    request: Request, address: Address, *, status: int = 200, message: str = "", typed: str = ""
) -> Response:
    language = languages.wanted(request, "backoffice")
    html = _TEMPLATES.render(
        "entrance.html",
        language,
        host=address.origin.removeprefix("https://"),
        field=FIELD,
        typed=typed,
        message=catalogues.translate(language, "backoffice", message) if message else "",
        is_missing=status == 404,
    )
    return answer(html, status=status)


def _finished(response: Response, request: Request) -> Response:
    response.headers["X-Request-Id"] = request.id
    response.headers["Vary"] = "Accept, Accept-Language, Cookie"
    if request.method == "HEAD":
        response.body = b""
    return response
