"""SQL of outgoing messages: added, claimed by a worker, ended, listed and deleted."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    BindParameter,
    SelectBase,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.database.schema import fixed_text
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search import mail_addresses
from openmall.database.values import BoundValue
from openmall.events.messages.channels import Outgoing
from openmall.events.messages.tables import ATTEMPT, MESSAGE, UNDELIVERED, WAITS

_M: Final = MESSAGE.c
_A: Final = ATTEMPT.c
_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_HANDED_OVER: Final = "handed_over"

INSERT: Final = Statement(insert(MESSAGE).values({c.name: bindparam(c.name) for c in _M}))
INSERT_ATTEMPT: Final = Statement(insert(ATTEMPT).values({c.name: bindparam(c.name) for c in _A}))
_MALLS: Final = Statement(
    select(_M.mall_id).where(WAITS, _M.next_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for messages to deliver",
)
_DUE: Final = Statement(
    select(_M.message_no)
    .where(_M.mall_id == _MALL, WAITS, _M.next_at <= bindparam("now"))
    .order_by(_M.next_at, _M.message_no)
    .limit(bindparam("most"))
)
_GIVE_UP: Final = Statement(
    update(MESSAGE)
    .where(
        _M.mall_id == _MALL,
        WAITS,
        _M.next_at <= bindparam("now"),
        _M.state == bindparam("handed_over"),
    )
    .values(state="unknown", next_at=None, ended_at=bindparam("now"), lease="")
)
_CLAIM: Final = Statement(
    update(MESSAGE)
    .where(
        _M.mall_id == _MALL,
        InList(_M.message_no, "message_nos"),
        WAITS,
        _M.next_at <= bindparam("now"),
        _M.state != bindparam("handed_over"),
    )
    .values(
        state="sending",
        attempts=_M.attempts + 1,
        lease=bindparam("lease"),
        next_at=bindparam("until"),
    )
)
_FIELDS: Final = tuple(
    name for name in Outgoing.__struct_fields__ if name not in ("extra", "mall_id")
)
_CLAIMED: Final = Statement(
    select(
        *(_M[name] for name in _FIELDS),
        _M.extra,
        _M.attempts,
        _M.fallback,
        _M.sealed,
        _M.member_id,
        _M.batch,
    )
    .where(
        _M.mall_id == _MALL,
        InList(_M.message_no, "message_nos"),
        _M.lease == bindparam("token"),
    )
    .order_by(_M.message_no)
)
_MINE: Final = (
    _M.mall_id == _MALL,
    _M.message_no == bindparam("message_no"),
    _M.lease == bindparam("token"),
)
_HAND_OVER: Final = Statement(
    update(MESSAGE)
    .where(*_MINE, _M.state == "sending")
    .values(state=_HANDED_OVER, next_at=bindparam("until"))
)
_END: Final = Statement(
    update(MESSAGE)
    .where(*_MINE)
    .values(
        state=bindparam("state"),
        next_at=bindparam("next_at"),
        ended_at=bindparam("ended_at"),
        lease="",
    )
)
_RESEND: Final = Statement(
    update(MESSAGE)
    .where(
        _M.mall_id == _MALL,
        _M.message_no == bindparam("message_no"),
        InList(_M.state, "states"),
        _M.recipient != "",
    )
    .values(state="queued", next_at=0, ended_at=None)
)
_UNDELIVERED: Final = Statement(
    select(_M.message_no, _M.channel)
    .where(
        _M.mall_id == _MALL,
        UNDELIVERED,
        _M.state == bindparam("of_state"),
        _M.created_at >= bindparam("since"),
        _M.message_no > bindparam("after"),
    )
    .order_by(_M.message_no)
    .limit(bindparam("most"))
)
_UNDELIVERED_BY_MALL: Final = Statement(
    select(
        _M.mall_id,
        _M.state,
        _M.channel,
        func.count(),
        func.min(_M.created_at),
        func.max(_M.created_at),
    )
    .where(UNDELIVERED)
    .group_by(_M.mall_id, _M.state, _M.channel)
    .order_by(_M.mall_id, _M.state, _M.channel),
    across_malls="an operator decides which messages are sent again",
)
SHOWN: Final = (
    "message_no", "shop_no", "channel", "occasion", "member_id", "recipient", "sender",
    "reply_to", "language", "subject", "body", "html", "state", "attempts", "created_at",
    "ended_at", "sealed",
)  # fmt: skip
_LAST_ANSWER: Final = (
    select(_A.answer)
    .where(_A.mall_id == _MALL, _A.message_no == _M.message_no)
    .order_by(_A.attempt.desc())
    .limit(1)
    .scalar_subquery()
)
_ATTEMPTS: Final = Statement(
    select(_A.attempt, _A.attempted_at, _A.outcome, _A.answer)
    .where(_A.mall_id == _MALL, _A.message_no == bindparam("message_no"))
    .order_by(_A.attempt)
)
_STATES_OF_BATCH: Final = Statement(
    select(_M.state, func.count())
    .where(_M.mall_id == _MALL, _M.batch == bindparam("batch"))
    .group_by(_M.state)
)
_OLD: Final = Statement(
    select(_M.message_no)
    .where(_M.mall_id == _MALL, _M.created_at < bindparam("before"))
    .order_by(_M.created_at)
    .limit(bindparam("most"))
)
MALLS_WITH_OLD: Final = malls_with(
    MESSAGE, _M.created_at < OWN_NOW - bindparam("kept", type_=BigInteger())
)
_DELETE: Final = Statement(
    delete(MESSAGE).where(_M.mall_id == _MALL, InList(_M.message_no, "message_nos"))
)
_DELETE_ATTEMPTS: Final = Statement(
    delete(ATTEMPT).where(_A.mall_id == _MALL, InList(_A.message_no, "message_nos"))
)


def _listed(filters: tuple[str, ...]) -> SelectBase:
    conditions = [
        _M[name] == bindparam(name)
        for name in filters
        if name not in ("before", "recipient", "undelivered")
    ]
    if "recipient" in filters:
        conditions.append(mail_addresses.Comparable(_M.recipient) == bindparam("recipient"))
    if "undelivered" in filters:
        conditions.append(UNDELIVERED)
    if "before" in filters:
        conditions.append(_M.message_no < bindparam("before"))
    return (
        select(*(_M[name] for name in SHOWN), func.coalesce(_LAST_ANSWER, fixed_text("")))
        .where(_M.mall_id == _MALL, *conditions)
        .order_by(_M.message_no.desc())
        .limit(bindparam("limit"))
    )


_LISTS: Final = StatementCache(_listed)


class Claimed(Struct, frozen=True, kw_only=True):
    """A message that a worker has claimed; `attempt`: the number of this attempt."""

    message: Outgoing
    attempt: int
    falls_back: bool
    """Another way is tried when it fails."""
    sealed: str = ""
    """Its texts, where they lie sealed."""
    member_id: str = ""
    """The customer it is for; empty: someone else, or a guest."""
    batch: str = ""
    """Code of the call that sent it to many; empty: an automatic message."""


class Listed(Struct, frozen=True, kw_only=True):
    """A message as managers and operators see it; times are UTC seconds."""

    message_no: int
    shop_no: int
    channel: str
    occasion: str
    member_id: str
    recipient: str
    sender: str
    reply_to: str
    language: str
    subject: str
    body: str
    html: str
    state: str
    attempts: int
    created_at: int
    ended_at: int | None
    sealed: str
    """Body and HTML, where they lie sealed; empty: they are those above."""
    answer: str
    """What the receiver answered to the last attempt."""


async def malls_with_due(database: Database, now: float) -> list[str]:
    """Return the malls that have messages to deliver."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS, now=int(now))]


