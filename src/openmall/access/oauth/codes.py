"""Authorization codes: valid for a minute, used once.

Specification: "States and transitions"; "Authentication" steps 1-2.
"""

import base64
import hashlib
import hmac
import re
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.oauth import secrets
from openmall.access.oauth.tables import CODE
from openmall.access.oauth.tokens import REFRESH_SECONDS, Grant, grant_of
from openmall.contract.moments import Clock
from openmall.database.session import Session
from openmall.database.statements import Statement

SECONDS: Final = 60
CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""The form of a PKCE S256 challenge (RFC 7636 4.2)."""
_VERIFIER: Final = re.compile(r"[A-Za-z0-9._~-]{43,128}")

_ADD: Final = Statement(insert(CODE).values({c.name: bindparam(c.name) for c in CODE.c}))
_FIND: Final = Statement(
    select(
        CODE.c.client_id,
        CODE.c.user_id,
        CODE.c.user_type,
        CODE.c.shop_no,
        CODE.c.scopes,
        CODE.c.family,
        CODE.c.resources,
        CODE.c.redirect_uri,
        CODE.c.challenge,
        CODE.c.expires_at,
        CODE.c.used_at,
    ).where(CODE.c.mall_id == bindparam("mall_id"), CODE.c.code_hash == bindparam("code_hash"))
)
_USE: Final = Statement(
    update(CODE)
    .where(
        CODE.c.mall_id == bindparam("mall_id"),
        CODE.c.code_hash == bindparam("code_hash"),
        CODE.c.used_at.is_(None),
    )
    .values(used_at=bindparam("used_at"))
)
_DELETE_EXPIRED: Final = Statement(
    delete(CODE).where(
        CODE.c.mall_id == bindparam("mall_id"), CODE.c.expires_at < bindparam("before")
    )
)
_DELETE_OF_APP: Final = Statement(
    delete(CODE).where(
        CODE.c.mall_id == bindparam("mall_id"), CODE.c.client_id == bindparam("client_id")
    )
)


class Code(Struct, frozen=True):
    """An issued authorization code."""

    grant: Grant
    redirect_uri: str
    challenge: str
    expires_at: int
    used_at: int | None


async def issue(
    db: Session, clock: Clock, grant: Grant, *, redirect_uri: str, challenge: str
) -> str:
    """Issue a code for `grant` in the session's mall."""
    now = int(clock.now())
    # used codes are kept as long as their tokens may live, to detect a replay
    await db.run(_DELETE_EXPIRED, before=now - REFRESH_SECONDS)
    code = secrets.generate()
    await db.run(
        _ADD,
        code_hash=secrets.digest(code),
        client_id=grant.client_id,
        user_id=grant.user_id,
        user_type=grant.user_type,
        shop_no=grant.shop_no,
        redirect_uri=redirect_uri,
        scopes=" ".join(grant.scopes),
        challenge=challenge,
        family=grant.family,
        expires_at=now + SECONDS,
        used_at=None,
        resources=" ".join(grant.resources),
    )
    return code


async def find(db: Session, code: str) -> Code | None:
    """Return a code of the session's mall, or None."""
    row = await db.one(_FIND, code_hash=secrets.digest(code))
    if row is None:
        return None
    return Code(grant_of(row[:7]), *row[7:])


async def use(db: Session, clock: Clock, code: str) -> bool:
    """Mark a code as used; return whether this was the first use. Of concurrent uses, one is."""
    used_at = int(clock.now())
    return bool(await db.run(_USE, code_hash=secrets.digest(code), used_at=used_at))


async def forget_of_app(db: Session, client_id: str) -> None:
    """Delete every code of an app in the session's mall."""
    await db.run(_DELETE_OF_APP, client_id=client_id)


def proves(verifier: str, challenge: str) -> bool:
    """Return whether a PKCE verifier matches an S256 challenge; without one both are empty."""
    if not challenge or not verifier:
        return challenge == verifier
    if not _VERIFIER.fullmatch(verifier):
        return False
    hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(hashed, challenge.encode())
