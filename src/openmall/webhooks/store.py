"""SQL of what apps want to be told, and of what their developers look at."""

import secrets
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, case, delete, func, insert, select, update

from openmall.database import numbers
from openmall.database.resealing import AT_ONCE
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.journal.tables import EVENT
from openmall.oauth.tables import INSTALLATION
from openmall.webhooks.tables import LANE, LOG, NOTICE, SUBSCRIPTION, WAITING

LATELY: Final = 10_000
"""Events of a mall among which the last ones for an app are looked for."""

_MALL: Final[Any] = bindparam("mall_id")
_CLIENT: Final[Any] = bindparam("client_id")
_L: Final = LANE.c
_S: Final = SUBSCRIPTION.c
_E: Final = EVENT.c
_N: Final = NOTICE.c


class Kept(Struct, frozen=True, kw_only=True):
    """What an app wants to be told, as it is in the store; the keys are sealed."""

    address: str
    events: str
    api_key: str
    secret: str
    old_secret: str
    old_until: int


_START: Final = func.coalesce(_L.sequence, 0)
_FIND: Final = Statement(
    select(*(_S[name] for name in Kept.__struct_fields__)).where(_S.client_id == _CLIENT)
)
_KEEP: Final = Statement(
    lambda insert: (
        insert(SUBSCRIPTION)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_update(
            index_elements=["client_id"],
            set_={name: bindparam(name) for name in Kept.__struct_fields__},
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
    .limit(AT_ONCE)
    .with_for_update()
)
_SEAL_ANEW: Final = Statement(
    update(SUBSCRIPTION)
    .where(_S.client_id == bindparam("this"))
    .values({name: bindparam(name) for name in ("api_key", "secret", "old_secret")})
)
_MALLS: Final = Statement(
    select(INSTALLATION.c.mall_id)
    .where(INSTALLATION.c.client_id == _CLIENT, INSTALLATION.c.deleted_at.is_(None))
    .order_by(INSTALLATION.c.mall_id),
    across_malls="an app that begins to be told something is in several malls",
)
_LANE: Final = Statement(
    select(_L.reception, _L.sequence, _L.previous, _L.failures, _L.failing_since).where(
        _L.mall_id == _MALL, _L.client_id == _CLIENT
    )
)
_PLACE: Final = Statement(
    lambda insert: (
        insert(LANE)
        .values({c.name: bindparam(c.name) for c in _L})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id"],
            set_={c.name: bindparam(c.name) for c in _L if c.name not in ("mall_id", "client_id")},
        )
    )
)
_SWITCH_OFF: Final = Statement(
    update(LANE)
    .where(_L.mall_id == _MALL, _L.client_id == _CLIENT)
    .values(reception="F", turn=bindparam("turn"), lease_until=0, next_at=None)
)
_DROP: Final = Statement(
    delete(WAITING).where(WAITING.c.mall_id == _MALL, WAITING.c.client_id == _CLIENT)
)
_PASS_BY: Final = Statement(
    update(LANE)
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
    select(_E.event_no, _E.resource, _E.created_at).where(
        _E.mall_id == _MALL, _E.sequence == bindparam("sequence")
    )
)
_TOLD_OF: Final = (_E.sequence, _E.event_no, _E.resource, _E.created_at)
_WANTED: Final = and_(_E.mall_id == _MALL, InList(_E.event_no, "event_nos"))
_SINCE: Final = Statement(
    select(*_TOLD_OF)
    .where(_WANTED, _E.sequence > bindparam("since"))
    .order_by(_E.sequence)
    .limit(bindparam("limit"))
)
_NEWEST: Final = Statement(
    select(*_TOLD_OF)
    .where(_WANTED, _E.sequence > bindparam("since"))
    .order_by(_E.sequence.desc())
    .limit(bindparam("limit"))
)
_TRIES: Final = Statement(
    select(func.max(LOG.c.attempt)).where(
        LOG.c.mall_id == _MALL,
        LOG.c.client_id == _CLIENT,
        LOG.c.sequence == bindparam("sequence"),
    )
)

_OLD_TRIES: Final = Statement(
    select(LOG.c.client_id, LOG.c.log_no)
    .where(LOG.c.mall_id == _MALL, LOG.c.requested_at < bindparam("before"))
    .order_by(LOG.c.requested_at)
    .limit(bindparam("limit"))
)
_FORGET_TRY: Final = Statement(
    delete(LOG).where(
        LOG.c.mall_id == _MALL, LOG.c.client_id == _CLIENT, LOG.c.log_no == bindparam("log_no")
    )
)
_FIRST_EVENTS: Final = Statement(
    select(_E.sequence, _E.created_at)
    .where(_E.mall_id == _MALL, _E.sequence <= bindparam("upto"))
    .order_by(_E.sequence)
    .limit(bindparam("limit"))
)
_FORGET_EVENTS: Final = Statement(
    delete(EVENT).where(_E.mall_id == _MALL, _E.sequence <= bindparam("upto"))
)
_I: Final = INSTALLATION.c
_TOLD: Final = and_(
    _I.mall_id == _MALL,
    _I.deleted_at.is_(None),
    _S.address != "",
    _S.events != "",
    func.coalesce(_L.reception, "T") == "T",
)
"""What is true of an app that is told what happens in the mall."""
_READ_UP_TO: Final = Statement(
    select(func.min(case((_I.since_event > _START, _I.since_event), else_=_START)))
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .outerjoin(LANE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .where(_TOLD)
)
_FIRST_WAITING: Final = Statement(
    select(func.min(WAITING.c.sequence))
    .select_from(INSTALLATION)
    .join(SUBSCRIPTION, _S.client_id == _I.client_id)
    .join(LANE, and_(_L.mall_id == _I.mall_id, _L.client_id == _I.client_id))
    .join(WAITING, and_(WAITING.c.mall_id == _I.mall_id, WAITING.c.client_id == _I.client_id))
    .where(_TOLD)
)


async def find(db: Session, client_id: str) -> Kept | None:
    """Return what an app wants to be told; None: it never said."""
    row = await db.one(_FIND, client_id=client_id)
    return None if row is None else Kept(**dict(zip(Kept.__struct_fields__, row, strict=True)))


async def add(db: Session, client_id: str, kept: Kept) -> None:
    """Write what an app wants to be told, unless somebody did meanwhile."""
    await db.run(_ADD, client_id=client_id, **msgspec.structs.asdict(kept))


async def keep(db: Session, client_id: str, kept: Kept) -> None:
    """Write what an app wants to be told."""
    await db.run(_KEEP, client_id=client_id, **msgspec.structs.asdict(kept))


async def malls(db: Session, client_id: str) -> list[str]:
    """Return the malls an app is in."""
    return [row[0] for row in await db.all(_MALLS, client_id=client_id)]


async def lane(db: Session, client_id: str) -> Row | None:
    """Return reception, sequence, previous, failures and failing_since of an app in the mall."""
    return await db.one(_LANE, client_id=client_id)


async def begin_now(db: Session, client_id: str, event_nos: frozenset[int]) -> None:
    """Let an app be told what happens in the mall from now on, and nothing that waited.

    What it was not told meanwhile shows in `previous` of what it is told next.
    """
    head = await numbers.taken(db, "event")
    found = await lane(db, client_id)
    after, previous = (0, 0) if found is None else (found[1], found[2])
    if found is not None:
        last = await db.one(_LAST, after=after, event_nos=sorted(event_nos))
        previous = (last[0] if last else None) or previous
    await db.run(_DROP, client_id=client_id)
    await db.run(
        _PLACE,
        client_id=client_id,
        reception="T",
        sequence=head,
        previous=previous,
        claimed=head,
        turn=_new_turn(),
        lease_until=0,
        next_at=None,
        rests_until=0,
        failures=0,
        failing_since=None,
        given_up=0,
        warned_at=None,
    )


async def pass_by(db: Session, client_id: str, event_nos: frozenset[int]) -> None:
    """Leave behind events of the mall that were not for the app, as of what it was told so far.

    They are looked at by the hundred, and must not become its own by what it wants from now on.
    """
    found = await lane(db, client_id)
    if found is None:
        return
    head = await numbers.taken(db, "event")
    last = await db.one(_LAST, after=found[1], event_nos=sorted(event_nos))
    if last is None or last[0] is None:
        await db.run(_PASS_BY, client_id=client_id, was=found[1], head=head)


async def switch_off(db: Session, client_id: str) -> None:
    """Let an app be told nothing more of the mall; what waited is given up."""
    if await lane(db, client_id) is None:
        await begin_now(db, client_id, frozenset())
    await db.run(_SWITCH_OFF, client_id=client_id, turn=_new_turn())
    await db.run(_DROP, client_id=client_id)


def _new_turn() -> str:
    """Return a name by which no worker knows the lane, so that none writes what it was at."""
    return secrets.token_hex(8)


async def add_notice(
    db: Session, client_id: str, *, notice_no: int, at: int, kind: str, sentence: str
) -> None:
    """Add what the developer of an app should know."""
    await db.run(
        _ADD_NOTICE, client_id=client_id, notice_no=notice_no, at=at, kind=kind, sentence=sentence
    )


async def notices(db: Session, client_id: str, most: int) -> list[Row]:
    """Return the newest notices: at, kind, sentence."""
    return await db.all(_NOTICES, client_id=client_id, most=most)


async def event(db: Session, sequence: int) -> Row | None:
    """Return an event of the mall: event_no, resource, created_at."""
    return await db.one(_EVENT, sequence=sequence)


async def events_since(db: Session, since: int, event_nos: frozenset[int], limit: int) -> list[Row]:
    """Return events after a number: sequence, event_no, resource, created_at."""
    return await db.all(_SINCE, since=since, event_nos=sorted(event_nos), limit=limit)


async def last_events(db: Session, event_nos: frozenset[int], limit: int) -> list[Row]:
    """Return the last events, the oldest first, of those that happened lately."""
    since = await numbers.taken(db, "event") - LATELY
    rows = await db.all(_NEWEST, since=since, event_nos=sorted(event_nos), limit=limit)
    return rows[::-1]


async def tries(db: Session, client_id: str, sequence: int) -> int:
    """Return how often an event was tried, as far as the log remembers."""
    row = await db.one(_TRIES, client_id=client_id, sequence=sequence)
    return (row[0] if row else None) or 0


async def read_up_to(db: Session) -> int:
    """Return up to which number every app of the mall was told of events, or does not want them."""
    told = await db.one(_READ_UP_TO)
    waits = await db.one(_FIRST_WAITING)
    everything = await numbers.taken(db, "event")
    upto = everything if told is None or told[0] is None else int(told[0])
    return upto if waits is None or waits[0] is None else min(upto, waits[0] - 1)


async def forget_tries(db: Session, before: int, most: int) -> int:
    """Forget tries that were made before a moment, some of them; return how many."""
    rows = await db.all(_OLD_TRIES, before=before, limit=most)
    await db.many(_FORGET_TRY, [{"client_id": row[0], "log_no": row[1]} for row in rows])
    return len(rows)


async def forget_events(db: Session, upto: int, before: int, most: int) -> int:
    """Forget the mall's first events up to a number, as far as they are older than a moment.

    Some of them; return how many.
    """
    old = 0
    last = 0
    for sequence, created_at in await db.all(_FIRST_EVENTS, upto=upto, limit=most):
        if created_at >= before:
            break
        old, last = old + 1, sequence
    if old:
        await db.run(_FORGET_EVENTS, upto=last)
    return old


async def sealed(db: Session, after: str) -> list[Row]:
    """Return the sealed keys of the next apps, to change them: client id, key, secret, old one."""
    return await db.all(_SEALED, after=after)


async def seal_anew(
    db: Session, client_id: str, api_key: str, secret: str, old_secret: str
) -> None:
    """Write an app's keys as they are sealed now."""
    await db.run(_SEAL_ANEW, this=client_id, api_key=api_key, secret=secret, old_secret=old_secret)
