"""SQL of the back office's pages of plans: how many wait."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, func, select

from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.events.plans.tables import PLAN

_WAITING: Final = Statement(
    select(func.count()).where(
        PLAN.c.mall_id == bindparam("mall_id"),
        PLAN.c.state == fixed_text("waiting"),
        PLAN.c.expires_at > bindparam("now"),
        InList(PLAN.c.scope, "scopes"),
    )
)


async def count_waiting(db: Session, scopes: Iterable[str], *, now: int) -> int:
    """Return how many plans of operations with these scopes wait for a decision."""
    row = await db.one(_WAITING, scopes=list(scopes), now=now)
    return 0 if row is None else int(row[0])
