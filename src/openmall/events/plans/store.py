"""SQL of plans: adds, lists and deletes them."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, bindparam, delete, func, insert, select, tuple_, update

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.database import sequences
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.schema import fixed_text
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.events.plans.tables import CHANGE, COMMENT, PLAN

DELETED_AT_ONCE: Final = 100
MOST_COMMENTS: Final = 200
"""Comments on one plan."""
_P: Final = PLAN.c
_C: Final = CHANGE.c
_ONE: Final = (_P.mall_id == bindparam("mall_id"), _P.plan_no == bindparam("this"))
_CHANGES_OF_ONE: Final = (_C.mall_id == bindparam("mall_id"), _C.plan_no == bindparam("this"))


class Plan(Struct, frozen=True, kw_only=True):
    """A plan; fields are columns of the table."""

    plan_no: int
    client_id: str
    user_id: str
    user_type: str
    scope: str
    operation: str
    path: str
    query: str
    wanted: str
    version: str
    origin: str
    total: int
    status: int
    changes: int
    token: str
    digest: str
    state: str = "open"
    created_at: int
    expires_at: int
    sent: str
    effects: str
    scopes: str = ""
    reason: str = ""
    decided_by: str = ""
    approved: str = ""
    outcome: str = ""
    rule_no: int = 0
    role_no: int = 0
    decided_at: int = 0
    successor: int = 0
    request_id: str = ""
    failure: str = ""


_FIELDS: Final = Plan.__struct_fields__
_COLUMNS: Final = [_P[name] for name in _FIELDS]
_ADD: Final = Statement(insert(PLAN).values({c.name: bindparam(c.name) for c in _P}))
_ADD_CHANGE: Final = Statement(insert(CHANGE).values({c.name: bindparam(c.name) for c in _C}))
_FIND: Final = Statement(select(*_COLUMNS).where(*_ONE))
_LIST: Final = Statement(
    select(*_COLUMNS)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.client_id == bindparam("client_id"),
        InList(_P.scope, "scopes"),
    )
    .order_by(_P.plan_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_OF_SCOPES: Final = Statement(
    select(*_COLUMNS)
    .where(
        _P.mall_id == bindparam("mall_id"),
        InList(_P.state, "states"),
        InList(_P.scope, "scopes"),
    )
    .order_by(_P.plan_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_CHANGES: Final = Statement(
    select(_C.change_no, _C.content)
    .where(*_CHANGES_OF_ONE)
    .order_by(_C.change_no)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_EXPIRED: Final = Statement(
    select(_P.plan_no)
    .where(_P.mall_id == bindparam("mall_id"), _P.expires_at <= bindparam("now"))
    .order_by(_P.expires_at)
    .limit(DELETED_AT_ONCE)
)
MALLS_WITH_EXPIRED: Final = malls_with(PLAN, _P.expires_at <= OWN_NOW)
_MOVE: Final = Statement(
    update(PLAN).where(*_ONE, _P.state == bindparam("earlier")).values(state=bindparam("state"))
)
_WAIT: Final = Statement(
    update(PLAN)
    .where(*_ONE, _P.state == fixed_text("open"))
    .values(
        state=fixed_text("waiting"),
        reason=bindparam("reason"),
        rule_no=bindparam("rule_no"),
        scopes=bindparam("scopes"),
        expires_at=bindparam("expires_at"),
    )
)
_DECIDE: Final = Statement(
    update(PLAN)
    .where(*_ONE, _P.state == fixed_text("waiting"))
    .values(
        state=bindparam("state"),
        decided_by=bindparam("decided_by"),
        decided_at=bindparam("decided_at"),
        approved=bindparam("approved"),
    )
)
_REPLACE: Final = Statement(
    update(PLAN).where(*_ONE).values(state=fixed_text("expired"), successor=bindparam("successor"))
)
_SET_OUTCOME: Final = Statement(update(PLAN).where(*_ONE).values(outcome=bindparam("outcome")))
_SET_FAILURE: Final = Statement(update(PLAN).where(*_ONE).values(failure=bindparam("failure")))
_DELETE: Final = Statement(delete(PLAN).where(*_ONE))
_DISCARD: Final = Statement(delete(PLAN).where(*_ONE, _P.state == bindparam("state")))
_DELETE_CHANGES: Final = Statement(delete(CHANGE).where(*_CHANGES_OF_ONE))
_M: Final = COMMENT.c
_COMMENTS_OF_ONE: Final = (_M.mall_id == bindparam("mall_id"), _M.plan_no == bindparam("this"))
_ADD_COMMENT: Final = Statement(insert(COMMENT).values({c.name: bindparam(c.name) for c in _M}))
_LOCK: Final = Statement(select(_P.plan_no).where(*_ONE).with_for_update())
_LAST_COMMENT: Final = Statement(
    select(func.coalesce(func.max(_M.comment_no), 0)).where(*_COMMENTS_OF_ONE)
)
_COMMENTS: Final = Statement(
    select(_M.comment_no, _M.user_id, _M.content, _M.created_at)
    .where(*_COMMENTS_OF_ONE)
    .order_by(_M.comment_no)
)
_DELETE_COMMENTS: Final = Statement(delete(COMMENT).where(*_COMMENTS_OF_ONE))
_SEALED: Final = Statement(
    select(_P.plan_no, _P.sent, _P.effects, _P.outcome, _P.failure)
    .where(_P.mall_id == bindparam("mall_id"), _P.plan_no > bindparam("after"))
    .order_by(_P.plan_no)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_REPLACE_SEALED: Final = Statement(
    update(PLAN)
    .where(*_ONE)
    .values({name: bindparam(name) for name in ("sent", "effects", "outcome", "failure")})
)
_SEALED_CHANGES: Final = Statement(
    select(_C.plan_no, _C.change_no, _C.content)
    .where(
        _C.mall_id == bindparam("mall_id"),
        tuple_(_C.plan_no, _C.change_no)
        > tuple_(bindparam("after_plan", type_=BigInteger), bindparam("after", type_=BigInteger)),
    )
    .order_by(_C.plan_no, _C.change_no)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_REPLACE_SEALED_CHANGE: Final = Statement(
    update(CHANGE)
    .where(*_CHANGES_OF_ONE, _C.change_no == bindparam("change"))
    .values(content=bindparam("content"))
)


class StoredComment(Struct, frozen=True):
    """A comment of a manager; `created_at` in UTC seconds of the mall's clock."""

    comment_no: int
    user_id: str
    content: str
    created_at: int