async def claim(db: Session, *, now: float, until: float, lease: str, most: int) -> list[Claimed]:
    """Claim up to `most` due messages until a lease ends, and return them.

    Messages whose worker died after it had handed them over become unknown.
    """
    await db.run(_GIVE_UP, now=int(now), handed_over=_HANDED_OVER)
    numbers = [number for (number,) in await db.all(_DUE, now=int(now), most=most)]
    if not numbers:
        return []
    await db.run(
        _CLAIM,
        message_nos=numbers,
        now=int(now),
        until=int(until),
        lease=lease,
        handed_over=_HANDED_OVER,
    )
    rows = await db.all(_CLAIMED, message_nos=numbers, token=lease)
    return [_claimed(db.mall_id, row) for row in rows]


def _claimed(mall_id: str, row: Row) -> Claimed:
    *fields, extra, attempts, fallback, sealed, member_id, batch = row
    values = dict(zip(_FIELDS, fields, strict=True))
    # an erasure has blanked it
    more = msgspec.json.decode(extra) if extra else {}
    message = Outgoing(mall_id=mall_id, extra=more, **values)
    return Claimed(
        message=message,
        attempt=attempts,
        falls_back=bool(fallback),
        sealed=sealed,
        member_id=member_id,
        batch=batch,
    )


