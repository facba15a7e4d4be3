"""SQL of delivering: whose turn it is, what waits, what came of it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from openmall.database import numbers
from openmall.database.numbers import COUNTER
from openmall.database.schema import EMPTY
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.journal.tables import EVENT
from openmall.malls.tables import CLOSED
from openmall.oauth.tables import INSTALLATION
from openmall.webhooks.delivering import pace
from openmall.webhooks.delivering.items import Item
from openmall.webhooks.tables import LANE, LOG, SUBSCRIPTION, WAITING

A_DAY: Final = 86_400
"""Seconds for which an app that was deleted from a mall is told so."""

_MALL: Final[Any] = bindparam("mall_id")
_CLIENT: Final[Any] = bindparam("client_id")
_NOW: Final[Any] = bindparam("now")
_L: Final = LANE.c
_W: Final = WAITING.c
_E: Final = EVENT.c
_I: Final = INSTALLATION.c
_G: Final = LOG.c
_S: Final = SUBSCRIPTION.c


class Due(Struct, frozen=True):
    """An app for which something may be there, in a mall."""

    mall_id: str
    client_id: str
    head: int
    """Events that were announced in the mall."""
    waits: bool
    """Something that waited is due."""


class Lane(Struct, frozen=True, kw_only=True):
    """How far an app is in a mall; fields are those of the table."""

    reception: str = "T"
    sequence: int = 0
    previous: int = 0
    claimed: int = 0
    turn: str = ""
    lease_until: int = 0
    next_at: int | None = None
    rests_until: int = 0
    failures: int = 0
    failing_since: int | None = None
    given_up: int = 0
    warned_at: int | None = None


class Brief(Struct, frozen=True, kw_only=True):
    """What is brought where, as it is now."""

    address: str
    events: frozenset[int]
    api_key: str
    secret: str
    old_secret: str
    old_until: int
    """The keys are sealed."""
    scopes: frozenset[str]
    since: int
    """Events that were announced before it came into the mall."""
    deleted: bool
    """It is in the mall no more."""
    lane: Lane
    known: bool
    """The lane has a row."""
    head: int


_LANE_FIELDS: Final = Lane.__struct_fields__
_HEAD: Final = func.coalesce(COUNTER.c.value, 0)
_EVENTS_OF_MALL: Final = and_(COUNTER.c.mall_id == _I.mall_id, COUNTER.c.name == "event")
_START: Final = case(
    (func.coalesce(_L.sequence, 0) > _I.since_event, _L.sequence), else_=_I.since_event
)
_PRESENT: Final = or_(_I.deleted_at.is_(None), _I.deleted_at > bindparam("deleted_after"))
_NEXT_AT: Final = func.coalesce(_L.next_at, _NOW + 1)
_WAITS: Final = or_(_NEXT_AT <= _NOW, _NEXT_AT > _NOW + pace.LATEST)


def _lasts(until: Any) -> ColumnElement[bool]:
    """Say that a lease or a rest is not over."""
    return and_(until > _NOW, until <= _NOW + pace.SOON)


_DUE: Final = Statement(
    select(_I.mall_id, _I.client_id, _HEAD, case((_WAITS, 1), else_=0))
    .select_from(SUBSCRIPTION)
    .join(INSTALLATION, _I.client_id == _S.client_id)
    .outerjoin(LANE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .outerjoin(COUNTER, _EVENTS_OF_MALL)
    .outerjoin(CLOSED, CLOSED.c.mall_id == _I.mall_id)
    .where(
        # it may be served elsewhere by now, and be told from there
        CLOSED.c.mall_id.is_(None),
        _S.address != EMPTY,
        _S.events != EMPTY,
        _PRESENT,
        func.coalesce(_L.reception, "T") == "T",
        not_(_lasts(func.coalesce(_L.rests_until, 0))),
        not_(_lasts(func.coalesce(_L.lease_until, 0))),
        or_(_HEAD > _START, _WAITS),
    )
    .order_by(_I.mall_id, _I.client_id),
    across_malls="a worker looks for apps that are to be told something",
)
_BRIEF: Final = Statement(
    select(
        _S.address,
        _S.events,
        _S.api_key,
        _S.secret,
        _S.old_secret,
        _S.old_until,
        _I.scopes,
        _I.since_event,
        _I.deleted_at,
        _HEAD,
        *(_L[name] for name in _LANE_FIELDS),
    )
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .outerjoin(LANE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .outerjoin(COUNTER, _EVENTS_OF_MALL)
    .where(_I.mall_id == _MALL, _I.client_id == _CLIENT, _PRESENT)
)
_ADD_LANE: Final = Statement(
    lambda insert: (
        insert(LANE)
        .values({c.name: bindparam(c.name) for c in _L})
        .on_conflict_do_nothing(index_elements=["mall_id", "client_id"])
    )
)
_CLAIM: Final = Statement(
    update(LANE)
    .where(
        _L.mall_id == _MALL,
        _L.client_id == _CLIENT,
        _L.reception == "T",
        _L.sequence == bindparam("was_sequence"),
        _L.turn == bindparam("was_turn"),
        not_(_lasts(_L.lease_until)),
    )
    .values(
        turn=bindparam("new_turn"),
        lease_until=bindparam("new_lease_until"),
        claimed=bindparam("new_claimed"),
    )
)
_MOVE: Final = Statement(
    update(LANE)
    .where(_L.mall_id == _MALL, _L.client_id == _CLIENT, _L.turn == bindparam("was_turn"))
    .values({name: bindparam(f"new_{name}") for name in _LANE_FIELDS})
)
_EVENTS: Final = Statement(
    select(_E.sequence, _E.event_no, _E.resource, _E.created_at, _E.traceparent)
    .where(
        _E.mall_id == _MALL,
        _E.sequence > bindparam("after"),
        _E.sequence <= bindparam("upto"),
        InList(_E.event_no, "event_nos"),
    )
    .order_by(_E.sequence)
    .limit(bindparam("most"))
)
_CONTENTS: Final = Statement(
    select(_E.sequence, _E.resource, _E.created_at, _E.traceparent).where(
        _E.mall_id == _MALL, InList(_E.sequence, "sequences")
    )
)
_WAITING_NAMES: Final = ("sequence", "event_no", "previous", "attempts", "next_at", "subjects")
_WAITING: Final = Statement(
    select(*(_W[name] for name in _WAITING_NAMES))
    .where(_W.mall_id == _MALL, _W.client_id == _CLIENT)
    .order_by(_W.sequence)
)
_KEEP: Final = Statement(
    lambda insert: (
        insert(WAITING)
        .values({c.name: bindparam(c.name) for c in _W})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id", "sequence"],
            set_={name: bindparam(name) for name in ("attempts", "next_at")},
        )
    )
)
_DROP: Final = Statement(
    delete(WAITING).where(
        _W.mall_id == _MALL, _W.client_id == _CLIENT, InList(_W.sequence, "sequences")
    )
)
_DROP_ALL: Final = Statement(delete(WAITING).where(_W.mall_id == _MALL, _W.client_id == _CLIENT))
_DOUBT: Final = Statement(
    update(WAITING)
    .where(_W.mall_id == _MALL, _W.client_id == _CLIENT, _W.attempts == 0)
    .values(attempts=1)
)
_DELIVERED: Final = Statement(
    select(_G.sequence).where(
        _G.mall_id == _MALL,
        _G.client_id == _CLIENT,
        _G.sequence > bindparam("after"),
        _G.sequence <= bindparam("upto"),
        _G.success == "T",
    )
)
_LOG: Final = Statement(insert(LOG).values({c.name: bindparam(c.name) for c in _G}))


async def due(database: Database, now: float) -> list[Due]:
    """Return for which apps something may be there that nobody is at."""
    async with database.reading("") as db:
        rows = await db.all(_DUE, now=int(now), deleted_after=int(now) - A_DAY)
    return [Due(mall_id, client_id, head, bool(waits)) for mall_id, client_id, head, waits in rows]


async def brief(db: Session, client_id: str, now: float) -> Brief | None:
    """Return what an app is brought in the session's mall; None: nothing."""
    row = await db.one(_BRIEF, client_id=client_id, deleted_after=int(now) - A_DAY)
    if row is None:
        return None
    address, events, api_key, secret, old_secret, old_until, scopes, since, gone, head = row[:10]
    known = row[10] is not None
    lane = dict(zip(_LANE_FIELDS, row[10:], strict=True)) if known else {}
    return Brief(
        address=address,
        events=frozenset(map(int, events.split())),
        api_key=api_key,
        secret=secret,
        old_secret=old_secret,
        old_until=old_until,
        scopes=frozenset(scopes.split()),
        since=since,
        deleted=gone is not None,
        lane=Lane(**lane),
        known=known,
        head=head,
    )


