"""SQL of the pages about plans: how many wait in the back office, and the plans of an app."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, SelectBase, and_, bindparam, exists, func, or_, select

from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.events.plans.store import StoredComment
from openmall.events.plans.tables import CHANGE, COMMENT, PLAN

_WAITING: Final = Statement(
    select(func.count()).where(
        PLAN.c.mall_id == bindparam("mall_id"),
        PLAN.c.state == fixed_text("waiting"),
        PLAN.c.expires_at > bindparam("now"),
        InList(PLAN.c.scope, "scopes"),
    )
)
_P: Final = PLAN.c
_NOW: Final[ColumnElement[int]] = bindparam("now")


class PlanSummary(Struct, frozen=True):
    """A plan as it is listed; fields are columns of the table."""

    plan_no: int
    operation: str
    scope: str
    state: str
    status: int
    total: int
    changes: int
    reason: str
    created_at: int
    expires_at: int
    decided_by: str
    decided_at: int
    approved: str
    successor: int
    request_id: str
    failure: str


def _in_state(state: str) -> ColumnElement[bool]:
    found: ColumnElement[bool] = _P.state == fixed_text(state)
    return found


_UNDECIDED: Final = or_(_in_state("open"), _in_state("waiting"))
_IN_EFFECT: Final = _P.expires_at > _NOW
_STATES: Final[dict[str, ColumnElement[bool]]] = {
    "open": and_(_in_state("open"), _IN_EFFECT),
    "waiting": and_(_in_state("waiting"), _IN_EFFECT),
    "approved": _in_state("approved"),
    "rejected": _in_state("rejected"),
    "applied": _in_state("applied"),
    "expired": or_(_in_state("expired"), and_(_UNDECIDED, _P.expires_at <= _NOW)),
    "failed": and_(_UNDECIDED, _IN_EFFECT, _P.failure != fixed_text("")),
}
STATES: Final = tuple(_STATES)
"""States by which the plans of an app are found. `failed`: it could not be carried out when that
was tried last, and is open or waiting still."""


def _summaries(state: str, is_page: bool) -> SelectBase:
    return (
        # objects and effects are up to megabytes, and not read for a line
        select(*(_P[name] for name in PlanSummary.__struct_fields__))
        .where(
            _P.mall_id == bindparam("mall_id"),
            _P.client_id == bindparam("client_id"),
            *([_STATES[state]] if state else []),
            *([_P.plan_no < bindparam("before")] if is_page else []),
        )
        .order_by(_P.plan_no.desc())
        .limit(bindparam("limit"))
    )


_SUMMARIES: Final = StatementCache(_summaries)
_TIMELESS: Final = frozenset({"", "approved", "rejected", "applied"})
_C: Final = CHANGE.c
_FIRST_CHANGES: Final = Statement(
    select(_C.plan_no, _C.change_no, _C.content)
    .join(PLAN, and_(_P.mall_id == _C.mall_id, _P.plan_no == _C.plan_no))
    .where(
        _C.mall_id == bindparam("mall_id"),
        InList(_C.plan_no, "plan_nos"),
        _C.change_no <= bindparam("most"),
        InList(_P.scope, "scopes"),
        _P.state != fixed_text("open"),
    )
    .order_by(_C.plan_no, _C.change_no)
)
_M: Final = COMMENT.c
_LATER: Final = COMMENT.alias("later")
_LAST_COMMENTS: Final = Statement(
    select(_M.plan_no, _M.comment_no, _M.user_id, _M.content, _M.created_at).where(
        _M.mall_id == bindparam("mall_id"),
        InList(_M.plan_no, "plan_nos"),
        ~exists().where(
            _LATER.c.mall_id == _M.mall_id,
            _LATER.c.plan_no == _M.plan_no,
            _LATER.c.comment_no > _M.comment_no,
        ),
    )
)


async def count_waiting(db: Session, scopes: Iterable[str], *, now: int) -> int:
    """Return how many plans of operations with these scopes wait for a decision."""
    row = await db.one(_WAITING, scopes=list(scopes), now=now)
    return 0 if row is None else int(row[0])


async def of_app(
    db: Session, client_id: str, *, state: str, before: int, now: int, limit: int
) -> list[PlanSummary]:
    """Return plans of an app, the newest first.

    `state`: one of `STATES`; empty: all. `before`: only plans with lower numbers; 0: all.
    """
    bound: dict[str, int] = {"before": before} if before else {}
    if state not in _TIMELESS:
        bound["now"] = now
    statement = _SUMMARIES.of(state, bool(before))
    rows = await db.all(statement, client_id=client_id, limit=limit, **bound)
    return [PlanSummary(*row) for row in rows]


async def last_comments(db: Session, plan_nos: Iterable[int]) -> dict[int, StoredComment]:
    """Return the last comment on each of some plans, by number of the plan."""
    rows = await db.all(_LAST_COMMENTS, plan_nos=list(plan_nos))
    return {row[0]: StoredComment(*row[1:]) for row in rows}


async def first_changes(
    db: Session, plan_nos: Iterable[int], scopes: Iterable[str], *, most: int
) -> list[tuple[int, tuple[int, str]]]:
    """Return the first changes of some plans: their plan, and number and sealed content.

    `scopes`: of the plans' operations. Apps apply open plans themselves, so that these are not
    among them.
    """
    rows = await db.all(_FIRST_CHANGES, plan_nos=list(plan_nos), scopes=list(scopes), most=most)
    return [(row[0], (row[1], row[2])) for row in rows]
