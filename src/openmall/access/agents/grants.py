"""What members allowed agents: consents, authorization codes and tokens.

RFC 6749, RFC 7636. A refused grant is returned as a Refusal, not raised, so that the revocation
that a replay causes is committed.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, delete, insert, select, update

from openmall.access.agents.tables import GRANT
from openmall.access.oauth import codes, secrets
from openmall.database.session import Session
from openmall.database.statements import Statement

CODE_SECONDS: Final = 60
ACCESS_SECONDS: Final = 3_600
REFRESH_SECONDS: Final = 30 * 86_400
MOST: Final = 50
"""Grants that a member has at a time; a further one replaces the oldest."""
_LENGTH: Final = 32
"""Characters of a code or token, almost 6 random bits each."""

_ADD: Final = Statement(insert(GRANT).values({c.name: bindparam(c.name) for c in GRANT.c}))
_OF_MEMBER: Final = Statement(
    select(
        GRANT.c.grant_id,
        GRANT.c.client_name,
        GRANT.c.created_at,
        GRANT.c.redirect_uri,
        GRANT.c.session_no,
    )
    .where(
        GRANT.c.mall_id == bindparam("mall_id"),
        GRANT.c.member_id == bindparam("member_id"),
        GRANT.c.refresh_expires_at > bindparam("now"),
    )
    .order_by(GRANT.c.created_at.desc(), GRANT.c.grant_id)
)
_FOUND: Final = (
    GRANT.c.grant_id,
    GRANT.c.member_id,
    GRANT.c.shop_no,
    GRANT.c.session_no,
    GRANT.c.client_name,
    GRANT.c.access_expires_at,
)
_BY_ACCESS: Final = Statement(
    select(*_FOUND).where(
        GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.access_hash == bindparam("access_hash")
    )
)
_BY_CODE: Final = Statement(
    select(
        GRANT.c.grant_id,
        GRANT.c.client_hash,
        GRANT.c.redirect_uri,
        GRANT.c.challenge,
        GRANT.c.code_expires_at,
        GRANT.c.code_used_at,
    ).where(GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.code_hash == bindparam("code_hash"))
)
_BY_REFRESH: Final = Statement(
    select(GRANT.c.grant_id, GRANT.c.client_hash, GRANT.c.refresh_expires_at).where(
        GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.refresh_hash == bindparam("refresh_hash")
    )
)
_BY_PREVIOUS: Final = Statement(
    select(GRANT.c.grant_id, GRANT.c.client_hash).where(
        GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.previous_hash == bindparam("refresh_hash")
    )
)
_TOKENS: Final[dict[str, BindParameter[int | str]]] = {
    "access_hash": bindparam("access_hash"),
    "access_expires_at": bindparam("access_expires_at"),
    "refresh_hash": bindparam("new_hash"),
    "previous_hash": bindparam("old_hash"),
    "refresh_expires_at": bindparam("refresh_expires_at"),
}
_USE_CODE: Final = Statement(
    update(GRANT)
    .where(
        GRANT.c.mall_id == bindparam("mall_id"),
        GRANT.c.grant_id == bindparam("this"),
        GRANT.c.code_used_at.is_(None),
    )
    .values(code_used_at=bindparam("now"), **_TOKENS)
)
_USE_REFRESH: Final = Statement(
    update(GRANT)
    .where(
        GRANT.c.mall_id == bindparam("mall_id"),
        GRANT.c.grant_id == bindparam("this"),
        GRANT.c.refresh_hash == bindparam("old_hash"),
    )
    .values(_TOKENS)
)
_REVOKE: Final = Statement(
    delete(GRANT).where(
        GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.grant_id == bindparam("this")
    )
)
_REVOKE_OF_MEMBER: Final = Statement(
    delete(GRANT).where(
        GRANT.c.mall_id == bindparam("mall_id"),
        GRANT.c.grant_id == bindparam("this"),
        GRANT.c.member_id == bindparam("member_id"),
    )
)
_DELETE_EXPIRED: Final = Statement(
    delete(GRANT).where(
        GRANT.c.mall_id == bindparam("mall_id"), GRANT.c.refresh_expires_at <= bindparam("now")
    )
)


class Consent(Struct, frozen=True, kw_only=True):
    """What a member allows: everything that an agent needs to be given a code."""

    member_id: str
    shop_no: int
    session_no: int
    client_id: str
    client_name: str
    redirect_uri: str
    challenge: str


class Grant(Struct, frozen=True):
    """The grant of an access token."""

    grant_id: str
    member_id: str
    shop_no: int
    session_no: int
    client_name: str
    expires_at: int
    """UTC second at which the access token expires."""


class ListedGrant(Struct, frozen=True):
    """A grant as its member sees it."""

    grant_id: str
    client_name: str
    created_at: int
    redirect_uri: str
    session_no: int


class Refusal(Struct, frozen=True):
    """Why no token was issued; always `invalid_grant`."""

    description: str


class Tokens(Struct, frozen=True):
    """Answer of the token endpoint."""

    access_token: str
    refresh_token: str
    token_type: str = "Bearer"  # noqa: S105 # a type, not a secret
    expires_in: int = ACCESS_SECONDS
    scope: str = "shopper"


async def give_code(db: Session, consent: Consent, *, now: int) -> str:
    """Store a consent, and return its authorization code."""
    await db.run(_DELETE_EXPIRED, now=now)
    given = await of_member(db, consent.member_id, now=now)
    for each in given[MOST - 1 :]:
        await db.run(_REVOKE, this=each.grant_id)
    code = secrets.generate(_LENGTH)
    await db.run(
        _ADD,
        grant_id=secrets.generate(),
        member_id=consent.member_id,
        shop_no=consent.shop_no,
        session_no=consent.session_no,
        client_hash=secrets.digest(consent.client_id),
        client_name=consent.client_name,
        redirect_uri=consent.redirect_uri,
        challenge=consent.challenge,
        code_hash=secrets.digest(code),
        code_expires_at=now + CODE_SECONDS,
        code_used_at=None,
        access_hash="",
        access_expires_at=0,
        refresh_hash="",
        previous_hash="",
        refresh_expires_at=now + CODE_SECONDS,
        created_at=now,
    )
    return code


async def exchange(
    db: Session, *, code: str, client_id: str, redirect_uri: str, verifier: str, now: int
) -> Tokens | Refusal:
    """Exchange an authorization code for tokens; a second use revokes them (RFC 6749 4.1.2)."""
    row = await db.one(_BY_CODE, code_hash=secrets.digest(code))
    if row is None:
        return Refusal("invalid code")
    grant_id, client_hash, granted_uri, challenge, expires_at, used_at = row
    if not secrets.matches(client_id, client_hash):
        return Refusal("invalid code")
    if used_at is not None:
        await db.run(_REVOKE, this=grant_id)
        return Refusal("code already used")
    if now >= expires_at:
        return Refusal("code time expired")
    if redirect_uri != granted_uri:
        return Refusal("redirect_uri is not the one the code was given to")
    if not codes.proves(verifier, challenge):
        return Refusal("invalid code_verifier")
    return await _issue(db, _USE_CODE, grant_id, old_hash="", now=now)


async def refresh(db: Session, *, refresh_token: str, client_id: str, now: int) -> Tokens | Refusal:
    """Exchange a refresh token for new tokens; a used one revokes the grant."""
    hashed = secrets.digest(refresh_token)
    row = await db.one(_BY_REFRESH, refresh_hash=hashed)
    if row is None:
        used = await db.one(_BY_PREVIOUS, refresh_hash=hashed)
        if used is not None and secrets.matches(client_id, used[1]):
            await db.run(_REVOKE, this=used[0])
        return Refusal("invalid refresh_token")
    grant_id, client_hash, expires_at = row
    if not secrets.matches(client_id, client_hash):
        return Refusal("invalid refresh_token")
    if now >= expires_at:
        return Refusal("refresh_token time expired")
    return await _issue(db, _USE_REFRESH, grant_id, old_hash=hashed, now=now)


async def find(db: Session, access_token: str) -> Grant | None:
    """Return the grant of an access token, expired or not; None for an unknown one."""
    row = await db.one(_BY_ACCESS, access_hash=secrets.digest(access_token))
    return None if row is None else Grant(*row)


async def of_member(db: Session, member_id: str, *, now: int) -> list[ListedGrant]:
    """Return the grants of a member, the newest first."""
    return [ListedGrant(*row) for row in await db.all(_OF_MEMBER, member_id=member_id, now=now)]


async def revoke(db: Session, member_id: str, grant_id: str) -> bool:
    """Revoke a grant of a member; return whether there was one."""
    return bool(await db.run(_REVOKE_OF_MEMBER, this=grant_id, member_id=member_id))


async def revoke_token(db: Session, token: str, client_id: str) -> None:
    """Revoke the grant of an access or refresh token of this client (RFC 7009)."""
    hashed = secrets.digest(token)
    row = await db.one(_BY_REFRESH, refresh_hash=hashed)
    if row is not None:
        if secrets.matches(client_id, row[1]):
            await db.run(_REVOKE, this=row[0])
        return
    grant = await find(db, token)
    if grant is not None:
        await db.run(_REVOKE, this=grant.grant_id)


async def _issue(
    db: Session, statement: Statement, grant_id: str, *, old_hash: str, now: int
) -> Tokens | Refusal:
    tokens = Tokens(secrets.generate(_LENGTH), secrets.generate(_LENGTH))
    values = {"now": now} if statement is _USE_CODE else {}
    changed = await db.run(
        statement,
        this=grant_id,
        access_hash=secrets.digest(tokens.access_token),
        access_expires_at=now + ACCESS_SECONDS,
        new_hash=secrets.digest(tokens.refresh_token),
        old_hash=old_hash,
        refresh_expires_at=now + REFRESH_SECONDS,
        **values,
    )
    # of concurrent uses, one succeeds
    return tokens if changed else Refusal("already used")
