"""SQL of collected batches and announced events: which are new, which are due, which are done."""

from typing import Final

from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, delete, or_, select, update

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.sessionising.outbox_events import EVENT_NOS
from openmall.analytics.sessionising.store import Cursor
from openmall.contract.journal.tables import EVENT
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement


class NewBatch(Struct, frozen=True):
    """A collected batch without its content."""

    sequence: int
    received_at: int
    events: int


_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_T: Final = COLLECTED.c
_NEW: Final = Statement(
    select(_T.sequence, _T.received_at, _T.events)
    .where(_T.mall_id == _MALL, _T.sequence > bindparam("after"))
    .order_by(_T.sequence)
    .limit(bindparam("most"))
)
_DUE_TIMES: Final = Statement(
    select(_T.next_at, _T.events)
    .where(
        _T.mall_id == _MALL,
        _T.next_at > bindparam("after"),
        _T.next_at <= bindparam("until"),
        _T.sequence <= bindparam("upto"),
    )
    .order_by(_T.next_at)
    .limit(bindparam("most"))
)
_DUE_BATCHES: Final = Statement(
    select(_T.sequence, _T.content)
    .where(_T.mall_id == _MALL, _T.next_at <= bindparam("until"), _T.sequence <= bindparam("upto"))
    .order_by(_T.next_at, _T.sequence)
)
_DELETE_SESSIONISED: Final = Statement(
    delete(COLLECTED).where(
        _T.mall_id == _MALL,
        _T.next_at <= bindparam("until"),
        _T.last_at <= bindparam("until"),
        _T.sequence <= bindparam("upto"),
    )
)
_POSTPONE: Final = Statement(
    update(COLLECTED)
    .where(_T.mall_id == _MALL, _T.sequence == bindparam("number"))
    .values(next_at=bindparam("next_at"))
)
_E: Final = EVENT.c
_MATTERS: Final = (
    _E.mall_id == _MALL,
    _E.sequence <= bindparam("upto"),
    InList(_E.event_no, "event_nos"),
)
_LAST_NEW_EVENT: Final = Statement(
    select(_E.sequence, _E.created_at)
    .where(*_MATTERS, _E.sequence > bindparam("known"))
    .order_by(_E.sequence)
    .limit(1)
    .offset(bindparam("others"))
)
_DUE_EVENTS: Final = Statement(
    select(_E.sequence, _E.event_no, _E.resource, _E.created_at, _E.browser)
    .where(
        *_MATTERS,
        _E.sequence > bindparam("floor"),
        _E.created_at <= bindparam("until"),
        or_(_E.sequence > bindparam("known"), _E.created_at > bindparam("since")),
    )
    .order_by(_E.sequence)
)
_FIRST_PENDING_EVENT: Final = Statement(
    select(_E.sequence)
    .where(*_MATTERS, _E.sequence > bindparam("floor"), _E.created_at > bindparam("until"))
    .order_by(_E.sequence)
    .limit(1)
)


async def new(db: Session, at: Cursor, most: int) -> list[NewBatch]:
    """Return the batches collected since the cursor, in their order."""
    return [NewBatch(*row) for row in await db.all(_NEW, after=at.sequence, most=most)]


async def times(db: Session, at: Cursor, upto: int, until: int, most: int) -> list[Row]:
    """Return the time of the next event, and the number of events, of each batch that gets due."""
    return await db.all(_DUE_TIMES, after=at.until, upto=upto, until=until, most=most)


async def batches(db: Session, upto: int, until: int) -> list[tuple[int, str]]:
    """Return number and JSON content of the batches, up to a number, that have due events."""
    return [(row[0], row[1]) for row in await db.all(_DUE_BATCHES, upto=upto, until=until)]


async def discard(db: Session, after: Cursor) -> None:
    """Remove the batches whose events are all processed."""
    await db.run(_DELETE_SESSIONISED, upto=after.sequence, until=after.until)


async def postpone(db: Session, next_times: dict[int, int]) -> None:
    """Keep when the next event of each batch, by its number, is due."""
    rows = [{"number": number, "next_at": at} for number, at in sorted(next_times.items())]
    if rows:
        await db.many(_POSTPONE, rows)


async def last_new_event(db: Session, at: Cursor, upto: int, most: int) -> tuple[int, int] | None:
    """Return number and UTC seconds of the last of `most` new events; None: there are fewer."""
    if upto - at.event_sequence < most:
        return None
    row = await db.one(
        _LAST_NEW_EVENT,
        known=at.event_sequence,
        upto=upto,
        event_nos=list(EVENT_NOS),
        others=most - 1,
    )
    return None if row is None else (row[0], row[1])


async def announced(db: Session, at: Cursor, upto: int, until: int) -> list[Row]:
    """Return the announced events that are due, late ones included."""
    return await db.all(
        _DUE_EVENTS,
        floor=at.event_floor,
        known=at.event_sequence,
        since=_last_second(at.until),
        upto=upto,
        until=_last_second(until),
        event_nos=list(EVENT_NOS),
    )


async def event_floor(db: Session, at: Cursor, upto: int, until: int) -> int:
    """Return the number up to which all announced events are processed once the due ones are."""
    row = await db.one(
        _FIRST_PENDING_EVENT,
        floor=at.event_floor,
        upto=upto,
        until=_last_second(until),
        event_nos=list(EVENT_NOS),
    )
    return upto if row is None else int(row[0]) - 1


def _last_second(until: int) -> int:
    """Return the last second that has ended by a moment: what happened in it, happened then."""
    return (until - 999) // 1_000
