"""Tokens that carry a sign-in from one request to the next, encrypted: no row is kept for them.

An attempt holds what was sent to the service; a verified account is what the service has proved.
Each is valid once: the digest of a spent one is stored until it expires.
"""

import base64
import binascii
import hashlib
import secrets
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from openmall.access.malls import spent_tokens
from openmall.commerce.personal.social.refusals import SIGN_IN_EXPIRED
from openmall.commerce.personal.social.services import Service
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.database.seal import MARK, Seal, SealBroken
from openmall.database.session import Session

ATTEMPT_SECONDS: Final = 600
"""Time limit of the sign-in at the service."""
_RANDOM_BYTES: Final = 24
_VERIFIER_BYTES: Final = 32
ACCOUNT_SECONDS: Final = 1_800
"""Time limit to join or to prove the password."""


class OpenAttempt(Struct, frozen=True, kw_only=True):
    """A sign-in that was begun."""

    shop_no: int
    social_name: str
    issuer: str
    state: str
    nonce: str
    verifier: str
    """The code verifier of PKCE (RFC 7636)."""
    redirect_uri: str
    expires_at: int
    member_id: str = ""
    """Whom the account is linked to; empty: it signs in."""
    session_id: str = ""


class VerifiedAccount(Struct, frozen=True, kw_only=True):
    """An account that its service has authenticated."""

    shop_no: int
    social_name: str
    service_name: str
    issuer: str
    subject: str
    """The service's id of the account, unique for the issuer."""
    email: str
    """Empty unless the service has verified it."""
    name: str
    expires_at: int


T = TypeVar("T", OpenAttempt, VerifiedAccount)


def open_attempt(
    service: Service,
    *,
    shop_no: int,
    redirect_uri: str,
    now: float,
    member_id: str = "",
    session_id: str = "",
) -> OpenAttempt:
    """Return a new attempt with its state, nonce and code verifier. `now`: UTC seconds."""
    return OpenAttempt(
        shop_no=shop_no,
        social_name=service.social_name,
        issuer=service.issuer,
        state=secrets.token_urlsafe(_RANDOM_BYTES),
        nonce=secrets.token_urlsafe(_RANDOM_BYTES),
        verifier=secrets.token_urlsafe(_VERIFIER_BYTES),
        redirect_uri=redirect_uri,
        expires_at=int(now) + ATTEMPT_SECONDS,
        member_id=member_id,
        session_id=session_id,
    )


def issue(call: Call, content: OpenAttempt | VerifiedAccount) -> str:
    """Return the token of an attempt or of an account."""
    sealed = call.seal.close(
        msgspec.json.encode(content).decode(), about=_about(call.mall.mall_id, type(content))
    )
    octets = base64.b64decode(sealed.removeprefix(MARK))
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def read(call: Call, kind: type[T], token: str, *, parameter: str) -> T:
    """Decrypt a token of the call's shop. Raises Invalid (422), also for an expired one."""
    content = decrypt(call.seal, kind, token, mall_id=call.mall.mall_id, now=call.clock.now())
    if content is None or content.shop_no != call.shop_no:
        raise expired(parameter)
    return content


def decrypt(seal: Seal, kind: type[T], token: str, *, mall_id: str, now: float) -> T | None:
    """Return what a token of a mall holds; None for one that is not genuine or has expired.

    `now`: of the mall's clock.
    """
    try:
        sealed = MARK + base64.b64encode(_octets(token)).decode()
        text = seal.open(sealed, about=_about(mall_id, kind))
    except (binascii.Error, ValueError, SealBroken):
        return None
    content = msgspec.json.decode(text, type=kind)
    return None if now >= content.expires_at else content


async def spend(call: Call, db: Session, token: str, expires_at: int, *, parameter: str) -> None:
    """Write that a token was used. Raises Invalid (422) for one that was used before."""
    # other texts of the same token decode to the same octets
    digest = hashlib.sha256(_octets(token)).hexdigest()
    if not await spent_tokens.spend(db, digest, expires_at=expires_at, now=int(call.clock.now())):
        raise expired(parameter)


def expired(parameter: str) -> Invalid:
    """Return the error for a token that is not genuine, was used or has expired."""
    return Invalid(SIGN_IN_EXPIRED, parameter=parameter)


def _octets(token: str) -> bytes:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))


def _about(mall_id: str, kind: type[Struct]) -> str:
    return f"{mall_id} social sign-in {kind.__name__}"
