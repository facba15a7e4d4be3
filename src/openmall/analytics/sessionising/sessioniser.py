"""Turns collected and announced events into facts, in the order in which they happened.

It reads, then computes in a thread, then writes in one short transaction, whose first statement
moves the cursor from the position that was read. If another worker moved it meanwhile, the results
are dropped: any number of workers may do this at once, and one may die at any moment.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.sessionising import due_events
from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.fact_builder import (
    CartAddition,
    FactBuilder,
    OutboxEvent,
    Payment,
    Placement,
)
from openmall.analytics.sessionising.imported_sales import record_imported_sales
from openmall.analytics.sessionising.outbox_events import decode_event
from openmall.analytics.sessionising.store import Cursor
from openmall.commerce.order.reporting.sales_for_attribution import (
    store as sales_for_attribution_store,
)
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Row, Session

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two queries for due events."""
EVERYTHING: Final = -1.0
"""A lateness: no late event is waited for, and events of the present second are processed too."""
AT_ONCE: Final = 5_000
"""New or due events of one transaction, give or take a batch."""
ANNOUNCED_AT_ONCE: Final = 2_000
"""New announced events of one transaction."""

_SEEN: Final = msgspec.json.Decoder(list[CollectedEvent])


def buyers_key(seal: Seal) -> bytes:
    """Return the key by which buyers become numbers: the oldest, so that a new one changes none."""
    return seal.keys_for("buyers")[-1]


class OvertakenError(Exception):
    """Another worker processed the events meanwhile."""


class _Plan(Struct, frozen=True, kw_only=True):
    """What one step processes: the batches and announced events up to a moment and a number."""

    before: Cursor
    until: int
    sequence: int
    event_sequence: int
    is_complete: bool
    """No event that was due is left for a further step."""

    def reaches(self, number: int, at: int) -> bool:
        """Say whether an event of a batch is due: a late one is, if its batch is new."""
        return at <= self.until and (number > self.before.sequence or at > self.before.until)


class _Found(Struct, frozen=True):
    """The due events of a step."""

    pages: list[CollectedEvent]
    announced: list[OutboxEvent]
    next_times: dict[int, int]
    """Number of a batch -> time of its first event that is not due."""

    def __bool__(self) -> bool:
        return bool(self.pages or self.announced or self.next_times)


class Sessioniser:
    """Turns collected and announced events of malls into facts."""

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

    async def work(self) -> int:
        """Process all due events of every mall; return how many.

        A mall another process works at is left to it; one that fails delays no other.
        """
        processed = 0
        for mall_id in await sessionising_store.due(self._database):
            try:
                async for step_count in self._steps(mall_id):
                    processed += step_count
                processed += await record_imported_sales(self._database, mall_id, key=self._key)
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
                async for step_count in self._steps(mall_id):
                    processed += step_count
            except OvertakenError:
                continue
            return processed + await record_imported_sales(self._database, mall_id, key=self._key)

    async def _steps(self, mall_id: str) -> AsyncIterator[int]:
        """Process what is due, in transactions of bounded size; yield how many events each had.

        What gets due meanwhile is left to the next call. Raises OvertakenError: another process
        moved the cursor, and the step under way wrote nothing.
        """
        is_complete = False
        while not is_complete:
            async with self._database.reading(mall_id) as db:
                plan = await self._plan(db)
                found, after = await _due_events(db, plan)
                if not (found or _has_moved(plan.before, after)):
                    return
                builder = await _fact_builder(db, found.pages, found.announced, self._key)
            await asyncio.to_thread(_build, builder, found.pages, found.announced)
            await self._write(plan.before, after, builder, found.next_times)
            is_complete = plan.is_complete
            yield len(found.pages) + len(found.announced)

    async def _plan(self, db: Session) -> _Plan:
        # taken before anything is read: events that arrive meanwhile have a later time of receipt
        received_until = int((await sandbox_clock.of(db, self._clock)).now() * 1_000)
        before = await sessionising_store.cursor(db)
        sequence = before.sequence
        is_complete = True
        fresh = 0
        # each has at least one event, so the last batch is never taken
        for each in await due_events.new(db, before, AT_ONCE + 1):
            if fresh >= AT_ONCE:
                received_until = min(received_until, each.received_at)
                is_complete = False
                break
            sequence = each.sequence
            fresh += each.events
        head = await sequences.allocated(db, "event")
        last = await due_events.last_new_event(db, before, head, ANNOUNCED_AT_ONCE)
        if last is not None:
            head, second = last
            received_until = min(received_until, second * 1_000)
            is_complete = False
        latest = max(before.until, received_until - self._lateness - 1)
        times = await due_events.times(db, before, sequence, latest, AT_ONCE)
        until = _at_once(times, latest)
        return _Plan(
            before=before,
            until=until,
            sequence=sequence,
            event_sequence=max(head, before.event_sequence),
            is_complete=is_complete and until == latest,
        )

    async def _write(
        self, before: Cursor, after: Cursor, builder: FactBuilder, next_times: dict[int, int]
    ) -> None:
        facts = {name: rows for name, rows in builder.rows.items() if rows}
        after = msgspec.structs.replace(after, batch_no=before.batch_no + bool(facts))
        async with self._database.writing(builder.mall_id) as db:
            if not await sessionising_store.move(db, before, after):
                raise OvertakenError(builder.mall_id)
            if facts:
                await sessionising_store.add_batch(db, after.batch_no, facts)
            await sessionising_store.keep_browsers(db, builder.changed_browsers())
            await sessionising_store.keep_placed(db, builder.changed_orders())
            await due_events.discard(db, after)
            await due_events.postpone(db, next_times)


def _has_moved(before: Cursor, after: Cursor) -> bool:
    """Say whether something was read for the first time, or need not be read again."""
    return (before.sequence, before.event_sequence, before.event_floor) != (
        after.sequence,
        after.event_sequence,
        after.event_floor,
    )


def _at_once(times: Iterable[Sequence[int]], until: int) -> int:
    """Return a moment not after `until` up to which not much more than AT_ONCE events are due.

    `times`: of batches, the time of the next event, and the number of events.
    """
    events = 0
    for next_at, event_count in times:
        events += event_count
        if events >= AT_ONCE:
            return next_at
    return until


async def _due_events(db: Session, plan: _Plan) -> tuple[_Found, Cursor]:
    """Return the events of a step, and the cursor after it, whose batch number is the old one."""
    before, until, head = plan.before, plan.until, plan.event_sequence
    batches = await due_events.batches(db, plan.sequence, until)
    rows: Sequence[Row] = []
    floor = before.event_floor
    if head > floor:
        rows = await due_events.announced(db, before, head, until)
        floor = await due_events.event_floor(db, before, head, until)
    after = Cursor(
        sequence=plan.sequence,
        event_sequence=head,
        until=until,
        batch_no=before.batch_no,
        event_floor=floor,
    )
    return await asyncio.to_thread(_decoded, plan, batches, rows), after


def _decoded(plan: _Plan, batches: Iterable[tuple[int, str]], rows: Iterable[Row]) -> _Found:
    """Return the due events of batches, oldest first, and of rows of the outbox."""
    pages: list[CollectedEvent] = []
    next_times: dict[int, int] = {}
    for number, content in batches:
        events = _SEEN.decode(content)
        pages += [each for each in events if plan.reaches(number, each.at)]
        if later := [each.at for each in events if each.at > plan.until]:
            next_times[number] = min(later)
    # by all fields: the order does not depend on their batches
    pages.sort(key=msgspec.structs.astuple)
    return _Found(pages, [decode_event(row) for row in rows], next_times)


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
