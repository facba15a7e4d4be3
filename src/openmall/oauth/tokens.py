"""Access and refresh tokens: issued as pairs, refreshed once, revoked together.

Specification: "States and transitions"; "Authentication" steps 3-5.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, insert

from openmall.contract.moments import Clock, moment
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.oauth import secrets
from openmall.oauth.tables import TOKEN

ACCESS_SECONDS: Final = 2 * 3600
REFRESH_SECONDS: Final = 14 * 24 * 3600

_ADD: Final = Statement(insert(TOKEN).values({c.name: bindparam(c.name) for c in TOKEN.c}))


class Grant(Struct, frozen=True):
    """What somebody allowed an app: whose tokens of it may do what."""

    client_id: str
    user_id: str
    user_type: str
    shop_no: int
    scopes: list[str]
    family: str


class TokenAnswer(Struct, frozen=True):
    """The token object, field for field as the specification gives it, and `expires_in`.

    Timestamps are wall clock time at +09:00, with milliseconds and without offset.
    """

    access_token: str
    expires_at: str
    refresh_token: str
    refresh_token_expires_at: str
    client_id: str
    mall_id: str
    user_id: str
    scopes: list[str]
    issued_at: str
    shop_no: str
    token_type: str
    expires_in: int


async def issue(db: Session, clock: Clock, grant: Grant) -> TokenAnswer:
    """Issue an access token with its refresh token in the session's mall."""
    now = int(clock.now())
    access, refresh = secrets.draw(), secrets.draw()
    await db.run(
        _ADD,
        access_hash=secrets.digest(access),
        refresh_hash=secrets.digest(refresh),
        family=grant.family,
        client_id=grant.client_id,
        user_id=grant.user_id,
        user_type=grant.user_type,
        shop_no=grant.shop_no,
        scopes=" ".join(grant.scopes),
        issued_at=now,
        expires_at=now + ACCESS_SECONDS,
        refresh_expires_at=now + REFRESH_SECONDS,
        refreshed_at=None,
        revoked_at=None,
    )
    return TokenAnswer(
        access_token=access,
        expires_at=_wall_clock(now + ACCESS_SECONDS),
        refresh_token=refresh,
        refresh_token_expires_at=_wall_clock(now + REFRESH_SECONDS),
        client_id=grant.client_id,
        mall_id=db.mall_id,
        user_id=grant.user_id,
        scopes=grant.scopes,
        issued_at=_wall_clock(now),
        shop_no=str(grant.shop_no),
        token_type="Bearer",
        expires_in=ACCESS_SECONDS,
    )


def _wall_clock(seconds: int) -> str:
    return moment(seconds).strftime("%Y-%m-%dT%H:%M:%S.000")