async def add_lane(db: Session, client_id: str, lane: Lane) -> None:
    """Make the lane of an app, unless it is there."""
    values = msgspec.structs.asdict(lane)
    await db.run(_ADD_LANE, client_id=client_id, **values)


async def claim(
    db: Session, client_id: str, was: Lane, *, turn: str, now: float, until: float, claimed: int
) -> bool:
    """Take the lane as it `was` read until a time; False: somebody else was here since."""
    return bool(
        await db.run(
            _CLAIM,
            client_id=client_id,
            was_sequence=was.sequence,
            was_turn=was.turn,
            now=int(now),
            new_turn=turn,
            new_lease_until=int(until),
            new_claimed=claimed,
        )
    )


async def move(db: Session, client_id: str, lane: Lane, *, was_turn: str) -> bool:
    """Write how far the lane is; False: it is somebody else's turn, and nothing is written."""
    new = {f"new_{name}": value for name, value in msgspec.structs.asdict(lane).items()}
    return bool(await db.run(_MOVE, client_id=client_id, was_turn=was_turn, **new))


async def events(
    db: Session, *, after: int, upto: int, event_nos: Iterable[int], most: int
) -> list[Row]:
    """Return events of the outbox: sequence, event_no, resource, created_at, traceparent."""
    wanted = sorted(event_nos)
    return await db.all(_EVENTS, after=after, upto=upto, event_nos=wanted, most=most)


