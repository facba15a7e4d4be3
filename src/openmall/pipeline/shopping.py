"""Who shops: the session a storefront client sends along, as a header or as a cookie.

The header is for programs that keep the session themselves, the cookie for browsers. A page of
another site cannot make a shopper's browser act with that cookie: it is `SameSite=Lax`, and every
call needs the storefront's Basic credentials or `X-Platform-Client-Id` beside it, which no form can
send, and no script of another site without a CORS permission that is not given.
"""

from typing import Final

from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Unauthorized
from openmall.database.seal import Seal
from openmall.pipeline.request import Headers, Request
from openmall.shoppers import sessions

HEADER: Final = b"x-openmall-session"
COOKIE: Final = b"openmall_session"
_KEPT_BY_BROWSERS: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"


def who(
    request: Request, headers: Headers, seal: Seal, *, mall_id: str, now: float
) -> Shopper | None:
    """Return the shopper whose session a call shows; None when it shows none.

    The header wins over the cookie. Raises Unauthorized (401) for one that is broken, expired or
    of another mall, and then lets a browser forget it: what it sends by itself, nobody can mend.
    """
    session = request.headers.get(HEADER)
    if session is not None:
        return sessions.read(seal, mall_id, session, now=now)
    session = cookie(request, COOKIE)
    if session is None:
        return None
    try:
        return sessions.read(seal, mall_id, session, now=now)
    except Unauthorized:
        headers.append(_set_cookie("", 0))
        raise


def given(call: Call) -> Headers:
    """Return the headers that give the shopper of a call the session it made for them."""
    assert call.shopper is not None
    seconds = call.shopper.expires_at - call.shopper.issued_at
    return [
        (HEADER, call.session.encode()),
        _set_cookie(call.session, seconds),
        (b"cache-control", b"private, no-store"),
    ]


def _set_cookie(session: str, seconds: int) -> tuple[bytes, bytes]:
    cookie = f"{COOKIE.decode()}={session}; Max-Age={seconds}; {_KEPT_BY_BROWSERS}"
    return b"set-cookie", cookie.encode()


def cookie(request: Request, wanted: bytes) -> bytes | None:
    """Return what a browser has kept under a name."""
    for each in request.headers.get(b"cookie", b"").split(b";"):
        name, _, value = each.strip().partition(b"=")
        if name == wanted:
            return value
    return None
