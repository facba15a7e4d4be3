"""Shopper sessions: signed tokens that say who the shopper is.

    1.<claims>.<signature>

The first part is the version of the format. The claims are mall, shop, kind, name, and the times of
issue and expiry, and for a member the number of their sessions and the id of this one, as JSON in
base64url; the signature is the HMAC-SHA256 of all before it, with a
key derived from those of the installation (decision 8). After a key rotation the earlier keys still
verify sessions until they expire. Whether a member's session was ended before it expires, the
customers know (`commerce/customer/member_sessions.py`). A guest's session cannot be
ended: it only gives access to a cart that nobody else finds.

Specification: "Storefront API": a shopper may read their own information and fill a cart; how they
are known there is not shown.
"""

import base64
import binascii
import hmac
import secrets
from typing import Final, Literal

import msgspec
from msgspec.structs import astuple, replace

from openmall.access.refusals import SESSION_BROKEN, SESSION_EXPIRED, SESSION_OF_ANOTHER_SHOP
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Unauthorized
from openmall.database.seal import Seal

GUEST_DAYS: Final = 30
"""Days a guest's session is valid, and their cart is kept after its last change."""
LIFETIMES: Final[dict[Literal["guest", "member"], int]] = {
    "guest": GUEST_DAYS * 86_400,
    "member": 86_400,
}
"""Seconds a session is valid."""
_PURPOSE: Final = "shopper session 1"
_VERSION: Final = b"1"
_LETTERS: Final = 16
"""Random bytes of a guest's name, and of the id of a member's session."""


class _Claims(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    mall_id: str
    shop_no: int
    kind: Literal["guest", "member"]
    name: str
    issued_at: int
    expires_at: int
    session_no: int = 0
    session_id: str = ""


_OF_GUESTS: Final = 6
"""The first claims, which are all that a guest's session has."""
_CLAIMS: Final = msgspec.json.Decoder(_Claims)


def guest(shop_no: int, *, now: float) -> Shopper:
    """Return a new guest."""
    return _shopper(shop_no, "guest", secrets.token_urlsafe(_LETTERS), now)


def member(shop_no: int, member_id: str, *, now: float, session_no: int = 0) -> Shopper:
    """Return a member of a shop with a new session; the caller has authenticated them.

    `session_no`: the number that the customer's sessions have now.
    """
    shopper = _shopper(shop_no, "member", member_id, now)
    session_id = secrets.token_urlsafe(_LETTERS)
    return replace(shopper, session_no=session_no, session_id=session_id)


def _shopper(shop_no: int, kind: Literal["guest", "member"], name: str, now: float) -> Shopper:
    issued_at = int(now)
    expires_at = issued_at + LIFETIMES[kind]
    return Shopper(
        shop_no=shop_no, kind=kind, name=name, issued_at=issued_at, expires_at=expires_at
    )


def issue(seal: Seal, mall_id: str, shopper: Shopper) -> str:
    """Sign a session for a shopper of a mall."""
    claims = _Claims(
        mall_id,
        shopper.shop_no,
        shopper.kind,
        shopper.name,
        shopper.issued_at,
        shopper.expires_at,
        shopper.session_no,
        shopper.session_id,
    )
    values = astuple(claims)[: _OF_GUESTS if shopper.kind == "guest" else None]
    signed = _VERSION + b"." + _written(msgspec.json.encode(values))
    return (signed + b"." + _written(_signature(seal.keys_for(_PURPOSE)[0], signed))).decode()


def read(seal: Seal, mall_id: str, session: bytes, *, now: float) -> Shopper:
    """Verify a session and return its shopper. Raises Unauthorized (401).

    The shop is not checked: `require_shop` does, once the call's shop is known.
    """
    signed, _, signature = session.rpartition(b".")
    version, _, claims = signed.partition(b".")
    # every key is tried, for constant time
    authenticate = [
        hmac.compare_digest(_written(_signature(key, signed)), signature)
        for key in seal.keys_for(_PURPOSE)
    ]
    if version != _VERSION or not any(authenticate):
        raise Unauthorized(SESSION_BROKEN)
    try:
        decoded = _CLAIMS.decode(base64.urlsafe_b64decode(claims + b"=" * (-len(claims) % 4)))
    except (msgspec.MsgspecError, binascii.Error):
        raise Unauthorized(SESSION_BROKEN) from None
    if decoded.mall_id != mall_id:
        raise _of_another_shop()
    if now >= decoded.expires_at:
        raise Unauthorized(SESSION_EXPIRED)
    return Shopper(
        shop_no=decoded.shop_no,
        kind=decoded.kind,
        name=decoded.name,
        issued_at=decoded.issued_at,
        expires_at=decoded.expires_at,
        session_no=decoded.session_no,
        session_id=decoded.session_id,
    )


def require_shop(shopper: Shopper, shop_no: int) -> None:
    """Raise Unauthorized (401) for the shopper of another shop of the mall."""
    if shopper.shop_no != shop_no:
        raise _of_another_shop()


def greet(call: Call) -> Shopper:
    """Return the shopper of a call; without a session it creates a guest, and sends their session.

    In the second half of its lifetime a guest's session is renewed.
    """
    now = call.clock.now()
    shopper = call.shopper
    if shopper is None:
        shopper = guest(call.shop_no, now=now)
    elif shopper.kind == "guest" and 2 * now > shopper.issued_at + shopper.expires_at:
        shopper = _shopper(call.shop_no, "guest", shopper.name, now)
    else:
        return shopper
    call.sign_in(shopper, issue(call.seal, call.mall.mall_id, shopper))
    return shopper


def _signature(key: bytes, signed: bytes) -> bytes:
    return hmac.digest(key, signed, "sha256")


def _written(octets: bytes) -> bytes:
    return base64.urlsafe_b64encode(octets).rstrip(b"=")


def _of_another_shop() -> Unauthorized:
    return Unauthorized(SESSION_OF_ANOTHER_SHOP)
