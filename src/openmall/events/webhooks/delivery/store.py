"""SQL of delivery: queues and their leases, events of the outbox, waiting events, the log."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
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

from openmall.access.malls.tables import CLOSED
from openmall.access.oauth.tables import INSTALLATION
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.schema import EMPTY
from openmall.database.sequences import SEQUENCE
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue
from openmall.events.webhooks import field_choices
from openmall.events.webhooks.delivery import retry_policy
from openmall.events.webhooks.delivery.event_queue import QueuedEvent
from openmall.events.webhooks.recipes import store as recipe_store
from openmall.events.webhooks.recipes.store import StoredRecipe
from openmall.events.webhooks.tables import DELIVERY_QUEUE, LOG, SUBSCRIPTION, WAITING

DELETED_APP_SECONDS: Final = 86_400
"""Seconds during which an app that was deleted from a mall still receives that event."""

_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_CLIENT: Final[BindParameter[str]] = bindparam("client_id")
_NOW: Final[BindParameter[int]] = bindparam("now")
_L: Final = DELIVERY_QUEUE.c
_W: Final = WAITING.c
_E: Final = EVENT.c
_I: Final = INSTALLATION.c
_G: Final = LOG.c
_S: Final = SUBSCRIPTION.c


class DueQueue(Struct, frozen=True):
    """A delivery queue on which something may have to be delivered."""

    mall_id: str
    client_id: str
    head: int
    """Number of the last event that was announced in the mall."""
    retry_due: bool
    """A waiting event is due."""


class QueueState(Struct, frozen=True, kw_only=True):
    """How far a delivery queue is; fields are the columns of `webhook_queue`."""

    reception: str = "T"
    sequence: int = 0
    previous: int = 0
    claimed: int = 0
    holder: str = ""
    lease_until: int = 0
    next_at: int | None = None
    paused_until: int = 0
    failures: int = 0
    failing_since: int | None = None
    given_up: int = 0
    warned_at: int | None = None


class QueueSnapshot(Struct, frozen=True, kw_only=True):
    """A queue with the app's subscription and the head of the outbox, as read at one moment."""

    address: str
    events: frozenset[int]
    api_key: str
    secret: str
    old_secret: str
    old_until: int
    """UTC seconds until which `old_secret` signs along. The keys are sealed."""
    scopes: frozenset[str]
    since: int
    """Number of the last event before the app was installed."""
    deleted: bool
    """The app was deleted from the mall."""
    state: QueueState
    has_row: bool
    """False: the queue has no row, as nothing was delivered yet."""
    head: int
    """Number of the last event that was announced in the mall."""
    changed_fields: dict[int, frozenset[str]]
    """Of these events, the app receives those in which one of the fields changed."""
    recipes: Sequence[StoredRecipe]
    """Of the events that a recipe names, the app receives those that one of them matches."""


_STATE_FIELDS: Final = QueueState.__struct_fields__
_SUBSCRIPTION_FIELDS: Final = (
    "address", "events", "changed_fields", "api_key", "secret", "old_secret", "old_until"
)  # fmt: skip
_HEAD: Final = func.coalesce(SEQUENCE.c.value, 0)
_EVENTS_OF_MALL: Final = and_(SEQUENCE.c.mall_id == _I.mall_id, SEQUENCE.c.name == "event")
_START: Final = case(
    (func.coalesce(_L.sequence, 0) > _I.since_event, _L.sequence), else_=_I.since_event
)
_PRESENT: Final = or_(_I.deleted_at.is_(None), _I.deleted_at > bindparam("deleted_after"))
_NEXT_AT: Final = func.coalesce(_L.next_at, _NOW + 1)
_RETRY_DUE: Final = or_(_NEXT_AT <= _NOW, _NEXT_AT > _NOW + retry_policy.LONGEST_DELAY)