async def contents(db: Session, sequences: Sequence[int]) -> dict[int, tuple[str, int, str | None]]:
    """Return the resources of events, when they were announced, and in which span."""
    rows = await db.all(_CONTENTS, sequences=list(sequences)) if sequences else []
    return {sequence: (resource, at, traceparent) for sequence, resource, at, traceparent in rows}


async def waiting(db: Session, client_id: str, now: float) -> list[Item]:
    """Return what waits for an app at `now`, the oldest first, without the resources."""
    return [
        Item(
            sequence=sequence,
            event_no=event_no,
            previous=previous,
            subjects=tuple(msgspec.json.decode(subjects)),
            resource=None,
            attempts=attempts,
            next_at=pace.due_at(next_at, now),
            kept=True,
        )
        for sequence, event_no, previous, attempts, next_at, subjects in await db.all(
            _WAITING, client_id=client_id
        )
    ]


async def keep(db: Session, client_id: str, items: Iterable[Item]) -> None:
    """Write down that events wait."""
    rows = [
        {
            "client_id": client_id,
            "sequence": item.sequence,
            "event_no": item.event_no,
            "previous": item.previous,
            "attempts": item.attempts + item.unsure,
            "next_at": None if item.next_at is None else int(item.next_at),
            "subjects": msgspec.json.encode(item.subjects).decode(),
        }
        for item in items
    ]
    if rows:
        await db.many(_KEEP, rows)


async def drop(db: Session, client_id: str, sequences: Sequence[int]) -> None:
    """Let events wait no more."""
    if sequences:
        await db.run(_DROP, client_id=client_id, sequences=list(sequences))


async def drop_all(db: Session, client_id: str) -> None:
    """Let nothing wait for an app any more."""
    await db.run(_DROP_ALL, client_id=client_id)


async def doubt(db: Session, client_id: str) -> None:
    """Count what waits as tried once: a worker that is gone may have sent any of it."""
    await db.run(_DOUBT, client_id=client_id)


async def delivered(db: Session, client_id: str, *, after: int, upto: int) -> set[int]:
    """Return which events were delivered, of those between two numbers."""
    return {row[0] for row in await db.all(_DELIVERED, client_id=client_id, after=after, upto=upto)}


async def log(db: Session, rows: list[dict[str, Any]]) -> int:
    """Write down tries, without their numbers; return the number of the first."""
    first = await numbers.take(db, "webhook_log", count=len(rows))
    await db.many(_LOG, [{**row, "log_no": first + at} for at, row in enumerate(rows)])
    return first
