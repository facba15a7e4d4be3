"""SQL of subscriptions, of switching delivery on and off, and of notices."""

import secrets
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, and_, bindparam, case, delete, func, insert, select, update

from openmall.access.oauth.tables import INSTALLATION
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.events.webhooks.tables import (
    DELIVERY_QUEUE,
    LOG,
    NOTICE,
    SUBSCRIPTION,
    WAITING,
)

RECENT_EVENTS: Final = 10_000
"""Newest events of a mall that are searched for the last ones of an app."""

_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_CLIENT: Final[BindParameter[str]] = bindparam("client_id")
_L: Final = DELIVERY_QUEUE.c
_S: Final = SUBSCRIPTION.c
_E: Final = EVENT.c
_N: Final = NOTICE.c


class StoredSubscription(Struct, frozen=True, kw_only=True):
    """A subscription as it is stored; the keys are sealed."""

    address: str
    events: str
    api_key: str
    secret: str
    old_secret: str
    old_until: int
    changed_fields: str


_START: Final = func.coalesce(_L.sequence, 0)
_FIND: Final = Statement(
    select(*(_S[name] for name in StoredSubscription.__struct_fields__)).where(
        _S.client_id == _CLIENT
    )
)
_SAVE: Final = Statement(
    lambda insert: (
        insert(SUBSCRIPTION)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_update(
            index_elements=["client_id"],
            set_={name: bindparam(name) for name in StoredSubscription.__struct_fields__},
        )
    )
)
_ADD: Final = Statement(
    lambda insert: (
        insert(SUBSCRIPTION)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_nothing(index_elements=["client_id"])
    )
)
_SEALED: Final = Statement(
    select(_S.client_id, _S.api_key, _S.secret, _S.old_secret)
    .where(_S.client_id > bindparam("after"))
    .order_by(_S.client_id)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_RESEAL: Final = Statement(
    update(SUBSCRIPTION)
    .where(_S.client_id == bindparam("this"))
    .values({name: bindparam(name) for name in ("api_key", "secret", "old_secret")})
)
_MALLS: Final = Statement(
    select(INSTALLATION.c.mall_id)
    .where(INSTALLATION.c.client_id == _CLIENT, INSTALLATION.c.deleted_at.is_(None))
    .order_by(INSTALLATION.c.mall_id),
    across_malls="an app that changes its subscription is in several malls",
)
_STATE: Final = Statement(
    select(_L.reception, _L.sequence, _L.previous, _L.failures, _L.failing_since).where(
        _L.mall_id == _MALL, _L.client_id == _CLIENT
    )
)
_SAVE_STATE: Final = Statement(
    lambda insert: (
        insert(DELIVERY_QUEUE)
        .values({c.name: bindparam(c.name) for c in _L})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id"],
            set_={c.name: bindparam(c.name) for c in _L if c.name not in ("mall_id", "client_id")},
        )
    )
)
_HELD: Final = Statement(
    select(_L.holder).where(_L.mall_id == _MALL, _L.lease_until > bindparam("now"))
)
_RETRY_QUEUE: Final = Statement(
    update(DELIVERY_QUEUE)
    .where(_L.mall_id == bindparam("mall_id"), _L.client_id == bindparam("client_id"))
    .values(next_at=bindparam("now"), paused_until=0)
)
_RETRY_WAITING: Final = Statement(
    update(WAITING)
    .where(
        WAITING.c.mall_id == bindparam("mall_id"),
        WAITING.c.client_id == bindparam("client_id"),
        WAITING.c.next_at.is_not(None),
    )
    .values(next_at=bindparam("now"))
)
_SWITCH_OFF: Final = Statement(
    update(DELIVERY_QUEUE)
    .where(_L.mall_id == _MALL, _L.client_id == _CLIENT)
    .values(reception="F", holder=bindparam("holder"), lease_until=0, next_at=None)
)
_DELETE_WAITING: Final = Statement(
    delete(WAITING).where(WAITING.c.mall_id == _MALL, WAITING.c.client_id == _CLIENT)
)
_SKIP_TO_HEAD: Final = Statement(
    update(DELIVERY_QUEUE)
    .where(
        _L.mall_id == _MALL,
        _L.client_id == _CLIENT,
        _L.lease_until == 0,
        _L.sequence == bindparam("was"),
    )
    .values(sequence=bindparam("head"), claimed=bindparam("head"))
)
_LAST: Final = Statement(
    select(func.max(_E.sequence)).where(
        _E.mall_id == _MALL, _E.sequence > bindparam("after"), InList(_E.event_no, "event_nos")
    )
)
_ADD_NOTICE: Final = Statement(insert(NOTICE).values({c.name: bindparam(c.name) for c in _N}))
_NOTICES: Final = Statement(
    select(_N.at, _N.kind, _N.sentence)
    .where(_N.mall_id == _MALL, _N.client_id == _CLIENT)
    .order_by(_N.notice_no.desc())
    .limit(bindparam("most"))
)
_EVENT: Final = Statement(
    select(_E.event_no, _E.resource, _E.created_at, _E.changed_fields).where(
        _E.mall_id == _MALL, _E.sequence == bindparam("sequence")
    )
)
_EVENT_FIELDS: Final = (_E.sequence, _E.event_no, _E.resource, _E.created_at, _E.changed_fields)
_SUBSCRIBED: Final = and_(_E.mall_id == _MALL, InList(_E.event_no, "event_nos"))
_SINCE: Final = Statement(
    select(*_EVENT_FIELDS)
    .where(_SUBSCRIBED, _E.sequence > bindparam("since"))
    .order_by(_E.sequence)
    .limit(bindparam("limit"))
)
_NEWEST: Final = Statement(
    select(*_EVENT_FIELDS)
    .where(_SUBSCRIBED, _E.sequence > bindparam("since"))
    .order_by(_E.sequence.desc())
    .limit(bindparam("limit"))
)
_ATTEMPTS: Final = Statement(
    select(func.max(LOG.c.attempt)).where(
        LOG.c.mall_id == _MALL,
        LOG.c.client_id == _CLIENT,
        LOG.c.sequence == bindparam("sequence"),
    )
)

