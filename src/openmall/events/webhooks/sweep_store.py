"""SQL of the sweep: old attempts and events, and the malls that have some."""

from typing import Final

from sqlalchemy import BindParameter, bindparam, delete, exists, func, select

from openmall.access.malls.due_malls import malls_with
from openmall.access.malls.tables import MALL
from openmall.contract.journal.tables import EVENT
from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.webhooks.tables import FIRST_EVENT, LOG

_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_E: Final = EVENT.c
_F: Final = FIRST_EVENT.c
_OLD_ATTEMPTS: Final = Statement(
    select(LOG.c.client_id, LOG.c.log_no)
    .where(LOG.c.mall_id == _MALL, LOG.c.requested_at < bindparam("before"))
    .order_by(LOG.c.requested_at)
    .limit(bindparam("limit"))
)
_DELETE_ATTEMPT: Final = Statement(
    delete(LOG).where(
        LOG.c.mall_id == _MALL,
        LOG.c.client_id == bindparam("client_id"),
        LOG.c.log_no == bindparam("log_no"),
    )
)
_FIRST_EVENTS: Final = Statement(
    select(_E.sequence, _E.created_at)
    .where(_E.mall_id == _MALL, _E.sequence <= bindparam("upto"))
    .order_by(_E.sequence)
    .limit(bindparam("limit"))
)
_DELETE_EVENTS: Final = Statement(
    delete(EVENT).where(_E.mall_id == _MALL, _E.sequence <= bindparam("upto"))
)
_FIRST_EVENT: Final = Statement(
    select(_E.created_at)
    .where(_E.mall_id == _MALL, _E.sequence > fixed(0))
    .order_by(_E.sequence)
    .limit(1)
)
_NOTE_FIRST_EVENT: Final = Statement(
    lambda insert: (
        insert(FIRST_EVENT)
        .values({c.name: bindparam(c.name) for c in _F})
        .on_conflict_do_update(
            index_elements=["mall_id"],
            set_={"created_at": bindparam("created_at")},
            where=_F.created_at != bindparam("created_at"),
        )
    )
)
MALLS_WITH_ATTEMPTS: Final = malls_with(LOG, LOG.c.requested_at < bindparam("before"))
MALLS_WITH_EVENTS: Final = Statement(
    select(MALL.c.mall_id)
    .outerjoin(FIRST_EVENT, _F.mall_id == MALL.c.mall_id)
    .where(
        func.coalesce(_F.created_at, fixed(0)) < bindparam("before"),
        exists().where(_E.mall_id == MALL.c.mall_id, _E.sequence > fixed(0)),
    )
    .order_by(MALL.c.mall_id),
    across_malls="a sweep looks for the malls in which it has something to do",
)


async def delete_attempts(db: Session, before: int, most: int) -> int:
    """Delete up to `most` attempts made before a moment; return their number."""
    rows = await db.all(_OLD_ATTEMPTS, before=before, limit=most)
    await db.many(_DELETE_ATTEMPT, [{"client_id": row[0], "log_no": row[1]} for row in rows])
    return len(rows)


async def delete_events(db: Session, upto: int, before: int, most: int) -> int:
    """Delete up to `most` of the mall's first events, up to a number and before a moment.

    Return their number.
    """
    old = 0
    last = 0
    for sequence, created_at in await db.all(_FIRST_EVENTS, upto=upto, limit=most):
        if created_at >= before:
            break
        old, last = old + 1, sequence
    if old:
        await db.run(_DELETE_EVENTS, upto=last)
    return old


async def note_first_event(db: Session) -> None:
    """Write when the mall's first event was created, for the search of the next sweeps."""
    row = await db.one(_FIRST_EVENT)
    if row is not None:
        await db.run(_NOTE_FIRST_EVENT, created_at=row[0])
