"""Delivery of one queue: the events of one mall to one app, until nothing is left to deliver.

Lease, reader, circuit breaker and results each have a module. One coroutine (`run`) changes their
state; the tasks that send only add to the queue of results.
"""

import asyncio
import time
from typing import Final

import msgspec

from openmall.database.values import BoundValue
from openmall.events.webhooks import signing
from openmall.events.webhooks.delivery import circuit_breaker, notices, retry_policy
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.attempt import Delivery, deliver
from openmall.events.webhooks.delivery.circuit_breaker import CircuitBreaker
from openmall.events.webhooks.delivery.event_queue import EventQueue, QueuedEvent
from openmall.events.webhooks.delivery.lease import Lease, LeaseLostError
from openmall.events.webhooks.delivery.reader import WINDOW, Reader
from openmall.events.webhooks.delivery.results import Results
from openmall.events.webhooks.delivery.services import Services
from openmall.events.webhooks.outcome import Outcome

POLL_SECONDS: Final = 0.25
"""Between two reads of the outbox while deliveries are under way and there is room for more."""
RENEW_SECONDS: Final = 5.0
"""After which the lease is renewed at the latest."""
WRITE_SECONDS: Final = 0.1
"""After which results are written."""
WRITE_AFTER: Final = 200
"""Log entries after which results are written sooner."""