async def new_number(db: Session) -> int:
    """Return the number of the mall's next plan."""
    return await sequences.allocate(db, "plan")


async def add(db: Session, plan: Plan, changes: Sequence[str]) -> None:
    """Add a plan with its changes, which are sealed."""
    await db.run(_ADD, **{name: getattr(plan, name) for name in _FIELDS})
    await db.many(
        _ADD_CHANGE,
        [
            {
                "mall_id": db.mall_id,
                "plan_no": plan.plan_no,
                "change_no": at,
                "content": each,
            }
            for at, each in enumerate(changes, 1)
        ],
    )


async def find(db: Session, plan_no: int) -> Plan | None:
    """Return a plan."""
    row = await db.one(_FIND, this=plan_no)
    return None if row is None else _plan(row)


async def listed(
    db: Session, client_id: str, scopes: list[str], *, limit: int, offset: int
) -> list[Plan]:
    """Return plans of an app whose operations it may call, the newest first."""
    rows = await db.all(_LIST, client_id=client_id, scopes=scopes, limit=limit, offset=offset)
    return [_plan(row) for row in rows]


async def of_scopes(
    db: Session, states: list[str], scopes: list[str], *, limit: int, offset: int
) -> list[Plan]:
    """Return plans of any app and of staff in given states, the newest first.

    `scopes`: of their operations.
    """
    rows = await db.all(_OF_SCOPES, states=states, scopes=scopes, limit=limit, offset=offset)
    return [_plan(row) for row in rows]


async def changes(db: Session, plan_no: int, *, limit: int, offset: int) -> list[tuple[int, str]]:
    """Return number and sealed content of changes of a plan, in order."""
    rows = await db.all(_CHANGES, this=plan_no, limit=limit, offset=offset)
    return [(row[0], row[1]) for row in rows]


async def has_expired(db: Session, *, now: int) -> int:
    """Return how many plans of a batch have expired."""
    return len(await db.all(_EXPIRED, now=now))


async def delete_expired(db: Session, *, now: int) -> int:
    """Delete a batch of expired plans; return their number."""
    # in one order, so that two workers do not wait for each other
    found = sorted(row[0] for row in await db.all(_EXPIRED, now=now))
    for plan_no in found:
        await delete_plan(db, plan_no)
    return len(found)


async def move(db: Session, plan_no: int, earlier: str, state: str) -> bool:
    """Give a plan another state; False: it was not in the `earlier` one.

    It locks the plan until the transaction ends, so that no other one applies it meanwhile.
    """
    return bool(await db.run(_MOVE, this=plan_no, earlier=earlier, state=state))


