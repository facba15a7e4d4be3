"""Browser sessions of managers, and the authorization request pending in each."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from openmall.access.malls import staff_rights
from openmall.access.malls.rules import Manager
from openmall.access.malls.staff_rights import Rights
from openmall.access.malls.tables import MANAGER, SECOND_FACTOR, STAFF_POLICY, STAFF_ROLE
from openmall.access.oauth import secrets
from openmall.access.oauth.tables import REQUEST, SESSION
from openmall.contract.moments import Clock
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement
from openmall.http.request import Request
from openmall.http.web import devices

SECONDS: Final = 12 * 3600
SECOND_STEP_SECONDS: Final = 10 * 60
"""From the password to the second factor."""
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
        MANAGER.c.role_no,
        STAFF_ROLE.c.rights,
        SESSION.c.second_step,
        STAFF_POLICY.c.second_factor,
        SECOND_FACTOR.c.confirmed_at,
    )
    .join(
        MANAGER,
        (MANAGER.c.mall_id == SESSION.c.mall_id) & (MANAGER.c.user_id == SESSION.c.user_id),
    )
    .outerjoin(
        STAFF_ROLE,
        (STAFF_ROLE.c.mall_id == MANAGER.c.mall_id) & (STAFF_ROLE.c.role_no == MANAGER.c.role_no),
    )
    .outerjoin(STAFF_POLICY, STAFF_POLICY.c.mall_id == MANAGER.c.mall_id)
    .outerjoin(
        SECOND_FACTOR,
        (SECOND_FACTOR.c.mall_id == MANAGER.c.mall_id)
        & (SECOND_FACTOR.c.user_id == MANAGER.c.user_id),
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
_OF_MANAGER: Final = Statement(
    select(
        SESSION.c.session_hash,
        SESSION.c.created_at,
        SESSION.c.expires_at,
        SESSION.c.device,
        SESSION.c.address,
        SESSION.c.password_digest,
        MANAGER.c.password_hash,
    )
    .join(
        MANAGER,
        (MANAGER.c.mall_id == SESSION.c.mall_id) & (MANAGER.c.user_id == SESSION.c.user_id),
    )
    .where(
        SESSION.c.mall_id == bindparam("mall_id"),
        SESSION.c.user_id == bindparam("user_id"),
        SESSION.c.expires_at > bindparam("now"),
        SESSION.c.second_step == 0,
    )
    .order_by(SESSION.c.created_at.desc(), SESSION.c.session_hash)
)
_REVOKE: Final = Statement(
    delete(SESSION).where(
        SESSION.c.mall_id == bindparam("mall_id"),
        SESSION.c.user_id == bindparam("user_id"),
        SESSION.c.session_hash == bindparam("session_hash"),
    )
)
_REVOKE_OTHERS: Final = Statement(
    delete(SESSION).where(
        SESSION.c.mall_id == bindparam("mall_id"),
        SESSION.c.user_id == bindparam("user_id"),
        SESSION.c.session_hash != bindparam("session_hash"),
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
    rights: Rights = staff_rights.ALL
    """What a sub-admin's role permits; everything for a head admin, nothing for a supplier."""
    role_no: int = 0
    """Of a sub-admin with a role."""
    lacks_second_factor: bool = False
    """The mall requires one, and it is not set up yet: nothing else can be done before."""

    @property
    def may_grant(self) -> bool:
        """Return whether they may authorize apps; suppliers, limited to their goods, may not."""
        return (
            self.manager_type != "S"
            and self.rights.may("apps", "edit")
            and not self.lacks_second_factor
        )

    def may_grant_scopes(self, scopes: list[str]) -> bool:
        """Return whether they may let an app have `scopes`: nobody gives more than they have."""
        return self.may_grant and (
            self.rights == staff_rights.ALL
            or all(self.rights.permits_scope(scope) for scope in scopes)
        )


class OpenSession(Struct, frozen=True):
    """A session in a manager's list of where they are signed in."""

    session_hash: str
    created_at: int
    """UTC seconds; 0: begun before sign-ins were dated."""
    expires_at: int
    device: str
    address: str


class Pending(Struct, frozen=True):
    """An authorization request, as shown on the consent page."""

    client_id: str
    redirect_uri: str
    scopes: list[str]
    state: str | None
    challenge: str
    resources: list[str]
    """Names of the APIs it is for; empty: all."""


async def begin(
    db: Session,
    clock: Clock,
    manager: Manager,
    *,
    instead_of: str,
    request: Request | None = None,
    second_step: bool = False,
) -> str:
    """Create a session for a manager, and end the browser's earlier one.

    Return the session id; only its hash is stored. `request`: of the browser that signs in, shown
    in the list of sessions.
    `second_step`: the second factor is still missing; `find` does not return the session then.
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
        expires_at=now + (SECOND_STEP_SECONDS if second_step else SECONDS),
        second_step=int(second_step),
        created_at=now,
        device="" if request is None else devices.describe(request),
        address="" if request is None else request.ip,
    )
    return session


async def find(db: Session, clock: Clock, session: str) -> SignedIn | None:
    """Return the manager of a session id in the session's mall, or None.

    A session ends after 12 hours and when the password is replaced.
    """
    row = await _valid_row(db, clock, session)
    if row is None or row[9]:
        return None
    return SignedIn(
        user_id=row[0],
        name=row[1],
        manager_type=row[2],
        session_hash=row[3],
        rights=staff_rights.of_manager(row[2], row[7], row[8]),
        role_no=row[7] if row[2] == "A" else 0,
        lacks_second_factor=row[10] == "T" and not row[11],
    )


async def awaiting_second_step(db: Session, clock: Clock, session: str) -> str:
    """Return the user ID of a session whose second factor is missing; else an empty text."""
    row = await _valid_row(db, clock, session)
    return str(row[0]) if row is not None and row[9] else ""


async def _valid_row(db: Session, clock: Clock, session: str) -> Row | None:
    row = await db.one(_FIND, session_hash=secrets.digest(session))
    if row is None or clock.now() >= row[4] or secrets.digest(row[6]) != row[5]:
        return None
    return row


async def of(database: Database, clock: Clock, mall_id: str, session: str) -> SignedIn | None:
    """Return the manager of a session id in a mall, or None."""
    if not session:
        return None
    async with database.reading(mall_id) as db:
        return await find(db, clock, session)


async def of_manager(db: Session, clock: Clock, user_id: str) -> list[OpenSession]:
    """Return the sessions of a manager that have not ended, newest first."""
    return [
        OpenSession(*row[:5])
        for row in await db.all(_OF_MANAGER, user_id=user_id, now=int(clock.now()))
        if secrets.digest(row[6]) == row[5]
    ]


async def revoke(db: Session, user_id: str, session_hash: str) -> bool:
    """End a session of a manager by its hash; return whether there was one."""
    return await db.run(_REVOKE, user_id=user_id, session_hash=session_hash) > 0


async def revoke_others(db: Session, user_id: str, session_hash: str) -> int:
    """End all sessions of a manager but one; return how many there were."""
    return await db.run(_REVOKE_OTHERS, user_id=user_id, session_hash=session_hash)


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
