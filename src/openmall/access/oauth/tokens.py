"""Access and refresh tokens: issued as pairs, refreshed once, revoked together.

Specification: "States and transitions"; "Authentication" steps 3-5.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, insert, or_, select, update

from openmall.access.malls import due_malls
from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.access.oauth import secrets
from openmall.access.oauth.tables import INSTALLATION, TOKEN
from openmall.contract import scopes as scope_names
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement

ACCESS_SECONDS: Final = 2 * 3600
REFRESH_SECONDS: Final = 14 * 24 * 3600

_ADD: Final = Statement(insert(TOKEN).values({c.name: bindparam(c.name) for c in TOKEN.c}))
SWEEP_SECONDS: Final = 3600.0
"""Seconds between two searches for expired pairs."""

_DELETE_EXPIRED: Final = Statement(
    delete(TOKEN).where(
        TOKEN.c.mall_id == bindparam("mall_id"), TOKEN.c.refresh_expires_at < bindparam("before")
    )
)
_MALLS_WITH_EXPIRED: Final = malls_with(TOKEN, TOKEN.c.refresh_expires_at < OWN_NOW)
_GRANT: Final = (
    TOKEN.c.client_id,
    TOKEN.c.user_id,
    TOKEN.c.user_type,
    TOKEN.c.shop_no,
    TOKEN.c.scopes,
    TOKEN.c.family,
    TOKEN.c.resources,
)
_PAIR: Final = (
    *_GRANT,
    TOKEN.c.access_hash,
    TOKEN.c.refresh_hash,
    TOKEN.c.previous_hash,
    TOKEN.c.refresh_expires_at,
    TOKEN.c.refreshed_at,
    TOKEN.c.revoked_at,
)
_OF_REFRESH: Final = Statement(
    select(*_PAIR).where(
        TOKEN.c.mall_id == bindparam("mall_id"), TOKEN.c.refresh_hash == bindparam("token_hash")
    )
)
_FIND_BY_EITHER: Final = Statement(
    select(*_PAIR).where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        or_(
            TOKEN.c.access_hash == bindparam("token_hash"),
            TOKEN.c.refresh_hash == bindparam("token_hash"),
        ),
    )
)
_USE_REFRESH: Final = Statement(
    update(TOKEN)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.refresh_hash == bindparam("token_hash"),
        TOKEN.c.client_id == bindparam("client"),
        TOKEN.c.refreshed_at.is_(None),
        TOKEN.c.revoked_at.is_(None),
        TOKEN.c.refresh_expires_at > bindparam("now"),
        exists().where(
            INSTALLATION.c.mall_id == bindparam("mall_id"),
            INSTALLATION.c.client_id == bindparam("client"),
            INSTALLATION.c.deleted_at.is_(None),
        ),
    )
    .values(refreshed_at=bindparam("now"))
    .returning(*_GRANT)
)
_LOCK_PAIR: Final = Statement(
    select(*_PAIR)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.refresh_hash == bindparam("token_hash"),
    )
    .with_for_update()
)
_SUCCESSORS: Final = Statement(
    select(*_PAIR).where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.family == bindparam("family"),
        TOKEN.c.previous_hash == bindparam("previous_hash"),
    )
)
_REVOKED: Final = Statement(
    select(TOKEN.c.revoked_at).where(
        TOKEN.c.mall_id == bindparam("mall_id"), TOKEN.c.access_hash == bindparam("access_hash")
    )
)
_REVOKE_PAIR: Final = Statement(
    update(TOKEN)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.access_hash == bindparam("access_hash"),
        TOKEN.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("revoked_at"))
)
_LOCK_FAMILY: Final = Statement(
    select(TOKEN.c.access_hash)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.family == bindparam("family"),
        TOKEN.c.revoked_at.is_(None),
    )
    .order_by(TOKEN.c.access_hash)
    .with_for_update()
)
_REVOKE_FAMILY: Final = Statement(
    update(TOKEN)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.family == bindparam("family"),
        TOKEN.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("revoked_at"))
)
_REVOKE_OF_APP: Final = Statement(
    update(TOKEN)
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.client_id == bindparam("client_id"),
        TOKEN.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("revoked_at"))
)


class Grant(Struct, frozen=True):
    """An authorization: app, user, shop and granted scopes."""

    client_id: str
    user_id: str
    user_type: str
    shop_no: int
    scopes: list[str]
    family: str
    resources: list[str] = []
    """Names of the APIs it is for (`resources.py`); empty: all."""


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


class Pair(Struct, frozen=True):
    """An access token and its refresh token as they were issued."""

    grant: Grant
    access_hash: str
    refresh_hash: str
    previous_hash: str
    """The refresh token exchanged for the pair; empty for the first one."""
    refresh_expires_at: int
    refreshed_at: int | None
    revoked_at: int | None


async def issue(
    db: Session,
    clock: Clock,
    grant: Grant,
    *,
    audience: Sequence[str] | None = None,
    previous_hash: str = "",
) -> TokenAnswer:
    """Issue an access token with its refresh token in the session's mall.

    `audience`: names of the APIs that accept the access token; None: those of the grant.
    `previous_hash`: of the refresh token that is exchanged for the pair.
    """
    now = int(clock.now())
    scopes = scope_names.named_fully(grant.scopes)
    access, refresh = secrets.generate(), secrets.generate()
    await db.run(
        _ADD,
        access_hash=secrets.digest(access),
        refresh_hash=secrets.digest(refresh),
        family=grant.family,
        client_id=grant.client_id,
        user_id=grant.user_id,
        user_type=grant.user_type,
        shop_no=grant.shop_no,
        scopes=" ".join(scopes),
        issued_at=now,
        expires_at=now + ACCESS_SECONDS,
        refresh_expires_at=now + REFRESH_SECONDS,
        refreshed_at=None,
        revoked_at=None,
        previous_hash=previous_hash,
        resources=" ".join(grant.resources),
        audience=" ".join(grant.resources if audience is None else audience),
    )
    return TokenAnswer(
        access_token=access,
        expires_at=_wall_clock(now + ACCESS_SECONDS),
        refresh_token=refresh,
        refresh_token_expires_at=_wall_clock(now + REFRESH_SECONDS),
        client_id=grant.client_id,
        mall_id=db.mall_id,
        user_id=grant.user_id,
        scopes=scopes,
        issued_at=_wall_clock(now),
        shop_no=str(grant.shop_no),
        token_type="Bearer",  # noqa: S106 # a kind of token, not one
        expires_in=ACCESS_SECONDS,
    )


async def of_refresh_token(db: Session, refresh_token: str) -> Pair | None:
    """Return the pair a refresh token of the session's mall belongs to, or None."""
    return await find(db, secrets.digest(refresh_token))


