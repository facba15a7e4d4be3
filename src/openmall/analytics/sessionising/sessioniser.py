"""The worker: takes what was told, in the order in which it happened, and makes facts of it.

It reads, then works in a thread, then writes in one short transaction, whose first statement moves
the cursor on from where it was read. Was somebody else faster, it does not move, and what was
worked out is dropped: so any number of workers may do this at once, and one may die at any moment.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.analytics.collecting.shape import Seen
from openmall.analytics.sessionising import store
from openmall.analytics.sessionising.announcing import EVENT_NOS, understood
from openmall.analytics.sessionising.making import (
    CartAddition,
    Happened,
    Made,
    Payment,
    Placement,
)
from openmall.analytics.sessionising.store import Cursor, Waiting
from openmall.areas.order.sold import store as sold
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.sandbox import clock as sandbox_clock

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two looks for something to be done."""
EVERYTHING: Final = -1.0
"""A lateness: nothing is waited for, and what was announced in this second is done as well."""
AT_ONCE: Final = 5_000
"""Events that are newly looked at, or done, in one transaction, give or take a batch."""
ANNOUNCED_AT_ONCE: Final = 500
"""Announced events that are newly looked at."""

_SEEN: Final = msgspec.json.Decoder(list[Seen])


def buyers_key(seal: Seal) -> bytes:
    """Return the key by which buyers become numbers: the oldest, so that a new one changes none."""
    return seal.keys_for("buyers")[-1]


class OvertakenError(Exception):
    """Somebody else has done it meanwhile."""


class _Plan(Struct, frozen=True, kw_only=True):
    """What is looked at, and up to when it is done."""

    before: Cursor
    until: int
    batches: list[Waiting]
    """Those that are looked at, now or already."""
    sequence: int
    announced: list[Happened]
    """As far as it is not done, or new."""
    event_sequence: int

    def reaches(self, number: int, at: int, *, known: int) -> bool:
        """Say whether something is done now; `known`: up to which number all was looked at."""
        return at <= self.until and (number > known or at > self.before.until)

    @property
    def due(self) -> list[Happened]:
        """Return what was announced and is done now."""
        known = self.before.event_sequence
        return [
            each for each in self.announced if self.reaches(each.sequence, each.at, known=known)
        ]

    @property
    def floor(self) -> int:
        """Return up to which number all that was announced is done afterwards."""
        waiting = (each.sequence for each in self.announced if each.at > self.until)
        return min(waiting, default=self.event_sequence + 1) - 1


class Sessioniser:
    """Makes facts of what happened in malls.

    Remembers of batches that wait when the next of their events was, so that they are not read
    before its time: nothing is lost with that.
    """

    def __init__(
        self, database: Database, clock: Clock, *, lateness: float, key: bytes = b""
    ) -> None:
        """`lateness`: seconds for which what happened at a moment may still be told.

        `key`: of `buyers_key`, for the numbers of buyers.
        """
        self._key = key
        self._database = database
        self._clock = clock
        self._lateness = int(lateness * 1_000)
        self._next_at: dict[str, dict[int, int]] = {}

    async def work(self) -> int:
        """Do all that has had its time in every mall; return how many events.

        A mall that somebody else is at is left to them; one that fails keeps no other waiting.
        """
        done = 0
        for mall_id in await store.due(self._database):
            try:
                while (some := await self.step(mall_id)) is not None:
                    done += some
            except OvertakenError:
                continue
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                log.error("not sessionised", extra={"mall_id": mall_id, "reason": reason})
        return done

    async def finish(self, mall_id: str) -> int:
        """Do all that has had its time in a mall, whoever else is at it; return how many events."""
        done = 0
        while True:
            try:
                some = await self.step(mall_id)
            except OvertakenError:
                continue
            if some is None:
                return done
            done += some

    async def step(self, mall_id: str) -> int | None:
        """Do a part in one transaction; return how many events, None: nothing is left to do now.

        Raises OvertakenError: somebody else did it, and nothing was written.
        """
        next_at = self._next_at.get(mall_id, {})
        async with self._database.reading(mall_id) as db:
            plan = await self._plan(db)
            wanted = _wanted(plan, next_at)
            due = plan.due
            if not (wanted or due or _looks_further(plan)):
                return None
            contents = await store.contents(db, wanted)
            seen, later = await asyncio.to_thread(_read, plan, contents)
            made = await _prepared(db, seen, due, self._key)
        await asyncio.to_thread(_make, made, seen, due)
        await self._write(plan, made)
        waiting = {each.sequence for each in plan.batches if each.last_at > plan.until}
        self._next_at[mall_id] = {
            sequence: at for sequence, at in {**next_at, **later}.items() if sequence in waiting
        }
        return len(seen) + len(due)

    async def _plan(self, db: Session) -> _Plan:
        # what is told at a moment happened within the lateness before it; taken before anything is
        # read, as what comes meanwhile is told later
        told_at = int((await sandbox_clock.of(db, self._clock)).now() * 1_000)
        before = await store.cursor(db)
        batches = await store.waiting(db, before)
        # each has an event at least, so that the last of them is not looked at
        came = await store.new(db, before, AT_ONCE + 1)
        head = await numbers.taken(db, "event")
        pending = await store.pending_events(db, before, EVENT_NOS)
        new = await store.new_events(db, before, head, EVENT_NOS, ANNOUNCED_AT_ONCE)
        if len(new) == ANNOUNCED_AT_ONCE:
            head = new[-1][0]
            told_at = min(told_at, new[-1][3] * 1_000)
        fresh = 0
        for each in came:
            if fresh >= AT_ONCE:
                told_at = min(told_at, each.received_at)
                break
            batches.append(each)
            fresh += each.events
        until = _at_once(batches, before.until, told_at - self._lateness - 1)
        return _Plan(
            before=before,
            until=max(before.until, until),
            batches=batches,
            sequence=max([before.sequence, *(each.sequence for each in batches)]),
            announced=[understood(row) for row in (*pending, *new)],
            event_sequence=max(head, before.event_sequence),
        )

    async def _write(self, plan: _Plan, made: Made) -> None:
        facts = {name: rows for name, rows in made.rows.items() if rows}
        after = Cursor(
            sequence=plan.sequence,
            event_sequence=plan.event_sequence,
            until=plan.until,
            batch_no=plan.before.batch_no + bool(facts),
            event_floor=plan.floor,
        )
        async with self._database.writing(made.mall_id) as db:
            if not await store.move(db, plan.before, after):
                raise OvertakenError(made.mall_id)
            if facts:
                await store.add_batch(db, after.batch_no, facts)
            await store.keep_browsers(db, made.changed_browsers())
            await store.keep_placed(db, made.changed_orders())
            await store.discard(db, after)


