"""Turns collected and announced events into facts, in the order in which they happened.

It reads, then computes in a thread, then writes in one short transaction, whose first statement
moves the cursor from the position that was read. If another worker moved it meanwhile, the results
are dropped: any number of workers may do this at once, and one may die at any moment.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.fact_builder import (
    CartAddition,
    FactBuilder,
    OutboxEvent,
    Payment,
    Placement,
)
from openmall.analytics.sessionising.outbox_events import EVENT_NOS, decode_event
from openmall.analytics.sessionising.store import Cursor, Waiting
from openmall.commerce.order.reporting.sales_for_attribution import (
    store as sales_for_attribution_store,
)
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Session

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two queries for due events."""
EVERYTHING: Final = -1.0
"""A lateness: no late event is waited for, and events of the present second are processed too."""
AT_ONCE: Final = 5_000
"""New or due events of one transaction, give or take a batch."""
ANNOUNCED_AT_ONCE: Final = 500
"""New announced events of one transaction."""

_SEEN: Final = msgspec.json.Decoder(list[CollectedEvent])


def buyers_key(seal: Seal) -> bytes:
    """Return the key by which buyers become numbers: the oldest, so that a new one changes none."""
    return seal.keys_for("buyers")[-1]


class OvertakenError(Exception):
    """Another worker processed the events meanwhile."""


class _Plan(Struct, frozen=True, kw_only=True):
    """The events of one step, and the moment up to which they are processed."""

    before: Cursor
    until: int
    batches: list[Waiting]
    """Batches with events that are not processed yet, new ones included."""
    sequence: int
    announced: list[OutboxEvent]
    """Announced events that are not processed yet, new ones included."""
    event_sequence: int

    def reaches(self, number: int, at: int, *, known: int) -> bool:
        """Say whether an event is due; `known`: number up to which events were read before."""
        return at <= self.until and (number > known or at > self.before.until)

    @property
    def due(self) -> list[OutboxEvent]:
        """Return the announced events that are due."""
        known = self.before.event_sequence
        return [
            each for each in self.announced if self.reaches(each.sequence, each.at, known=known)
        ]

    @property
    def floor(self) -> int:
        """Return the number up to which all announced events are processed by this step."""
        waiting = (each.sequence for each in self.announced if each.at > self.until)
        return min(waiting, default=self.event_sequence + 1) - 1


class Sessioniser:
    """Turns collected and announced events of malls into facts.

    Remembers when the next event of each waiting batch is due, so that it is not read earlier;
    losing that costs reads only.
    """

    def __init__(
        self, database: Database, clock: Clock, *, lateness: float, key: bytes = b""
    ) -> None:
        """`lateness`: seconds after which an event that arrives is late.

        `key`: of `buyers_key`, for the numbers of buyers.
        """
        self._key = key
        self._database = database
        self._clock = clock
        self._lateness = int(lateness * 1_000)
        self._next_at: dict[str, dict[int, int]] = {}

    async def work(self) -> int:
        """Process all due events of every mall; return how many.

        A mall another process works at is left to it; one that fails delays no other.
        """
        processed = 0
        for mall_id in await sessionising_store.due(self._database):
            try:
                while (step_count := await self.step(mall_id)) is not None:
                    processed += step_count
            except OvertakenError:
                continue
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                log.error("not sessionised", extra={"mall_id": mall_id, "reason": reason})
        return processed

    async def finish(self, mall_id: str) -> int:
        """Process all due events of a mall beside other processes; return how many."""
        processed = 0
        while True:
            try:
                step_count = await self.step(mall_id)
            except OvertakenError:
                continue
            if step_count is None:
                return processed
            processed += step_count

    async def step(self, mall_id: str) -> int | None:
        """Process some due events in one transaction; return how many, None: none is due.

        Raises OvertakenError: another process did, and nothing was written.
        """
        next_at = self._next_at.get(mall_id, {})
        async with self._database.reading(mall_id) as db:
            plan = await self._plan(db)
            to_read = _batches_to_read(plan, next_at)
            due = plan.due
            if not (to_read or due or _looks_further(plan)):
                return None
            contents = await sessionising_store.contents(db, to_read)
            due_page_views, later = await asyncio.to_thread(_due_events, plan, contents)
            builder = await _fact_builder(db, due_page_views, due, self._key)
        await asyncio.to_thread(_build, builder, due_page_views, due)
        await self._write(plan, builder)
        waiting = {each.sequence for each in plan.batches if each.last_at > plan.until}
        self._next_at[mall_id] = {
            sequence: at for sequence, at in {**next_at, **later}.items() if sequence in waiting
        }
        return len(due_page_views) + len(due)

    async def _plan(self, db: Session) -> _Plan:
        # taken before anything is read: events that arrive meanwhile have a later time of receipt
        received_until = int((await sandbox_clock.of(db, self._clock)).now() * 1_000)
        before = await sessionising_store.cursor(db)
        batches = await sessionising_store.waiting(db, before)
        # each has at least one event, so the last batch is never added
        new_batches = await sessionising_store.new(db, before, AT_ONCE + 1)
        head = await sequences.allocated(db, "event")
        pending = await sessionising_store.pending_events(db, before, EVENT_NOS)
        new_events = await sessionising_store.new_events(
            db, before, head, EVENT_NOS, ANNOUNCED_AT_ONCE
        )
        if len(new_events) == ANNOUNCED_AT_ONCE:
            head = new_events[-1][0]
            received_until = min(received_until, new_events[-1][3] * 1_000)
        fresh = 0
        for each in new_batches:
            if fresh >= AT_ONCE:
                received_until = min(received_until, each.received_at)
                break
            batches.append(each)
            fresh += each.events
        until = _at_once(batches, before.until, received_until - self._lateness - 1)
        return _Plan(
            before=before,
            until=max(before.until, until),
            batches=batches,
            sequence=max([before.sequence, *(each.sequence for each in batches)]),
            announced=[decode_event(row) for row in (*pending, *new_events)],
            event_sequence=max(head, before.event_sequence),
        )

    async def _write(self, plan: _Plan, builder: FactBuilder) -> None:
        facts = {name: rows for name, rows in builder.rows.items() if rows}
        after = Cursor(
            sequence=plan.sequence,
            event_sequence=plan.event_sequence,
            until=plan.until,
            batch_no=plan.before.batch_no + bool(facts),
            event_floor=plan.floor,
        )
        async with self._database.writing(builder.mall_id) as db:
            if not await sessionising_store.move(db, plan.before, after):
                raise OvertakenError(builder.mall_id)
            if facts:
                await sessionising_store.add_batch(db, after.batch_no, facts)
            await sessionising_store.keep_browsers(db, builder.changed_browsers())
            await sessionising_store.keep_placed(db, builder.changed_orders())
            await sessionising_store.discard(db, after)