async def hand_over(db: Session, message_no: int, *, lease: str, until: float) -> bool:
    """Store that the message may be accepted from now on; False: the lease was lost."""
    return bool(await db.run(_HAND_OVER, message_no=message_no, token=lease, until=int(until)))


async def end(
    db: Session,
    message_no: int,
    *,
    lease: str,
    state: str,
    next_at: int | None,
    ended_at: int | None,
) -> bool:
    """Write what became of a claimed message; False: the lease was lost."""
    written = await db.run(
        _END,
        message_no=message_no,
        token=lease,
        state=state,
        next_at=next_at,
        ended_at=ended_at,
    )
    return bool(written)


async def add_attempt(
    db: Session, message_no: int, attempt: int, *, at: float, outcome: str, answer: str
) -> None:
    """Add an attempt to the delivery log."""
    row: dict[str, BoundValue] = {
        "message_no": message_no,
        "attempt": attempt,
        "attempted_at": int(at),
        "outcome": outcome,
        "answer": answer,
    }
    await db.defer(INSERT_ATTEMPT, [row])


async def resend(db: Session, message_no: int) -> bool:
    """Queue a message again that failed or whose outcome is unknown; False: it is neither."""
    return bool(await db.run(_RESEND, message_no=message_no, states=["failed", "unknown"]))


async def undelivered(
    db: Session, *, state: str, since: int, after: int, most: int
) -> list[tuple[int, str]]:
    """Return number and channel of the next messages that `failed` or are `unknown`.

    `since`: UTC second of the oldest; `after`: with larger numbers.
    """
    rows = await db.all(_UNDELIVERED, of_state=state, since=since, after=after, most=most)
    return [(number, channel) for number, channel in rows]


async def undelivered_by_mall(db: Session) -> list[Row]:
    """Return mall, state, channel, count, and first and last UTC second of undelivered messages."""
    return await db.all(_UNDELIVERED_BY_MALL)


async def listed(db: Session, *, limit: int, **filters: Any) -> list[Listed]:
    """Return the newest messages that match `filters`.

    `before`: with smaller numbers. `undelivered`: failed, or with an unknown outcome. `recipient`:
    compared as e-mail addresses are.
    """
    statement = _LISTS.of(tuple(sorted(filters)))
    if "recipient" in filters:
        filters["recipient"] = mail_addresses.comparable(filters["recipient"])
    filters.pop("undelivered", None)
    rows = await db.all(statement, limit=limit, **filters)
    return [_shown(row) for row in rows]


def _shown(row: Row) -> Listed:
    *fields, answer = row
    return Listed(**dict(zip(SHOWN, fields, strict=True)), answer=answer)


async def attempts(db: Session, message_no: int) -> list[Row]:
    """Return number, time, outcome and answer of each attempt to deliver a message."""
    return await db.all(_ATTEMPTS, message_no=message_no)


async def states_of_batch(db: Session, batch: str) -> dict[str, int]:
    """Return how many messages of a batch are in each state."""
    rows = await db.all(_STATES_OF_BATCH, batch=batch)
    return {row[0]: row[1] for row in rows}


async def delete_old(db: Session, *, before: int, most: int) -> int:
    """Delete up to `most` messages created before a UTC second; return their number."""
    numbers = [number for (number,) in await db.all(_OLD, before=before, most=most)]
    if numbers:
        await db.run(_DELETE_ATTEMPTS, message_nos=numbers)
        await db.run(_DELETE, message_nos=numbers)
    return len(numbers)
