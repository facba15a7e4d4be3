"""Storage of operators, their sessions, and the audit of their actions."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.oauth import secrets, sessions
from openmall.access.oauth.sessions import OpenSession
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.http.request import Request
from openmall.http.web import devices
from openmall.pages.operator.tables import OPERATOR, OPERATOR_ACTION, OPERATOR_SESSION

TENANT: Final = "@operators"
"""Under which the second factors of operators are stored: no mall can have this id."""
ACTIONS: Final = 50
"""Actions on a page of the audit."""

_O: Final = OPERATOR.c
_S: Final = OPERATOR_SESSION.c
_A: Final = OPERATOR_ACTION.c
_ONE: Final = _O.operator_id == bindparam("operator_id")
_ADD: Final = Statement(insert(OPERATOR).values({c.name: bindparam(c.name) for c in _O}))
_FIND: Final = Statement(select(*_O).where(_ONE))
_ANY: Final = Statement(select(_O.operator_id).limit(1))
_LIST: Final = Statement(select(*_O).order_by(_O.created_at, _O.operator_id))
_SET_PASSWORD: Final = Statement(
    update(OPERATOR).where(_ONE).values(password_hash=bindparam("password_hash"))
)
_REMOVE: Final = Statement(delete(OPERATOR).where(_ONE))
_ADD_SESSION: Final = Statement(
    insert(OPERATOR_SESSION).values({c.name: bindparam(c.name) for c in _S})
)
_FIND_SESSION: Final = Statement(
    select(*_O, _S.expires_at, _S.password_digest, _S.second_step)
    .join(OPERATOR_SESSION, _S.operator_id == _O.operator_id)
    .where(OPERATOR_SESSION.c.session_hash == bindparam("session_hash"))
)
_DELETE_SESSION: Final = Statement(
    delete(OPERATOR_SESSION).where(OPERATOR_SESSION.c.session_hash == bindparam("session_hash"))
)
_REVOKE: Final = Statement(
    delete(OPERATOR_SESSION).where(
        OPERATOR_SESSION.c.session_hash == bindparam("session_hash"),
        _S.operator_id == bindparam("operator_id"),
    )
)
_REVOKE_ALL: Final = Statement(
    delete(OPERATOR_SESSION).where(_S.operator_id == bindparam("operator_id"))
)
_DELETE_EXPIRED: Final = Statement(
    delete(OPERATOR_SESSION).where(_S.expires_at <= bindparam("now"))
)
_SESSIONS: Final = Statement(
    select(
        _S.session_hash,
        _S.created_at,
        _S.expires_at,
        _S.device,
        _S.address,
        _S.password_digest,
        _O.password_hash,
    )
    .join(OPERATOR, _O.operator_id == _S.operator_id)
    .where(
        _S.operator_id == bindparam("operator_id"),
        _S.expires_at > bindparam("now"),
        _S.second_step == 0,
    )
    .order_by(_S.created_at.desc(), _S.session_hash)
)
_BEGIN_ACTION: Final = Statement(
    insert(OPERATOR_ACTION).values({c.name: bindparam(c.name) for c in _A})
)
_END_ACTION: Final = Statement(
    update(OPERATOR_ACTION)
    .where(_A.action_no == bindparam("this"))
    .values(outcome=bindparam("outcome"))
)
_ACTIONS: Final = Statement(
    select(*_A)
    .where(_A.action_no < bindparam("before"))
    .order_by(_A.action_no.desc())
    .limit(bindparam("most"))
)


class Operator(Struct, frozen=True):
    """An operator of the installation."""

    operator_id: str
    password_hash: str
    created_at: int


class Action(Struct, frozen=True):
    """An entry of the audit."""

    action_no: int
    at: int
    operator_id: str
    action: str
    subject: str
    detail: str
    outcome: str


async def exists(database: Database) -> bool:
    """Return whether the installation has an operator: without one the console is off."""
    async with database.reading("") as db:
        return await db.one(_ANY) is not None


async def add(db: Session, clock: Clock, operator_id: str, password_hash: str) -> None:
    """Insert an operator. Raises DuplicateRow when there is one of that name."""
    await db.run(
        _ADD,
        operator_id=operator_id,
        password_hash=password_hash,
        created_at=int(clock.now()),
    )


async def find(db: Session, operator_id: str) -> Operator | None:
    """Return an operator, or None."""
    row = await db.one(_FIND, operator_id=operator_id)
    return None if row is None else Operator(*row)


async def list_operators(db: Session) -> list[Operator]:
    """Return all operators, the first first."""
    return [Operator(*row) for row in await db.all(_LIST)]


async def set_password(db: Session, operator_id: str, password_hash: str) -> bool:
    """Replace a password, which ends all sessions; return whether the operator exists."""
    await db.run(_REVOKE_ALL, operator_id=operator_id)
    return bool(await db.run(_SET_PASSWORD, operator_id=operator_id, password_hash=password_hash))


async def remove(db: Session, operator_id: str) -> bool:
    """Delete an operator and their sessions; return whether there was one."""
    await db.run(_REVOKE_ALL, operator_id=operator_id)
    return bool(await db.run(_REMOVE, operator_id=operator_id))


async def create_session(
    db: Session,
    clock: Clock,
    operator: Operator,
    *,
    instead_of: str,
    request: Request,
    second_step: bool = False,
) -> str:
    """Create a session, end the browser's earlier one, and return the session id.

    Only its hash is stored. `second_step`: the second factor is still missing.
    """
    now = int(clock.now())
    await db.run(_DELETE_EXPIRED, now=now)
    await delete_session(db, instead_of)
    session = secrets.generate(32)
    await db.run(
        _ADD_SESSION,
        session_hash=secrets.digest(session),
        operator_id=operator.operator_id,
        password_digest=secrets.digest(operator.password_hash),
        second_step=int(second_step),
        created_at=now,
        expires_at=now + (sessions.SECOND_STEP_SECONDS if second_step else sessions.SECONDS),
        device=devices.describe(request),
        address=request.ip,
    )
    return session


async def find_session(db: Session, clock: Clock, session: str) -> tuple[Operator, bool] | None:
    """Return the operator of a session, and whether the second factor is missing; else None.

    Also None after 12 hours, and after the password was replaced.
    """
    row = await db.one(_FIND_SESSION, session_hash=secrets.digest(session))
    if row is None:
        return None
    *columns, expires_at, digest, second_step = row
    operator = Operator(*columns)
    fresh = clock.now() < expires_at and secrets.digest(operator.password_hash) == digest
    return (operator, bool(second_step)) if fresh else None


async def delete_session(db: Session, session: str) -> None:
    """Delete a session."""
    await db.run(_DELETE_SESSION, session_hash=secrets.digest(session))


async def sessions_of(db: Session, clock: Clock, operator_id: str) -> list[OpenSession]:
    """Return the sessions of an operator that have not ended, newest first."""
    rows = await db.all(_SESSIONS, operator_id=operator_id, now=int(clock.now()))
    return [OpenSession(*row[:5]) for row in rows if secrets.digest(row[6]) == row[5]]


async def revoke(db: Session, operator_id: str, session_hash: str) -> bool:
    """End a session of an operator by its hash; return whether there was one."""
    return await db.run(_REVOKE, operator_id=operator_id, session_hash=session_hash) > 0


async def begin_action(
    db: Session, clock: Clock, operator_id: str, *, action: str, subject: str, detail: str
) -> int:
    """Add an entry to the audit before something is done; return its number."""
    action_no = await sequences.allocate(db, "operator_action")
    await db.run(
        _BEGIN_ACTION,
        action_no=action_no,
        at=int(clock.now()),
        operator_id=operator_id,
        action=action,
        subject=subject,
        detail=detail,
        outcome="begun",
    )
    return action_no


async def end_action(db: Session, action_no: int, outcome: str) -> None:
    """Set what came of an action: `done` or `failed`."""
    await db.run(_END_ACTION, this=action_no, outcome=outcome)


async def actions(db: Session, before: int) -> list[Action]:
    """Return entries of the audit below a number, newest first; one more than a page."""
    return [Action(*row) for row in await db.all(_ACTIONS, before=before, most=ACTIONS + 1)]
