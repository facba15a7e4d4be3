"""The pages a shop's manager sees when signing in and when an app asks for access."""

import hmac
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.oauth import secrets, sessions
from openmall.oauth.fields import Fields
from openmall.oauth.sentences import sentence
from openmall.oauth.visit import Visit
from openmall.pipeline.request import Request
from openmall.web import languages
from openmall.web.cookies import read_cookies
from openmall.web.pages import Templates, answer, redirect

SESSION_COOKIE: Final = "__Host-openmall-session"
VISIT_COOKIE: Final = "__Host-openmall-visit"
"""Ties the sign-in form to the browser it was shown in, before there is a session."""

_TEMPLATES: Final = Templates("oauth", Path(__file__).parent / "templates")


class Line(Struct, frozen=True):
    """One permission on the consent page."""

    scope: str
    sentence: str
    restricted: bool


def page(
    name: str, visit: Visit, *, status: int = 200, target: str = "", **values: Any
) -> Response:
    """Return the page made of the template `name`.

    `target`: scheme of the address the page's form ends at, when that is an app's.
    """
    html = _TEMPLATES.render(
        name,
        languages.wanted(visit.request),
        mall=visit.mall,
        host=visit.host,
        query=visit.query.encoded.decode("ascii", "replace"),
        **values,
    )
    return answer(html, status=status, target=target)


def see_other(path: str, visit: Visit) -> Response:
    """Return a redirect to one of our own pages, with the query the browser came with."""
    query = visit.query.encoded.decode("ascii", "replace")
    return redirect(f"{path}?{query}" if query else path)


def back_to_app(location: str) -> Response:
    """Return the redirect that ends the app's request."""
    headers = {
        "Location": location,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
    }
    return Response(status_code=302, headers=headers)


def lines(scopes: list[str], restricted: frozenset[str], language: str) -> dict[str, list[Line]]:
    """Return the permissions as read and as write, those in `restricted` marked."""
    groups: dict[str, list[Line]] = {"read": [], "write": []}
    for scope in scopes:
        group = "write" if scope.startswith("mall.write_") else "read"
        groups[group].append(Line(scope, sentence(scope, language), scope in restricted))
    return groups


def cookies(visit: Visit) -> dict[str, str]:
    """Return the cookies a browser sent."""
    return cookies_of(visit.request)


def cookies_of(request: Request) -> dict[str, str]:
    """Return the cookies of a request."""
    return read_cookies(request)


def set_cookie(response: Response, name: str, value: str) -> None:
    """Give the browser a cookie that only this host, over HTTPS, ever sees."""
    response.set_cookie(
        name,
        value,
        max_age=sessions.SECONDS,
        path="/",
        secure=True,
        httponly=True,
        samesite="lax",
    )


def drop_cookie(response: Response, name: str) -> None:
    """Take a cookie from the browser."""
    response.delete_cookie(name, path="/", secure=True, httponly=True, samesite="lax")


def form_token(cookie: str) -> str:
    """Return what a form must send along with `cookie`; no other site can know it."""
    return secrets.digest(f"form {cookie}")


def genuine(form: Fields, cookie: str) -> bool:
    """Say, in constant time, whether a form came from a page shown with `cookie`."""
    sent = form.text("form_token")
    return bool(cookie) and hmac.compare_digest(sent.encode(), form_token(cookie).encode())
