"""Confirmations of changes that apps request through MCP: signed, short-lived, used once.

A confirmation is bound to the mall, the app, its user, the operation and the exact arguments. It is
not stored until it is used, so that asking for one costs nothing.
"""

import hashlib
import hmac
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete

from openmall.access.agents import signatures
from openmall.access.agents.tables import CONFIRMED
from openmall.access.oauth import secrets
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.statements import Statement

SECONDS: Final = 300
"""For which a confirmation is valid."""
LONGEST: Final = 400
_PURPOSE: Final = "agent confirmation 1"

_USE: Final = Statement(
    lambda insert: (
        insert(CONFIRMED)
        .values({c.name: bindparam(c.name) for c in CONFIRMED.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "confirmation_hash"])
    )
)
_DELETE_EXPIRED: Final = Statement(
    delete(CONFIRMED).where(
        CONFIRMED.c.mall_id == bindparam("mall_id"), CONFIRMED.c.expires_at <= bindparam("now")
    )
)


class Change(Struct, frozen=True, array_like=True):
    """What is to be confirmed, and for whom."""

    mall_id: str
    client_id: str
    user_id: str
    operation: str
    arguments: str
    """JSON with sorted names."""


class _Claims(Struct, frozen=True, array_like=True):
    digest: str
    expires_at: int
    nonce: str


_DECODER: Final = msgspec.json.Decoder(_Claims)


def issue(seal: Seal, change: Change, *, now: int) -> str:
    """Return a confirmation of a change, valid for `SECONDS`."""
    claims = _Claims(_digest(change), now + SECONDS, secrets.generate())
    return signatures.sign(seal, _PURPOSE, msgspec.json.encode(claims))


async def use(db: Session, seal: Seal, change: Change, confirmation: str, *, now: int) -> bool:
    """Use a confirmation; return whether it was of this change, valid, and not used before."""
    if len(confirmation) > LONGEST:
        return False
    content = signatures.verify(seal, _PURPOSE, confirmation)
    if content is None:
        return False
    claims = _DECODER.decode(content)
    if not hmac.compare_digest(claims.digest, _digest(change)) or now >= claims.expires_at:
        return False
    await db.run(_DELETE_EXPIRED, now=now)
    # of the claims: several texts decode to the same octets
    hashed = secrets.digest(claims.nonce)
    return bool(await db.run(_USE, confirmation_hash=hashed, expires_at=claims.expires_at))


def _digest(change: Change) -> str:
    return hashlib.sha256(msgspec.json.encode(change)).hexdigest()
