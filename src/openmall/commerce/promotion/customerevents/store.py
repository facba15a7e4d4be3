"""SQL of campaigns for customers' data, and of who takes part."""

from typing import Final

from msgspec import UNSET, Struct
from sqlalchemy import (
    ColumnElement,
    Index,
    Select,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)

from openmall.commerce.promotion.customerevents.shape import CustomerEvent
from openmall.commerce.promotion.customerevents.takes import EventQuery
from openmall.contract.call import Call
from openmall.contract.crud.json_row import Documents
from openmall.contract.moments import moment
from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_member
from openmall.database.schema import flag, number, partial_index, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.undo_policies import CUSTOMERS_CHANGED, UPDATED_ONLY
from openmall.database.values import BoundValue, StoredRow

EVENT: Final = shop_table(
    "customer_event",
    number("no"),
    number("shop_no"),
    text("name"),
    text("start_day"),
    text("end_day"),
    number("created_date"),
    text("state"),
    text("detail"),
    backup=WITH_MALL,
    undo=UPDATED_ONLY,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("no",),
    wide=True,
)
"""A campaign. `start_day`, `end_day`: its first and last day, `0` and `9` where it has none;
`state`: running, stopped or deleted."""
Index("ix_customer_event_listed", EVENT.c.mall_id, EVENT.c.shop_no, EVENT.c.no)
Index("ix_customer_event_running", EVENT.c.mall_id, EVENT.c.shop_no, EVENT.c.state, EVENT.c.end_day)

PARTICIPATION: Final = shop_table(
    "customer_event_participation",
    text("member_id"),
    number("no"),
    number("shop_no"),
    flag("type"),
    text("updated"),
    number("completed_at", null=True),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "no"),
)
"""What a customer has updated for a campaign. `updated`: items, separated by blanks."""
IS_COMPLETED: Final = PARTICIPATION.c.completed_at.isnot(None)
partial_index(
    "ix_customer_event_participation_completed",
    PARTICIPATION.c.mall_id,
    PARTICIPATION.c.no,
    PARTICIPATION.c.completed_at,
    PARTICIPATION.c.member_id,
    where=IS_COMPLETED,
)

_DOCUMENTS: Final = Documents(CustomerEvent, EVENT, moments=("created_date",))
_NO_START: Final = "0"
_NO_END: Final = "9"
_E: Final = EVENT.c
_P: Final = PARTICIPATION.c
_HERE: Final = (_E.mall_id == bindparam("mall_id"), _E.shop_no == bindparam("shop_no"))
_ADD: Final = Statement(insert(EVENT).values({c.name: bindparam(c.name) for c in _E}))
_LOCK: Final = Statement(
    select(*_DOCUMENTS.select, _E.state)
    .where(*_HERE, _E.no == bindparam("this_no"), _E.state != "deleted")
    .with_for_update()
)
_END: Final = Statement(
    update(EVENT).where(*_HERE, _E.no == bindparam("this_no")).values(state=bindparam("after"))
)
_OPEN: Final = Statement(
    select(*_DOCUMENTS.select, _P.updated, _P.completed_at)
    .outerjoin(
        PARTICIPATION,
        and_(_P.mall_id == _E.mall_id, _P.member_id == bindparam("member_id"), _P.no == _E.no),
    )
    .where(
        *_HERE,
        _E.state == "running",
        _E.end_day >= bindparam("today"),
        _E.start_day <= bindparam("today"),
    )
    .order_by(_E.no)
)
_LAST_COMPLETED: Final = Statement(
    select(_P.type, func.max(_P.completed_at))
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.member_id == bindparam("member_id"),
        _P.shop_no == bindparam("shop_no"),
        _P.completed_at.is_not(None),
    )
    .group_by(_P.type)
)
_TAKE_PART: Final = Statement(
    lambda insert: (
        insert(PARTICIPATION)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(
            index_elements=["mall_id", "member_id", "no"],
            set_={name: bindparam(name) for name in ("updated", "completed_at")},
            where=_P.completed_at.is_(None),
        )
    )
)


_GET: Final = Statement(
    select(*_DOCUMENTS.select, _E.state).where(
        *_HERE, _E.no == bindparam("this_no"), _E.state != "deleted"
    )
)


def _completed(shape: bool) -> Select[*StoredRow]:
    conditions: list[ColumnElement[bool]] = [
        _P.mall_id == bindparam("mall_id"),
        _P.no == bindparam("this_no"),
        IS_COMPLETED,
    ]
    if shape:
        same = and_(_P.completed_at == bindparam("at"), _P.member_id < bindparam("member_id"))
        conditions += [
            _P.completed_at <= bindparam("at"),
            or_(_P.completed_at < bindparam("at"), same),
        ]
    return (
        select(_P.member_id, _P.completed_at, _P.updated)
        .where(*conditions)
        .order_by(_P.completed_at.desc(), _P.member_id.desc())
        .limit(bindparam("limit"))
    )


