"""SQL of plans that wait for approval and are like another one: of the same call of a caller."""

from typing import Final

from sqlalchemy import bindparam, select

from openmall.database import sequences
from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.plans.store import Plan
from openmall.events.plans.tables import PLAN

_SAME: Final = (
    "client_id",
    "user_id",
    "scope",
    "scopes",
    "role_no",
    "operation",
    "path",
    "query",
    "wanted",
    "version",
    "total",
    "changes",
    "digest",
    "reason",
    "rule_no",
)
"""Columns in which two plans of one call are alike; the objects that it sends are sealed."""
_MOST: Final = 100
"""Plans that are compared, the newest first."""
_P: Final = PLAN.c
_ALIKE: Final = Statement(
    select(_P.plan_no, _P.sent, _P.created_at, _P.expires_at)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.state == fixed_text("waiting"),
        _P.expires_at > bindparam("now"),
        *(_P[name] == bindparam(name) for name in _SAME),
    )
    .order_by(_P.plan_no.desc())
    .limit(bindparam("limit"))
)


async def waiting_alike(db: Session, plan: Plan) -> list[tuple[int, str, int, int]]:
    """Return the plans that wait and are like `plan`, the newest first.

    Each is number, sealed objects, and the UTC seconds of creation and expiry. No plan of the mall
    is added beside until the transaction ends, so that of two at once the second finds the first.
    """
    await sequences.allocate(db, "plan", count=0)
    same = {name: getattr(plan, name) for name in _SAME}
    rows = await db.all(_ALIKE, now=plan.created_at, limit=_MOST, **same)
    return [(row[0], row[1], row[2], row[3]) for row in rows]