async def wait(
    db: Session, plan_no: int, *, reason: str, rule_no: int, scopes: str, expires_at: int
) -> bool:
    """Let an open plan wait for approval; False: it was not open."""
    return bool(
        await db.run(
            _WAIT,
            this=plan_no,
            reason=reason,
            rule_no=rule_no,
            scopes=scopes,
            expires_at=expires_at,
        )
    )


async def decide(
    db: Session, plan_no: int, *, state: str, decided_by: str, decided_at: int, approved: str
) -> bool:
    """Set the decision on a waiting plan; False: it waits no more."""
    return bool(
        await db.run(
            _DECIDE,
            this=plan_no,
            state=state,
            decided_by=decided_by,
            decided_at=decided_at,
            approved=approved,
        )
    )


async def replace(db: Session, plan_no: int, successor: int) -> None:
    """Set a plan expired, for another one was made of the same call."""
    await db.run(_REPLACE, this=plan_no, successor=successor)


async def set_outcome(db: Session, plan_no: int, outcome: str) -> None:
    """Set what the call of a plan was answered, sealed."""
    await db.run(_SET_OUTCOME, this=plan_no, outcome=outcome)


async def set_failure(db: Session, plan_no: int, failure: str) -> None:
    """Set why a plan could not be carried out, sealed."""
    await db.run(_SET_FAILURE, this=plan_no, failure=failure)


async def delete_plan(db: Session, plan_no: int) -> None:
    """Delete a plan with its changes and comments."""
    # the plan first, as comments on it and its application lock it first
    await db.run(_DELETE, this=plan_no)
    await _delete_parts(db, plan_no)


async def _delete_parts(db: Session, plan_no: int) -> None:
    await db.run(_DELETE_COMMENTS, this=plan_no)
    await db.run(_DELETE_CHANGES, this=plan_no)


async def discard(db: Session, plan_no: int, *, state: str) -> bool:
    """Delete a plan with its changes; False: it is in another state than this one."""
    if not await db.run(_DISCARD, this=plan_no, state=state):
        return False
    await _delete_parts(db, plan_no)
    return True


async def last_comment(db: Session, plan_no: int) -> int | None:
    """Return the number of a plan's last comment; 0: it has none, None: there is no such plan.

    It locks the plan until the transaction ends, so that no other one numbers a comment meanwhile.
    """
    if await db.one(_LOCK, this=plan_no) is None:
        return None
    row = await db.one(_LAST_COMMENT, this=plan_no)
    return 0 if row is None else int(row[0])


async def add_comment(db: Session, plan_no: int, comment: StoredComment) -> None:
    """Add a comment to a plan."""
    await db.run(
        _ADD_COMMENT,
        plan_no=plan_no,
        comment_no=comment.comment_no,
        user_id=comment.user_id,
        content=comment.content,
        created_at=comment.created_at,
    )


async def comments(db: Session, plan_no: int) -> list[StoredComment]:
    """Return the comments on a plan, the oldest first."""
    return [StoredComment(*row) for row in await db.all(_COMMENTS, this=plan_no)]


async def sealed(db: Session, after: int) -> list[tuple[int, list[str]]]:
    """Return the next plans behind one: number; sealed objects, effects, outcome and failure."""
    return [(row[0], list(row[1:])) for row in await db.all(_SEALED, after=after)]


async def replace_sealed(
    db: Session, plan_no: int, *, sent: str, effects: str, outcome: str, failure: str
) -> None:
    """Replace what is sealed of a plan."""
    await db.run(
        _REPLACE_SEALED,
        this=plan_no,
        sent=sent,
        effects=effects,
        outcome=outcome,
        failure=failure,
    )


async def sealed_changes(db: Session, plan_no: int, change_no: int) -> list[tuple[int, int, str]]:
    """Return the next changes behind one: plan, number and sealed content."""
    rows = await db.all(_SEALED_CHANGES, after_plan=plan_no, after=change_no)
    return [(row[0], row[1], row[2]) for row in rows]


async def replace_sealed_change(db: Session, plan_no: int, change_no: int, *, content: str) -> None:
    """Replace what is sealed of a change."""
    await db.run(_REPLACE_SEALED_CHANGE, this=plan_no, change=change_no, content=content)


def _plan(row: Row) -> Plan:
    return Plan(**dict(zip(_FIELDS, row, strict=True)))