async def of_either_token(db: Session, token: str) -> Pair | None:
    """Return the pair an access or refresh token of the session's mall belongs to, or None."""
    return _pair(await db.one(_FIND_BY_EITHER, token_hash=secrets.digest(token)))


def _pair(row: Row | None) -> Pair | None:
    if row is None:
        return None
    return Pair(grant_of(row[: len(_GRANT)]), *row[len(_GRANT) :])


def grant_of(row: Row) -> Grant:
    """Return the grant of its seven columns, in the order of its fields."""
    client_id, user_id, user_type, shop_no, scopes, family, resources = row
    return Grant(client_id, user_id, user_type, shop_no, scopes.split(), family, resources.split())


async def find(db: Session, refresh_hash: str) -> Pair | None:
    """Return the pair of a refresh token by its hash, or None."""
    return _pair(await db.one(_OF_REFRESH, token_hash=refresh_hash))


async def lock(db: Session, refresh_hash: str) -> Pair | None:
    """Return the pair of a refresh token by its hash, locked until the transaction ends."""
    return _pair(await db.one(_LOCK_PAIR, token_hash=refresh_hash))


async def successors(db: Session, family: str, refresh_hash: str) -> list[Pair]:
    """Return the pairs that a refresh token of a family was exchanged for."""
    rows = await db.all(_SUCCESSORS, family=family, previous_hash=refresh_hash)
    return [Pair(grant_of(row[: len(_GRANT)]), *row[len(_GRANT) :]) for row in rows]


async def use_refresh_token(
    db: Session, clock: Clock, client_id: str, refresh_token: str
) -> Grant | None:
    """Mark a refresh token as used and return its grant, or None when the client may not use it.

    It may unless the token was used, was revoked or has expired, or the app is not installed. Of
    concurrent uses, one is the first. The access token stays valid until it expires, so that calls
    in progress do not fail.
    """
    row = await db.one(
        _USE_REFRESH,
        token_hash=secrets.digest(refresh_token),
        client=client_id,
        now=int(clock.now()),
    )
    return None if row is None else grant_of(row)


async def delete_expired(database: Database, clocks: Clocks) -> int:
    """Delete the expired pairs of all malls; return their number."""

    async def delete_all(mall_id: str) -> int:
        async with database.writing(mall_id) as db:
            return await db.run(_DELETE_EXPIRED, before=int(clocks.of(mall_id).now()))

    return await due_malls.visit(database, clocks, [_MALLS_WITH_EXPIRED], delete_all)


async def is_revoked(db: Session, access_hash: str) -> bool:
    """Return whether an access token of the session's mall was revoked."""
    row = await db.one(_REVOKED, access_hash=access_hash)
    return row is not None and row[0] is not None


async def revoke_pair(db: Session, clock: Clock, pair: Pair) -> None:
    """Revoke an access token together with its refresh token."""
    await db.run(_REVOKE_PAIR, access_hash=pair.access_hash, revoked_at=int(clock.now()))


async def revoke_family(db: Session, clock: Clock, family: str) -> bool:
    """Revoke every token that came from one authorization code; return whether any was valid."""
    found = False
    # Repeated until none remains: a concurrent refresh may have added a pair, which a statement
    # begun before its commit does not see on PostgreSQL. Locked in order, to avoid deadlocks.
    while await db.all(_LOCK_FAMILY, family=family):
        found = True
        await db.run(_REVOKE_FAMILY, family=family, revoked_at=int(clock.now()))
    return found


async def revoke_of_app(db: Session, clock: Clock, client_id: str) -> None:
    """Revoke every token of an app in the session's mall."""
    await db.run(_REVOKE_OF_APP, client_id=client_id, revoked_at=int(clock.now()))


def _wall_clock(seconds: int) -> str:
    return moment(seconds).strftime("%Y-%m-%dT%H:%M:%S.000")