def _at_once(batches: Sequence[Waiting], before: int, until: int) -> int:
    """Return a moment not after `until` up to which not much more than AT_ONCE events are due."""
    ending = sorted((each.last_at, each.events) for each in batches if each.last_at > before)
    events = 0
    for last_at, event_count in ending:
        if last_at >= until:
            break
        events += event_count
        if events >= AT_ONCE:
            return last_at
    return until


def _batches_to_read(plan: _Plan, next_at: dict[int, int]) -> list[int]:
    """Return the batches that are new or may have due events."""
    return [
        each.sequence
        for each in plan.batches
        if each.sequence > plan.before.sequence or next_at.get(each.sequence, 0) <= plan.until
    ]


def _looks_further(plan: _Plan) -> bool:
    return plan.event_sequence > plan.before.event_sequence or plan.floor > plan.before.event_floor


def _due_events(
    plan: _Plan, contents: Iterable[tuple[int, str]]
) -> tuple[list[CollectedEvent], dict[int, int]]:
    """Return the due events of batches, oldest first, and the time of each batch's next event."""
    due_page_views: list[CollectedEvent] = []
    later: dict[int, int] = {}
    known = plan.before.sequence
    for sequence, content in contents:
        events = _SEEN.decode(content)
        due_page_views += [each for each in events if plan.reaches(sequence, each.at, known=known)]
        after = [each.at for each in events if each.at > plan.until]
        if after:
            later[sequence] = min(after)
    # by all fields: the order does not depend on their batches
    due_page_views.sort(key=msgspec.structs.astuple)
    return due_page_views, later


async def _fact_builder(
    db: Session, due_page_views: Sequence[CollectedEvent], due: Sequence[OutboxEvent], key: bytes
) -> FactBuilder:
    """Return a builder with the state of the browsers, orders and products concerned."""
    actions = [each.what for each in due]
    keys = {(each.shop_no, each.browser) for each in due_page_views}
    keys |= {
        (each.shop_no, each.browser)
        for each in actions
        if isinstance(each, CartAddition | Placement)
    }
    paid = [each.order_id for each in actions if isinstance(each, Payment)]
    lines = await sales_for_attribution_store.of_orders(db, paid) if paid else {}
    products = {each.product_no for each in actions if isinstance(each, CartAddition)}
    products |= {each.product_no for each in due_page_views if each.kind == "product"}
    products |= {item.product_no for sold_items in lines.values() for item in sold_items}
    return FactBuilder(
        db.mall_id,
        known=await sessionising_store.browsers(db, sorted(keys)),
        placed=await sessionising_store.placed(db, paid),
        goods=await sessionising_store.goods(db, sorted(products)),
        sold=lines,
        paid=await sales_for_attribution_store.paid(db, paid) if paid else {},
        key=key,
    )


def _build(
    builder: FactBuilder, due_page_views: Sequence[CollectedEvent], due: Iterable[OutboxEvent]
) -> None:
    """Build facts of both in the order of time; page views precede actions of the same moment."""
    at = 0
    for event in sorted(due, key=lambda each: (each.at, each.sequence)):
        while at < len(due_page_views) and due_page_views[at].at <= event.at:
            builder.record_page_view(due_page_views[at])
            at += 1
        builder.record_announced(event)
    for page in due_page_views[at:]:
        builder.record_page_view(page)