class QueueDelivery:
    """One run over one delivery queue; `stop()` ends it early."""

    def __init__(self, services: Services, mall_id: str, client_id: str) -> None:
        self._services = services
        self._now = services.clock.now
        self.mall_id = mall_id
        self.client_id = client_id
        self.last_empty_head = -1
        """Head of the outbox at which nothing was found for the app; -1: something was."""
        self._queue = EventQueue()
        self._lease = Lease(services.database, mall_id, client_id)
        self._reader = Reader(services.seal, client_id)
        self._breaker = CircuitBreaker()
        self._results = Results(self._queue)
        self._arrived: asyncio.Queue[tuple[QueuedEvent, Outcome, list[dict[str, BoundValue]]]] = (
            asyncio.Queue()
        )
        self._sending: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._polled_at = time.monotonic()

    def stop(self) -> None:
        """Start no further delivery; those under way are waited for."""
        self._stopping = True

    async def run(self) -> None:
        """Claim the queue and deliver what is due. Raises LeaseLostError."""
        if not await self._claim():
            return
        try:
            await self._deliver_all()
            await self._write(release=True)
        finally:
            for task in self._sending:
                task.cancel()

    async def _claim(self) -> bool:
        """Read the queue's state and claim it; False: nothing is due, or another worker has it."""
        now = self._now()
        # One read transaction for state, new events and buffered events: events that commit during
        # it belong to the next claim.
        async with self._services.database.reading(self.mall_id) as db:
            snapshot = await delivery_store.snapshot(db, self.client_id, now)
            if snapshot is None or not snapshot.address or snapshot.state.reception != "T":
                return False
            state = snapshot.state
            abandoned = state.lease_until > 0
            start = max(state.sequence, snapshot.since)
            self._reader.reload_subscription(snapshot, now)
            rows, upto = await self._reader.events_after(db, start)
            waiting = await delivery_store.waiting_events(db, self.client_id, now)
            delivered: set[int] = set()
            if abandoned:
                # the worker that held the lease ended without releasing it
                delivered = await delivery_store.delivered_sequences(
                    db, self.client_id, after=start, upto=state.claimed
                )
        stale = [each.sequence for each in waiting if each.sequence <= snapshot.since]
        next_at = retry_policy.capped(state.next_at, now)
        retry_due = next_at is not None and next_at <= now
        # what is passed over stays so when the recipe goes: the position behind it is written
        if not (rows or retry_due or abandoned or self._reader.passed_over):
            self.last_empty_head = snapshot.head
            if snapshot.head - start < WINDOW:
                return False
        if start > state.sequence:
            # the app was installed, perhaps again, after the state was last written
            state = msgspec.structs.replace(state, sequence=start, previous=0)
        # Conditional on the state that was read: of two workers that read the same, one claims.
        if not await self._lease.claim(snapshot, self._now(), upto=upto, stale=stale):
            return False
        self._state = state
        buffered = [each for each in waiting if each.sequence not in stale]
        for event in buffered:
            # An abandoned delivery may have been sent: it counts as an attempt.
            event.attempts = max(event.attempts, int(abandoned))
        self._reader.start(
            start,
            previous=state.previous,
            buffered=buffered,
            in_doubt_upto=state.claimed if abandoned else 0,
        )
        self._reader.enqueue(self._queue, [row for row in rows if row[0] not in delivered], upto)
        return True

    async def _deliver_all(self) -> None:
        while True:
            await self._read_ahead()
            await self._start_deliveries()
            if not self._sending and self._arrived.empty():
                return
            await self._drain_results()
            waited = time.monotonic() - self._lease.renewed_at
            log = self._results.log
            if (
                len(log) >= WRITE_AFTER
                or waited >= RENEW_SECONDS
                or (log and waited >= WRITE_SECONDS)
            ):
                await self._write()

    @property
    def _paused(self) -> bool:
        return self._stopping or circuit_breaker.is_open(self._state, self._now())

    async def _read_ahead(self) -> None:
        """Read further events when there is room for them."""
        if self._paused or self._reader.is_full(self._queue):
            return
        idle = not self._sending and self._arrived.empty()
        lately = time.monotonic() - self._polled_at < WRITE_SECONDS
        if self._reader.at_head and lately and not idle:
            return
        self._polled_at = time.monotonic()
        async with self._services.database.reading(self.mall_id) as db:
            snapshot = await delivery_store.snapshot(db, self.client_id, self._now())
            if snapshot is None or not snapshot.address:
                self._stopping = True
                return
            self._reader.reload_subscription(snapshot, self._now())
            if self._reader.position == snapshot.head:
                return
            rows, upto = await self._reader.events_after(db, self._reader.position)
        if rows:
            # written before any of them is sent: another worker then knows what may have been
            await self._write(claimed=upto)
        self._reader.enqueue(self._queue, rows, upto)

    async def _start_deliveries(self) -> None:
        """Start sending what may be sent now."""
        # results that came in while something was written count for the circuit breaker
        self._record_arrived()
        if self._paused:
            return
        room = self._services.limits.per_app - len(self._sending)
        events = self._queue.take(self._now(), self._breaker.permitted(self._state, room))
        await self._load_resources(events)
        for event in events:
            if event.resource is None or event.event_no not in self._reader.event_nos:
                # it was swept from the outbox, or the app unsubscribed from it
                self._results.ack(event)
                continue
            self._breaker.count(self._state)
            task = asyncio.get_running_loop().create_task(self._send(event))
            self._sending.add(task)

    async def _load_resources(self, events: list[QueuedEvent]) -> None:
        missing = [each.sequence for each in events if each.resource is None]
        if not missing:
            return
        async with self._services.database.reading(self.mall_id) as db:
            found = await delivery_store.event_contents(db, missing)
        for each in events:
            if each.sequence in found:
                (each.resource, each.created_at, each.traceparent, each.changed_fields) = found[
                    each.sequence
                ]

    async def _send(self, event: QueuedEvent) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            outcome, entries = await self._attempt(event)
        finally:
            # before the result is announced, so that its reader sees the room there is
            self._sending.discard(task)
        if outcome.success:
            # a sandbox's events are announced ahead of time
            self._services.http_client.lag += max(0.0, self._now() - event.created_at)
        self._arrived.put_nowait((event, outcome, entries))

    async def _attempt(self, event: QueuedEvent) -> tuple[Outcome, list[dict[str, BoundValue]]]:
        """Return the outcome of an attempt, and its log entries without numbers."""
        services, attempt = self._services, event.attempts + event.in_doubt + 1
        trace_id = signing.trace_id(
            self.mall_id, self.client_id, sequence=event.sequence, created_at=event.created_at
        )
        async with services.limits.slot(self.client_id):
            delivery = Delivery(
                client_id=self.client_id,
                address=self._reader.address,
                keys=self._reader.keys,
                mark=signing.Mark(
                    trace_id=trace_id,
                    sequence=event.sequence,
                    previous=event.previous,
                    attempt=attempt,
                    redelivery=attempt > 1,
                ),
                event_no=event.event_no,
                traceparent=event.traceparent or "",
                body=signing.body_of(event.event_no, event.resource or "{}", event.changed_fields),
            )
            return await deliver(services, self.mall_id, delivery)

    async def _drain_results(self) -> None:
        """Wait for results, until some are to be written or the outbox is to be polled again."""
        wait = WRITE_SECONDS if self._results.log else RENEW_SECONDS
        left = max(self._lease.renewed_at + wait - time.monotonic(), 0.001)
        if len(self._sending) < self._services.limits.per_app:
            left = min(left, POLL_SECONDS)
        try:
            async with asyncio.timeout(left):
                self._record(*await self._arrived.get())
        except TimeoutError:
            return
        self._record_arrived()

    def _record_arrived(self) -> None:
        while not self._arrived.empty():
            self._record(*self._arrived.get_nowait())

    def _record(
        self, event: QueuedEvent, outcome: Outcome, entries: list[dict[str, BoundValue]]
    ) -> None:
        self._state = self._results.record(
            self._state, event, success=outcome.success, entries=entries, now=self._now()
        )

    async def _write(self, *, claimed: int | None = None, release: bool = False) -> None:
        """Write results and progress; `release` also ends the lease.

        `claimed`: number up to which events may be sent from now on. Raises LeaseLostError.
        """
        self._results.store_unfinished(everything=release)
        now, state = self._now(), self._progress(claimed, release=release)
        notice = notices.due(state, now)
        if notice is not None:
            state = msgspec.structs.replace(state, warned_at=int(now), reception=notice.reception)
        switched_off = state.reception == "F"
        if switched_off:
            state = msgspec.structs.replace(state, lease_until=0, claimed=state.sequence)
        async with self._services.database.writing(self.mall_id) as db:
            await self._lease.write(db, state)
            await self._results.write(db, self.client_id)
            if notice is not None:
                await notices.add(db, self._services.clock, self.client_id, notice)
            if switched_off:
                await delivery_store.delete_all_waiting(db, self.client_id)
        self._state = state
        self._results.clear()
        self._lease.renewed_at = time.monotonic()
        if switched_off:
            raise LeaseLostError(self.client_id)

    def _progress(self, claimed: int | None, *, release: bool) -> delivery_store.QueueState:
        """Return the present state: up to the first event neither acked nor stored."""
        first = min(
            (each for each in self._queue if not each.stored),
            key=lambda each: each.sequence,
            default=None,
        )
        position = self._reader.position
        sequence = position if first is None else first.sequence - 1
        return msgspec.structs.replace(
            self._state,
            sequence=sequence,
            previous=self._reader.previous if first is None else first.previous,
            claimed=sequence if release else max(claimed or 0, position),
            holder=self._lease.token,
            lease_until=0 if release else self._lease.until(self._now()),
            next_at=self._next_at(),
        )

    def _next_at(self) -> int | None:
        """Return when the first waiting event may be sent; None: none waits."""
        if any(not each.blockers and each.next_at is None for each in self._queue):
            return int(self._now())
        found = self._queue.next_at()
        return None if found is None else int(found)