def _at_once(batches: Sequence[Waiting], before: int, until: int) -> int:
    """Return a moment not after `until` up to which not much more than AT_ONCE events are due."""
    ending = sorted((each.last_at, each.events) for each in batches if each.last_at > before)
    events = 0
    for last_at, some in ending:
        if last_at >= until:
            break
        events += some
        if events >= AT_ONCE:
            return last_at
    return until


def _wanted(plan: _Plan, next_at: dict[int, int]) -> list[int]:
    """Return the batches of which something may be due, or which nobody has looked at."""
    return [
        each.sequence
        for each in plan.batches
        if each.sequence > plan.before.sequence or next_at.get(each.sequence, 0) <= plan.until
    ]


def _looks_further(plan: _Plan) -> bool:
    return plan.event_sequence > plan.before.event_sequence or plan.floor > plan.before.event_floor


def _read(plan: _Plan, contents: Iterable[tuple[int, str]]) -> tuple[list[Seen], dict[int, int]]:
    """Return what of batches is due, oldest first, and when the next event of each batch was."""
    seen: list[Seen] = []
    later: dict[int, int] = {}
    known = plan.before.sequence
    for sequence, content in contents:
        events = _SEEN.decode(content)
        seen += [each for each in events if plan.reaches(sequence, each.at, known=known)]
        after = [each.at for each in events if each.at > plan.until]
        if after:
            later[sequence] = min(after)
    # by all they say: the order is the same in whichever batches they came
    seen.sort(key=msgspec.structs.astuple)
    return seen, later


async def _prepared(db: Session, seen: Sequence[Seen], due: Sequence[Happened], key: bytes) -> Made:
    """Return what facts are made with: what is known of browsers, orders and products."""
    told = [each.what for each in due]
    keys = {(each.shop_no, each.browser) for each in seen}
    keys |= {
        (each.shop_no, each.browser) for each in told if isinstance(each, CartAddition | Placement)
    }
    paid = [each.order_id for each in told if isinstance(each, Payment)]
    lines = await sold.of_orders(db, paid) if paid else {}
    products = {each.product_no for each in told if isinstance(each, CartAddition)}
    products |= {each.product_no for each in seen if each.kind == "product"}
    products |= {line.product_no for some in lines.values() for line in some}
    products |= {each.product_no for each in seen if each.kind == "product"}
    return Made(
        db.mall_id,
        known=await store.browsers(db, sorted(keys)),
        placed=await store.placed(db, paid),
        goods=await store.goods(db, sorted(products)),
        sold=lines,
        key=key,
    )


def _make(made: Made, seen: Sequence[Seen], due: Iterable[Happened]) -> None:
    """Make facts of both, in the order of time; what was seen in the same moment comes first."""
    at = 0
    for told in sorted(due, key=lambda each: (each.at, each.sequence)):
        while at < len(seen) and seen[at].at <= told.at:
            made.see(seen[at])
            at += 1
        made.hear(told)
    for event in seen[at:]:
        made.see(event)