_COMPLETED: Final = StatementCache(_completed)


class Completed(Struct, frozen=True, kw_only=True):
    """A customer who completed a campaign."""

    member_id: str
    completed_at: int
    """UTC seconds."""
    items: list[str]
    """What they updated."""


class Participation(Struct, frozen=True, kw_only=True):
    """A campaign in progress, and what a customer has done of it."""

    event: CustomerEvent
    items: frozenset[str]
    completed: bool


def _conditions(shape: tuple[str, ...]) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [*_HERE, _E.state != "deleted"]
    days = {"start_date": _E.start_day, "end_date": _E.end_day}
    by = _E.created_date
    for name in shape:
        if name in days:
            by = days[name]
    for name in shape:
        if name == "name":
            found.append(HasWords(_E.name, "name"))
        elif name == "since":
            found.append(by >= bindparam("since"))
        elif name == "until":
            found.append(by <= bindparam("until"))
    return found


def _list(shape: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(*_DOCUMENTS.select, _E.state)
        .where(*_conditions(shape))
        .order_by(_E.no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


async def page(call: Call, query: EventQuery) -> list[tuple[CustomerEvent, str]]:
    """Return a page of the shop's campaigns with their states, the newest first."""
    shape: list[str] = [query.search_date]
    values: dict[str, BoundValue] = {}
    if query.name is not UNSET:
        shape.append("name")
        values["name"] = query.name
    for name, at in (("since", query.start_date), ("until", query.end_date)):
        if at is not UNSET:
            shape.append(name)
            in_days = query.search_date != "created_date"
            values[name] = moment(at).date().isoformat() if in_days else at
    rows = await call.db.all(
        _LISTS.of(tuple(shape)),
        shop_no=call.shop_no,
        limit=query.limit,
        offset=query.offset,
        **values,
    )
    return [(_DOCUMENTS.read(row[:-1]), row[-1]) for row in rows]


async def add(call: Call, event: CustomerEvent) -> None:
    """Add a campaign, which is running."""
    row = _DOCUMENTS.row(event)
    start, end = event.start_date, event.end_date
    row["start_day"] = _NO_START if start is None else start.isoformat()
    row["end_day"] = _NO_END if end is None else end.isoformat()
    await call.db.run(_ADD, **row, state="running")


async def lock(call: Call, no: int) -> tuple[CustomerEvent, str] | None:
    """Return a campaign of the shop that is not deleted, locked, and its state; or None."""
    row = await call.db.one(_LOCK, shop_no=call.shop_no, this_no=no)
    return None if row is None else (_DOCUMENTS.read(row[:-1]), row[-1])


async def end(call: Call, no: int, state: str) -> None:
    """Write the state of a campaign that was locked: stopped or deleted."""
    await call.db.run(_END, shop_no=call.shop_no, this_no=no, after=state)


async def open_to(call: Call, member_id: str) -> list[Participation]:
    """Return the campaigns in progress, the oldest first, and what a customer has done of them."""
    today = moment(call.clock.now()).date().isoformat()
    rows = await call.db.all(_OPEN, shop_no=call.shop_no, member_id=member_id, today=today)
    return [
        Participation(
            event=_DOCUMENTS.read(row[:-2]),
            items=frozenset((row[-2] or "").split()),
            completed=row[-1] is not None,
        )
        for row in rows
    ]


async def last_completed(call: Call, member_id: str) -> dict[str, int]:
    """Return when a customer last completed a campaign of the shop, of each type: UTC seconds."""
    rows = await call.db.all(_LAST_COMPLETED, shop_no=call.shop_no, member_id=member_id)
    return dict(tuple(row) for row in rows)


async def take_part(
    call: Call, event: CustomerEvent, member_id: str, items: frozenset[str], *, completed: bool
) -> bool:
    """Write what a customer has done of a campaign; return False where it was complete before."""
    return bool(
        await call.db.run(
            _TAKE_PART,
            member_id=member_id,
            no=event.no,
            shop_no=event.shop_no,
            type=event.type,
            updated=" ".join(sorted(items)),
            completed_at=int(call.clock.now()) if completed else None,
        )
    )


async def find(db: Session, shop_no: int, no: int) -> CustomerEvent | None:
    """Return a campaign of a shop that is not deleted, or None."""
    row = await db.one(_GET, shop_no=shop_no, this_no=no)
    return None if row is None else _DOCUMENTS.read(row[:-1])


async def completed(
    db: Session, no: int, *, limit: int, after: tuple[int, str] | None = None
) -> list[Completed]:
    """Return who completed a campaign, the latest first.

    `after`: time and member id of the last one of the page before.
    """
    bound: dict[str, BoundValue] = {} if after is None else {"at": after[0], "member_id": after[1]}
    rows = await db.all(_COMPLETED.of(after is not None), this_no=no, limit=limit, **bound)
    return [Completed(member_id=row[0], completed_at=row[1], items=row[2].split()) for row in rows]
