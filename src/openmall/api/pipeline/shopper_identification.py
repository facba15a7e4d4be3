"""Reads and sends shopper sessions, as a header or as a cookie.

The header is for programs that store the session themselves, the cookie for browsers. Cross-site
requests cannot use the cookie: it is `SameSite=Lax`, and every call also needs the storefront's
Basic credentials or `X-Platform-Client-Id`, which a form cannot send, nor a script of another site
whose origin no app allows. A script of an allowed origin sends the header: calls with cookies are
not permitted (`cross_origin.py`).
"""

from typing import Final

from openmall.access import shopper_sessions
from openmall.api.pipeline.refusals import SHOPPER_SESSION_ENDED
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Unauthorized
from openmall.database.seal import Seal
from openmall.http.cookies import cookie
from openmall.http.request import Headers, Request

HEADER: Final = b"x-openmall-session"
COOKIE: Final = b"openmall_session"
_COOKIE_ATTRIBUTES: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"


def read_shopper(
    request: Request, headers: Headers, seal: Seal, *, mall_id: str, now: float
) -> Shopper | None:
    """Return the shopper of the session a call sends; None without a session.

    The header wins over the cookie. Raises Unauthorized (401) for a session that is broken, expired
    or of another mall; an invalid cookie is deleted, as a shopper cannot correct it.
    """
    session = request.headers.get(HEADER)
    if session is not None:
        return shopper_sessions.read(seal, mall_id, session, now=now)
    session = cookie(request, COOKIE)
    if session is None:
        return None
    try:
        return shopper_sessions.read(seal, mall_id, session, now=now)
    except Unauthorized:
        headers.append(_set_cookie("", 0))
        raise


async def require_valid(
    shopper: Shopper | None,
    request: Request,
    headers: Headers,
    sessions: MemberSessions,
    mall_id: str,
) -> None:
    """Raise Unauthorized (401) for a member whose session was ended; its cookie is deleted."""
    if shopper is None or await sessions.valid(mall_id, shopper):
        return
    if HEADER not in request.headers:
        headers.append(_set_cookie("", 0))
    raise Unauthorized(SHOPPER_SESSION_ENDED)


def session_headers(call: Call) -> Headers:
    """Return the response headers with the new session of a call's shopper."""
    assert call.shopper is not None
    seconds = call.shopper.expires_at - call.shopper.issued_at
    return [
        (HEADER, call.effects.session.encode()),
        _set_cookie(call.effects.session, seconds),
        (b"cache-control", b"private, no-store"),
    ]


def _set_cookie(session: str, seconds: int) -> tuple[bytes, bytes]:
    cookie = f"{COOKIE.decode()}={session}; Max-Age={seconds}; {_COOKIE_ATTRIBUTES}"
    return b"set-cookie", cookie.encode()