def _lasts(until: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a lease, or an open circuit breaker, lasts."""
    return and_(until > _NOW, until <= _NOW + retry_policy.LONGEST_HOLD)


_DUE: Final = Statement(
    select(_I.mall_id, _I.client_id, _HEAD, case((_RETRY_DUE, 1), else_=0))
    .select_from(SUBSCRIPTION)
    .join(INSTALLATION, _I.client_id == _S.client_id)
    .outerjoin(DELIVERY_QUEUE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .outerjoin(SEQUENCE, _EVENTS_OF_MALL)
    .outerjoin(CLOSED, CLOSED.c.mall_id == _I.mall_id)
    .where(
        # a closed mall may be served by another installation, which delivers its events
        CLOSED.c.mall_id.is_(None),
        _S.address != EMPTY,
        _S.events != EMPTY,
        _PRESENT,
        func.coalesce(_L.reception, "T") == "T",
        not_(_lasts(func.coalesce(_L.paused_until, 0))),
        not_(_lasts(func.coalesce(_L.lease_until, 0))),
        or_(_HEAD > _START, _RETRY_DUE),
    )
    .order_by(_I.mall_id, _I.client_id),
    across_malls="a worker looks for due delivery queues of all malls",
)
_SNAPSHOT: Final = Statement(
    select(
        *(_S[name] for name in _SUBSCRIPTION_FIELDS),
        _I.scopes,
        _I.since_event,
        _I.deleted_at,
        _HEAD,
        *(_L[name] for name in _STATE_FIELDS),
    )
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .outerjoin(DELIVERY_QUEUE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .outerjoin(SEQUENCE, _EVENTS_OF_MALL)
    .where(_I.mall_id == _MALL, _I.client_id == _CLIENT, _PRESENT)
)
_ADD_STATE: Final = Statement(
    lambda insert: (
        insert(DELIVERY_QUEUE)
        .values({c.name: bindparam(c.name) for c in _L})
        .on_conflict_do_nothing(index_elements=["mall_id", "client_id"])
    )
)
_CLAIM: Final = Statement(
    update(DELIVERY_QUEUE)
    .where(
        _L.mall_id == _MALL,
        _L.client_id == _CLIENT,
        _L.reception == "T",
        _L.sequence == bindparam("was_sequence"),
        _L.holder == bindparam("was_holder"),
        not_(_lasts(_L.lease_until)),
    )
    .values(
        holder=bindparam("new_holder"),
        lease_until=bindparam("new_lease_until"),
        claimed=bindparam("new_claimed"),
    )
)
_UPDATE_STATE: Final = Statement(
    update(DELIVERY_QUEUE)
    .where(_L.mall_id == _MALL, _L.client_id == _CLIENT, _L.holder == bindparam("was_holder"))
    .values({name: bindparam(f"new_{name}") for name in _STATE_FIELDS})
)
_CONTENT: Final = (_E.resource, _E.created_at, _E.traceparent, _E.changed_fields)
_EVENTS: Final = Statement(
    select(_E.sequence, _E.event_no, *_CONTENT)
    .where(
        _E.mall_id == _MALL,
        _E.sequence > bindparam("after"),
        _E.sequence <= bindparam("upto"),
        InList(_E.event_no, "event_nos"),
    )
    .order_by(_E.sequence)
    .limit(bindparam("most"))
)
_EVENT_CONTENTS: Final = Statement(
    select(_E.sequence, *_CONTENT).where(_E.mall_id == _MALL, InList(_E.sequence, "sequences"))
)
_WAITING_NAMES: Final = ("sequence", "event_no", "previous", "attempts", "next_at", "subjects")
_WAITING: Final = Statement(
    select(*(_W[name] for name in _WAITING_NAMES))
    .where(_W.mall_id == _MALL, _W.client_id == _CLIENT)
    .order_by(_W.sequence)
)
_STORE_WAITING: Final = Statement(
    lambda insert: (
        insert(WAITING)
        .values({c.name: bindparam(c.name) for c in _W})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id", "sequence"],
            set_={name: bindparam(name) for name in ("attempts", "next_at")},
        )
    )
)
_DELETE_WAITING: Final = Statement(
    delete(WAITING).where(
        _W.mall_id == _MALL, _W.client_id == _CLIENT, InList(_W.sequence, "sequences")
    )
)
_DELETE_ALL_WAITING: Final = Statement(
    delete(WAITING).where(_W.mall_id == _MALL, _W.client_id == _CLIENT)
)
_MARK_IN_DOUBT: Final = Statement(
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
_ADD_LOG: Final = Statement(insert(LOG).values({c.name: bindparam(c.name) for c in _G}))


async def due_queues(database: Database, now: float) -> list[DueQueue]:
    """Return the queues without a lease on which something may have to be delivered."""
    async with database.reading("") as db:
        rows = await db.all(_DUE, now=int(now), deleted_after=int(now) - DELETED_APP_SECONDS)
    return [
        DueQueue(mall_id, client_id, head, bool(retry_due))
        for mall_id, client_id, head, retry_due in rows
    ]


async def snapshot(db: Session, client_id: str, now: float) -> QueueSnapshot | None:
    """Return an app's queue in the session's mall; None: the app has no subscription there."""
    row = await db.one(_SNAPSHOT, client_id=client_id, deleted_after=int(now) - DELETED_APP_SECONDS)
    if row is None:
        return None
    address, events, fields, api_key, secret, old_secret, old_until = row[:7]
    scopes, since, gone, head = row[7:11]
    has_row = row[11] is not None
    state = dict(zip(_STATE_FIELDS, row[11:], strict=True)) if has_row else {}
    return QueueSnapshot(
        address=address,
        events=frozenset(map(int, events.split())),
        changed_fields=field_choices.decode(fields),
        api_key=api_key,
        secret=secret,
        old_secret=old_secret,
        old_until=old_until,
        scopes=frozenset(scopes.split()),
        since=since,
        deleted=gone is not None,
        state=QueueState(**state),
        has_row=has_row,
        head=head,
        recipes=await recipe_store.of_app(db, client_id),
    )


async def add_state(db: Session, client_id: str, state: QueueState) -> None:
    """Add the row of an app's queue, unless there is one."""
    values = msgspec.structs.asdict(state)
    await db.run(_ADD_STATE, client_id=client_id, **values)


async def claim(
    db: Session,
    client_id: str,
    was: QueueState,
    *,
    token: str,
    now: float,
    until: float,
    claimed: int,
) -> bool:
    """Lease the queue, as it `was` read, until a time; False: it was written since."""
    return bool(
        await db.run(
            _CLAIM,
            client_id=client_id,
            was_sequence=was.sequence,
            was_holder=was.holder,
            now=int(now),
            new_holder=token,
            new_lease_until=int(until),
            new_claimed=claimed,
        )
    )


async def update_state(db: Session, client_id: str, state: QueueState, *, token: str) -> bool:
    """Write the state; False: its fencing token is not `token`, and nothing is written."""
    new = {f"new_{name}": value for name, value in msgspec.structs.asdict(state).items()}
    return bool(await db.run(_UPDATE_STATE, client_id=client_id, was_holder=token, **new))


async def events(
    db: Session, *, after: int, upto: int, event_nos: Iterable[int], most: int
) -> list[Row]:
    """Return events of the outbox: sequence, event_no, resource, created_at, traceparent."""
    return await db.all(_EVENTS, after=after, upto=upto, event_nos=sorted(event_nos), most=most)


async def event_contents(
    db: Session, sequences: Sequence[int]
) -> dict[int, tuple[str, int, str | None, str | None]]:
    """Return resource, time, traceparent and changed fields of events that were not swept."""
    rows = await db.all(_EVENT_CONTENTS, sequences=list(sequences)) if sequences else []
    return {row[0]: (row[1], row[2], row[3], row[4]) for row in rows}


async def waiting_events(db: Session, client_id: str, now: float) -> list[QueuedEvent]:
    """Return the waiting events of an app, the oldest first, without their resources."""
    return [
        QueuedEvent(
            sequence=sequence,
            event_no=event_no,
            previous=previous,
            subjects=tuple(msgspec.json.decode(subjects)),
            resource=None,
            attempts=attempts,
            next_at=retry_policy.capped(next_at, now),
            stored=True,
        )
        for sequence, event_no, previous, attempts, next_at, subjects in await db.all(
            _WAITING, client_id=client_id
        )
    ]


async def store_waiting(db: Session, client_id: str, events: Iterable[QueuedEvent]) -> None:
    """Add or update waiting events."""
    rows = [
        {
            "client_id": client_id,
            "sequence": event.sequence,
            "event_no": event.event_no,
            "previous": event.previous,
            "attempts": event.attempts + event.in_doubt,
            "next_at": None if event.next_at is None else int(event.next_at),
            "subjects": msgspec.json.encode(event.subjects).decode(),
        }
        for event in events
    ]
    if rows:
        await db.many(_STORE_WAITING, rows)


async def delete_waiting(db: Session, client_id: str, sequences: Sequence[int]) -> None:
    """Delete waiting events by their numbers."""
    if sequences:
        await db.run(_DELETE_WAITING, client_id=client_id, sequences=list(sequences))


async def delete_all_waiting(db: Session, client_id: str) -> None:
    """Delete every waiting event of an app."""
    await db.run(_DELETE_ALL_WAITING, client_id=client_id)


async def mark_in_doubt(db: Session, client_id: str) -> None:
    """Count one attempt for waiting events that have none.

    A worker that ended without releasing its lease may have sent them.
    """
    await db.run(_MARK_IN_DOUBT, client_id=client_id)


async def delivered_sequences(db: Session, client_id: str, *, after: int, upto: int) -> set[int]:
    """Return the numbers of events behind `after`, up to `upto`, that the log has as delivered."""
    return {row[0] for row in await db.all(_DELIVERED, client_id=client_id, after=after, upto=upto)}


async def add_log(db: Session, rows: list[dict[str, BoundValue]]) -> int:
    """Add log entries, which are given without numbers; return the number of the first."""
    first = await sequences.allocate(db, "webhook_log", count=len(rows))
    await db.many(_ADD_LOG, [{**row, "log_no": first + at} for at, row in enumerate(rows)])
    return first
