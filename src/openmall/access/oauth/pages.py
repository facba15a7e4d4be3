"""Renders the sign-in and consent pages, and handles their cookies and form tokens."""

import hmac
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import secrets, sessions
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.scope_descriptions import describe
from openmall.access.staff_site import office_url
from openmall.contract.scopes import AGENT_WRITES, PROPOSES
from openmall.http.cookies import read_cookies
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.pages import Templates, answer, redirect

SESSION_COOKIE: Final = "__Host-openmall-staff-session-"
"""Followed by the mall: staff of several malls are signed in at one host beside each other."""
VISIT_COOKIE: Final = "__Host-openmall-staff-visit-"
"""Binds the sign-in form to its browser before there is a session; followed by the mall."""

_TEMPLATES: Final = Templates("oauth", Path(__file__).parent / "templates")


class Line(Struct, frozen=True):
    """One permission on the consent page."""

    scope: str
    sentence: str
    restricted: bool


def page(
    name: str,
    mall_request: MallRequest,
    *,
    status: int = 200,
    target: str = "",
    scripts: bool = False,
    **values: Any,
) -> Response:
    """Render the template `name`.

    `target`: scheme of the app's address that the page's form finally redirects to. `scripts`: it
    runs our own scripts.
    """
    html = _TEMPLATES.render(
        name,
        languages.wanted(mall_request.request, "oauth"),
        mall=mall_request.mall,
        host=mall_request.host,
        address_here=mall_request.address_here,
        office=office_url(),
        query=mall_request.query.encoded.decode("ascii", "replace"),
        **values,
    )
    return answer(html, status=status, target=target, scripts=scripts)


def see_other(page: str, mall_request: MallRequest) -> Response:
    """Return a redirect to a staff page, with the query of the request."""
    query = mall_request.query.encoded.decode("ascii", "replace")
    return redirect(office_url(f"{page}?{query}" if query else page))


def back_to_app(location: str) -> Response:
    """Return the redirect to the app that ends its authorization request."""
    headers = {
        "Location": location,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
    }
    return Response(status_code=302, headers=headers)


def lines(scopes: list[str], restricted: frozenset[str], language: str) -> dict[str, list[Line]]:
    """Group the permissions into read, propose and write, with those in `restricted` marked.

    Scopes with one description are one line: the same sentence twice tells nothing.
    """
    groups: dict[str, list[Line]] = {"read": [], "propose": [], "write": []}
    for scope in scopes:
        writes = scope.startswith("mall.write_") or scope == AGENT_WRITES
        group = "propose" if scope.endswith(PROPOSES) else "write" if writes else "read"
        line = Line(scope, describe(scope, language), scope in restricted)
        known = {each.sentence: at for at, each in enumerate(groups[group])}
        at = known.get(line.sentence)
        if at is None:
            groups[group].append(line)
            continue
        before = groups[group][at]
        groups[group][at] = Line(
            f"{before.scope}, {scope}", line.sentence, before.restricted or line.restricted
        )
    return groups


def session_cookie(mall_request: MallRequest) -> str:
    """Return the name of the cookie that holds a manager's session."""
    return SESSION_COOKIE + mall_request.mall.mall_id


def visit_cookie(mall_request: MallRequest) -> str:
    """Return the name of the cookie that forms are bound to before there is a session."""
    return VISIT_COOKIE + mall_request.mall.mall_id


def session_of(mall_request: MallRequest) -> str:
    """Return the session that a browser has sent; empty without one."""
    return cookies(mall_request).get(session_cookie(mall_request), "")


def visit_of(mall_request: MallRequest) -> str:
    """Return the visit that a browser has sent; empty without one."""
    return cookies(mall_request).get(visit_cookie(mall_request), "")


def cookies(mall_request: MallRequest) -> dict[str, str]:
    """Return the cookies of a request at a mall."""
    return cookies_of(mall_request.request)


def cookies_of(request: Request) -> dict[str, str]:
    """Return the cookies of a request."""
    return read_cookies(request)


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie for this host only, over HTTPS only."""
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
    """Delete a cookie."""
    response.delete_cookie(name, path="/", secure=True, httponly=True, samesite="lax")


def form_token(cookie: str) -> str:
    """Return the CSRF token of forms for `cookie`."""
    return secrets.digest(f"form {cookie}")


def genuine(form: Fields, cookie: str) -> bool:
    """Return, in constant time, whether the CSRF token of a form matches `cookie`."""
    sent = form.text("form_token")
    return bool(cookie) and hmac.compare_digest(sent.encode(), form_token(cookie).encode())