_I: Final = INSTALLATION.c
_RECEIVING: Final = and_(
    _I.mall_id == _MALL,
    _I.deleted_at.is_(None),
    _S.address != "",
    _S.events != "",
    func.coalesce(_L.reception, "T") == "T",
)
"""The app receives events of the mall."""
_READ_UP_TO: Final = Statement(
    select(func.min(case((_I.since_event > _START, _I.since_event), else_=_START)))
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .outerjoin(DELIVERY_QUEUE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .where(_RECEIVING)
)
_FIRST_WAITING: Final = Statement(
    select(func.min(WAITING.c.sequence))
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .join(DELIVERY_QUEUE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .join(WAITING, and_(WAITING.c.mall_id == _I.mall_id, WAITING.c.client_id == _I.client_id))
    .where(_RECEIVING)
)


async def find(db: Session, client_id: str) -> StoredSubscription | None:
    """Return the subscription of an app; None: it has none."""
    row = await db.one(_FIND, client_id=client_id)
    return (
        None
        if row is None
        else StoredSubscription(**dict(zip(StoredSubscription.__struct_fields__, row, strict=True)))
    )


async def add(db: Session, client_id: str, subscription: StoredSubscription) -> None:
    """Add the subscription of an app, unless it has one."""
    await db.run(_ADD, client_id=client_id, **msgspec.structs.asdict(subscription))


async def save(db: Session, client_id: str, subscription: StoredSubscription) -> None:
    """Add or replace the subscription of an app."""
    await db.run(_SAVE, client_id=client_id, **msgspec.structs.asdict(subscription))


async def malls(db: Session, client_id: str) -> list[str]:
    """Return the ids of the malls in which an app is installed."""
    return [row[0] for row in await db.all(_MALLS, client_id=client_id)]


async def queue_state(db: Session, client_id: str) -> Row | None:
    """Return reception, sequence, previous, failures and failing_since of an app in the mall."""
    return await db.one(_STATE, client_id=client_id)


async def start_at_head(db: Session, client_id: str, event_nos: frozenset[int]) -> None:
    """Start delivery to an app behind the last event of the mall, and delete waiting events.

    Events it missed show in `previous` of the next delivered one.
    """
    head = await sequences.allocated(db, "event")
    found = await queue_state(db, client_id)
    after, previous = (0, 0) if found is None else (found[1], found[2])
    if found is not None:
        last = await db.one(_LAST, after=after, event_nos=sorted(event_nos))
        previous = (last[0] if last else None) or previous
    await db.run(_DELETE_WAITING, client_id=client_id)
    await db.run(
        _SAVE_STATE,
        client_id=client_id,
        reception="T",
        sequence=head,
        previous=previous,
        claimed=head,
        holder=_new_token(),
        lease_until=0,
        next_at=None,
        paused_until=0,
        failures=0,
        failing_since=None,
        given_up=0,
        warned_at=None,
    )


async def skip_to_head(db: Session, client_id: str, event_nos: frozenset[int]) -> None:
    """Move a queue behind events that the app was not subscribed to, if no other event is left.

    Delivery reads events in windows; those passed over must not be delivered once the app
    subscribes to them.
    """
    found = await queue_state(db, client_id)
    if found is None:
        return
    head = await sequences.allocated(db, "event")
    last = await db.one(_LAST, after=found[1], event_nos=sorted(event_nos))
    if last is None or last[0] is None:
        await db.run(_SKIP_TO_HEAD, client_id=client_id, was=found[1], head=head)


async def switch_off(db: Session, client_id: str) -> None:
    """Switch delivery to an app off in the mall; waiting events are given up."""
    if await queue_state(db, client_id) is None:
        await start_at_head(db, client_id, frozenset())
    await db.run(_SWITCH_OFF, client_id=client_id, holder=_new_token())
    await db.run(_DELETE_WAITING, client_id=client_id)


async def retry_now(db: Session, client_id: str, now: int) -> int:
    """Make failed events of an app due at `now`; return how many there are.

    An open circuit breaker is closed. The count of attempts stays.
    """
    events = await db.run(_RETRY_WAITING, client_id=client_id, now=now)
    if events:
        await db.run(_RETRY_QUEUE, client_id=client_id, now=now)
    return events


def _new_token() -> str:
    """Return a fencing token of no worker, so that one that holds a lease writes nothing more."""
    return secrets.token_hex(8)


async def add_notice(
    db: Session, client_id: str, *, notice_no: int, at: int, kind: str, sentence: str
) -> None:
    """Add a notice for the developer of an app."""
    await db.run(
        _ADD_NOTICE, client_id=client_id, notice_no=notice_no, at=at, kind=kind, sentence=sentence
    )


async def notices(db: Session, client_id: str, most: int) -> list[Row]:
    """Return the newest notices: at, kind, sentence."""
    return await db.all(_NOTICES, client_id=client_id, most=most)


async def event(db: Session, sequence: int) -> Row | None:
    """Return an event of the mall: event_no, resource, created_at, changed_fields."""
    return await db.one(_EVENT, sequence=sequence)


async def events_since(db: Session, since: int, event_nos: frozenset[int], limit: int) -> list[Row]:
    """Return events after a number: sequence, event_no, resource, created_at, changed_fields."""
    return await db.all(_SINCE, since=since, event_nos=sorted(event_nos), limit=limit)


async def last_events(db: Session, event_nos: frozenset[int], limit: int) -> list[Row]:
    """Return the last events, the oldest first, of those that happened lately."""
    since = await sequences.allocated(db, "event") - RECENT_EVENTS
    rows = await db.all(_NEWEST, since=since, event_nos=sorted(event_nos), limit=limit)
    return rows[::-1]


async def count_attempts(db: Session, client_id: str, sequence: int) -> int:
    """Return the highest attempt number of an event in the log; 0: it is not in the log."""
    row = await db.one(_ATTEMPTS, client_id=client_id, sequence=sequence)
    return (row[0] if row else None) or 0


async def read_up_to(db: Session) -> int:
    """Return the number up to which no app of the mall needs events any more."""
    state_row = await db.one(_READ_UP_TO)
    waiting_row = await db.one(_FIRST_WAITING)
    everything = await sequences.allocated(db, "event")
    upto = everything if state_row is None or state_row[0] is None else int(state_row[0])
    if waiting_row is None or waiting_row[0] is None:
        return upto
    return min(upto, int(waiting_row[0]) - 1)


async def sealed(db: Session, after: str) -> list[Row]:
    """Return and lock the sealed keys of the next apps: client id, key, secret, old secret."""
    return await db.all(_SEALED, after=after)


async def reseal(db: Session, client_id: str, api_key: str, secret: str, old_secret: str) -> None:
    """Replace the sealed keys of an app."""
    await db.run(_RESEAL, this=client_id, api_key=api_key, secret=secret, old_secret=old_secret)


async def is_delivering(db: Session, now: float) -> bool:
    """Return whether a worker delivers events of the session's mall."""
    return await db.one(_HELD, now=int(now)) is not None
