"""Browser sessions of managers, and the authorization request pending in each."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from openmall.access.malls.rules import Manager
from openmall.access.malls.tables import MANAGER
from openmall.access.oauth import secrets
from openmall.access.oauth.tables import REQUEST, SESSION
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

SECONDS: Final = 12 * 3600
REQUEST_SECONDS: Final = 10 * 60

_ADD: Final = Statement(insert(SESSION).values({c.name: bindparam(c.name) for c in SESSION.c}))
_FIND: Final = Statement(
    select(
        SESSION.c.user_id,
        MANAGER.c.name,
        MANAGER.c.manager_type,
        SESSION.c.session_hash,
        SESSION.c.expires_at,
        SESSION.c.password_digest,
        MANAGER.c.password_hash,
    )
    .join(
        MANAGER,
        (MANAGER.c.mall_id == SESSION.c.mall_id) & (MANAGER.c.user_id == SESSION.c.user_id),
    )
    .where(
        SESSION.c.mall_id == bindparam("mall_id"),
        SESSION.c.session_hash == bindparam("session_hash"),
    )
)
_END: Final = Statement(
    delete(SESSION).where(
        SESSION.c.mall_id == bindparam("mall_id"),
        SESSION.c.session_hash == bindparam("session_hash"),
    )
)
_DELETE_EXPIRED: Final = Statement(
    delete(SESSION).where(
        SESSION.c.mall_id == bindparam("mall_id"), SESSION.c.expires_at <= bindparam("now")
    )
)
_ADD_REQUEST: Final = Statement(
    insert(REQUEST).values({c.name: bindparam(c.name) for c in REQUEST.c})
)
_FIND_REQUEST: Final = Statement(
    select(
        REQUEST.c.client_id,
        REQUEST.c.redirect_uri,
        REQUEST.c.scopes,
        REQUEST.c.state,
        REQUEST.c.challenge,
        REQUEST.c.resources,
    ).where(
        REQUEST.c.mall_id == bindparam("mall_id"),
        REQUEST.c.request_hash == bindparam("request_hash"),
        REQUEST.c.session_hash == bindparam("session_hash"),
        REQUEST.c.expires_at > bindparam("now"),
    )
)
_ANSWER: Final = Statement(
    delete(REQUEST).where(
        REQUEST.c.mall_id == bindparam("mall_id"),
        REQUEST.c.request_hash == bindparam("request_hash"),
    )
)
_DELETE_EXPIRED_REQUESTS: Final = Statement(
    delete(REQUEST).where(
        REQUEST.c.mall_id == bindparam("mall_id"), REQUEST.c.expires_at <= bindparam("now")
    )
)


class SignedIn(Struct, frozen=True):
    """A signed-in manager."""

    user_id: str
    name: str
    manager_type: str
    session_hash: str

    @property
    def may_grant(self) -> bool:
        """Return whether they may authorize apps; suppliers, limited to their goods, may not."""
        return self.manager_type != "S"


class Pending(Struct, frozen=True):
    """An authorization request, as shown on the consent page."""

    client_id: str
    redirect_uri: str
    scopes: list[str]
    state: str | None
    challenge: str
    resources: list[str]
    """Names of the APIs it is for; empty: all."""


async def begin(db: Session, clock: Clock, manager: Manager, *, instead_of: str) -> str:
    """Create a session for a manager, and end the browser's earlier one.

    Return the session id; only its hash is stored.
    """
    now = int(clock.now())
    await db.run(_DELETE_EXPIRED, now=now)
    await db.run(_END, session_hash=secrets.digest(instead_of))
    session = secrets.generate(32)
    await db.run(
        _ADD,
        session_hash=secrets.digest(session),
        user_id=manager.user_id,
        password_digest=secrets.digest(manager.password_hash),
        expires_at=now + SECONDS,
    )
    return session


async def find(db: Session, clock: Clock, session: str) -> SignedIn | None:
    """Return the manager of a session id in the session's mall, or None.

    A session ends after 12 hours and when the password is replaced.
    """
    row = await db.one(_FIND, session_hash=secrets.digest(session))
    if row is None or clock.now() >= row[4] or secrets.digest(row[6]) != row[5]:
        return None
    return SignedIn(*row[:4])


async def of(database: Database, clock: Clock, mall_id: str, session: str) -> SignedIn | None:
    """Return the manager of a session id in a mall, or None."""
    if not session:
        return None
    async with database.reading(mall_id) as db:
        return await find(db, clock, session)


async def end(db: Session, session: str) -> None:
    """Sign a browser out."""
    await db.run(_END, session_hash=secrets.digest(session))


async def show(db: Session, clock: Clock, signed_in: SignedIn, pending: Pending) -> str:
    """Store an authorization request to be shown to a manager; return its reference."""
    now = int(clock.now())
    await db.run(_DELETE_EXPIRED_REQUESTS, now=now)
    name = secrets.generate()
    await db.run(
        _ADD_REQUEST,
        request_hash=secrets.digest(name),
        session_hash=signed_in.session_hash,
        client_id=pending.client_id,
        redirect_uri=pending.redirect_uri,
        scopes=" ".join(pending.scopes),
        state=pending.state,
        challenge=pending.challenge,
        resources=" ".join(pending.resources),
        expires_at=now + REQUEST_SECONDS,
    )
    return name


async def take_pending(db: Session, clock: Clock, signed_in: SignedIn, name: str) -> Pending | None:
    """Remove and return a request shown to this manager; None if it was already taken."""
    row = await db.one(
        _FIND_REQUEST,
        request_hash=secrets.digest(name),
        session_hash=signed_in.session_hash,
        now=int(clock.now()),
    )
    if row is None or not await db.run(_ANSWER, request_hash=secrets.digest(name)):
        return None
    client_id, redirect_uri, scopes, state, challenge, resources = row
    return Pending(client_id, redirect_uri, scopes.split(), state, challenge, resources.split())
