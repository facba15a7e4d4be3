"""Brings the events of one mall to one app, for as long as there is something to bring.

The lane is claimed in the store with a lease, and how far events may have been sent is written
before they are: whoever takes over from a worker that is gone marks what that one may have sent.
Each work on a lane has a name of its own: what it read holds only as long as nobody else had a turn
meanwhile, so the claim asks for the name that was read, and every later write for its own.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from openmall.database.session import Row, Session
from openmall.webhooks import catalogue, notices, sealing, signing
from openmall.webhooks.delivering import pace, store
from openmall.webhooks.delivering.items import Item, Queue
from openmall.webhooks.delivering.means import Means
from openmall.webhooks.delivering.store import Brief
from openmall.webhooks.delivering.trying import Delivery, delivered
from openmall.webhooks.posting import Outcome

WINDOW: Final = 500
"""Events that are read ahead."""
MOST_KEPT: Final = 5_000
"""Events that may wait for one app in one mall; the others wait in the outbox."""
LEASE: Final = 30.0
"""Seconds after which a lane of which nothing is heard is somebody else's: longer than a try."""
LOOKED: Final = 0.25
"""Seconds between two looks for events while tries are under way and more could be."""
RENEWED: Final = 5.0
"""Seconds after which the lease is renewed at the latest."""
WRITTEN: Final = 0.1
"""Seconds after which what came of tries is written."""
AT_ONCE: Final = 200
"""Tries after which it is written sooner."""


class OvertakenError(Exception):
    """The lane is somebody else's now, or was switched off: nothing more may be written."""


class LaneWork:
    """The work on one lane, once; `stop()` ends it early."""

    def __init__(self, means: Means, mall_id: str, client_id: str) -> None:
        self._means = means
        self._now = means.clock.now
        self.mall_id = mall_id
        self.client_id = client_id
        self.looked = -1
        """Up to which number there was nothing for the app, when there was nothing at all."""
        self._turn = secrets.token_hex(8)
        self._queue = Queue()
        self._ahead: list[Item] = []
        self._results: asyncio.Queue[tuple[Item, Outcome, list[dict[str, Any]]]] = asyncio.Queue()
        self._sending: set[asyncio.Task[None]] = set()
        self._log: list[dict[str, Any]] = []
        self._changed: dict[int, Item] = {}
        self._dropped: list[int] = []
        self._stopping = False
        self._probes = pace.PROBES
        self._written_at = self._looked_at = time.monotonic()

    def stop(self) -> None:
        """Send nothing more; what is under way is waited for."""
        self._stopping = True

    async def run(self) -> None:
        """Bring what is to be brought. Raises OvertakenError."""
        if not await self._open():
            return
        try:
            await self._bring()
            await self._write(release=True)
        finally:
            for task in self._sending:
                task.cancel()

    async def _open(self) -> bool:
        """Read what there is and claim the lane; False: there is nothing."""
        means, now = self._means, self._now()
        async with means.database.reading(self.mall_id) as db:
            brief = await store.brief(db, self.client_id, now)
            if brief is None or not brief.address or brief.lane.reception != "T":
                return False
            lane = brief.lane
            abandoned = lane.lease_until > 0
            start = max(lane.sequence, brief.since)
            self._learn(brief)
            rows, upto = await self._news(db, start, brief.head)
            waiting = await store.waiting(db, self.client_id, now)
            sent: set[int] = set()
            if abandoned:
                # whoever was at it left without a word
                sent = await store.delivered(db, self.client_id, after=start, upto=lane.claimed)
        stale = [each.sequence for each in waiting if each.sequence <= brief.since]
        next_at = pace.due_at(lane.next_at, now)
        waits = next_at is not None and next_at <= now
        if not rows and not waits and not abandoned:
            self.looked = brief.head
            if brief.head - start < WINDOW:
                return False
        if start > lane.sequence:
            # it came into the mall, perhaps again, after what is known of it
            lane = msgspec.structs.replace(lane, sequence=start, previous=0)
        self._lane, self._read, self._last = lane, start, lane.previous
        if not await self._claim(brief, upto, stale):
            return False
        self._ahead = [each for each in waiting if each.sequence not in stale]
        for each in self._ahead:
            each.attempts = max(each.attempts, int(abandoned))
        self._unsure_upto = lane.claimed if abandoned else 0
        self._admit([row for row in rows if row[0] not in sent], upto)
        return True

    def _learn(self, brief: Brief) -> None:
        """Take note of what the app is to be told now, where, and how it is signed."""
        wanted = brief.events & catalogue.permitted(brief.scopes)
        self._wanted = wanted & {catalogue.APP_DELETED} if brief.deleted else wanted
        self._address = brief.address
        self._head = brief.head
        self._keys = sealing.opened(self._means.seal, self.client_id, brief, now=self._now())

    async def _news(self, db: Session, after: int, head: int) -> tuple[list[Row], int]:
        """Return the next events for the app, and up to which number these are all."""
        rows = await store.events(db, after=after, upto=head, event_nos=self._wanted, most=WINDOW)
        upto = rows[-1][0] if len(rows) == WINDOW else head
        return [row for row in rows if self._concerns(row)], upto

    def _concerns(self, row: Row) -> bool:
        # that an app was deleted is told to that app alone
        return bool(
            row[1] != catalogue.APP_DELETED
            or msgspec.json.decode(row[2]).get("client_id") == self.client_id
        )

    async def _claim(self, brief: Brief, upto: int, stale: list[int]) -> bool:
        now, was = self._now(), brief.lane
        async with self._means.database.writing(self.mall_id) as db:
            if not brief.known:
                was = msgspec.structs.replace(was, sequence=brief.since)
                await store.add_lane(db, self.client_id, was)
            held = await store.claim(
                db,
                self.client_id,
                was,
                turn=self._turn,
                now=now,
                until=now + LEASE,
                claimed=max(upto, was.claimed),
            )
            if held:
                await store.drop(db, self.client_id, stale)
                if was.lease_until:
                    await store.doubt(db, self.client_id)
        self._written_at = time.monotonic()
        return held

    def _admit(self, rows: Iterable[Row], upto: int) -> None:
        """Put new events, and those that waited among them, into the queue in their order."""
        fresh = []
        waits = {each.sequence for each in self._ahead}
        for sequence, event_no, resource, created_at, traceparent in rows:
            if sequence not in waits:
                fresh.append(
                    Item(
                        sequence=sequence,
                        event_no=event_no,
                        previous=self._last,
                        subjects=catalogue.subjects(event_no, resource),
                        resource=resource,
                        created_at=created_at,
                        traceparent=traceparent,
                        unsure=sequence <= self._unsure_upto,
                    )
                )
            self._last = sequence
        come = [each for each in self._ahead if each.sequence <= upto]
        self._ahead = [each for each in self._ahead if each.sequence > upto]
        for item in sorted([*fresh, *come], key=lambda each: each.sequence):
            self._queue.add(item)
        self._read = upto

    async def _bring(self) -> None:
        while True:
            await self._read_on()
            await self._start()
            if not self._sending and self._results.empty():
                return
            await self._hear()
            waited = time.monotonic() - self._written_at
            if len(self._log) >= AT_ONCE or waited >= RENEWED or (self._log and waited >= WRITTEN):
                await self._write()

    @property
    def _rests(self) -> bool:
        return self._stopping or 0 < self._lane.rests_until - self._now() <= pace.SOON

    async def _read_on(self) -> None:
        """Read further events when there is room for them."""
        if self._rests or self._ahead_is_full():
            return
        idle = not self._sending and self._results.empty()
        lately = time.monotonic() - self._looked_at < WRITTEN
        if self._read >= self._head and lately and not idle:
            return
        self._looked_at = time.monotonic()
        async with self._means.database.reading(self.mall_id) as db:
            brief = await store.brief(db, self.client_id, self._now())
            if brief is None or not brief.address:
                self._stopping = True
                return
            self._learn(brief)
            if brief.head == self._read:
                return
            rows, upto = await self._news(db, self._read, brief.head)
        if rows:
            await self._write(claimed=upto)
        self._admit(rows, upto)

    def _ahead_is_full(self) -> bool:
        fresh = len(self._queue) - self._queue.kept
        return fresh > WINDOW // 2 or self._queue.kept >= MOST_KEPT

    async def _start(self) -> None:
        """Begin to send what may be sent now."""
        if self._rests:
            return
        room = self._means.gates.per_app - len(self._sending)
        if self._lane.failures >= pace.RESTS_AFTER:
            room = min(room, self._probes)
        items = self._queue.take(self._now(), room)
        await self._fill(items)
        for item in items:
            if item.resource is None or item.event_no not in self._wanted:
                # its event is gone, or the app is not to be told of it any more
                self._let_go(item)
                continue
            self._probes -= self._lane.failures >= pace.RESTS_AFTER
            task = asyncio.get_running_loop().create_task(self._send(item))
            self._sending.add(task)

    async def _fill(self, items: list[Item]) -> None:
        unread = [each.sequence for each in items if each.resource is None]
        if not unread:
            return
        async with self._means.database.reading(self.mall_id) as db:
            found = await store.contents(db, unread)
        for each in items:
            if each.sequence in found:
                each.resource, each.created_at, each.traceparent = found[each.sequence]

    async def _send(self, item: Item) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            outcome, rows = await self._tried(item)
        finally:
            # before anybody hears of it, who is to see that there is room
            self._sending.discard(task)
        if outcome.success:
            # a sandbox's events are announced ahead of time
            self._means.poster.lag += max(0.0, self._now() - item.created_at)
        self._results.put_nowait((item, outcome, rows))

    async def _tried(self, item: Item) -> tuple[Outcome, list[dict[str, Any]]]:
        """Return what came of a try, and its lines for the log."""
        means, attempt = self._means, item.attempts + item.unsure + 1
        trace_id = signing.trace_id(
            self.mall_id, self.client_id, sequence=item.sequence, created_at=item.created_at
        )
        async with means.gates.passing(self.client_id):
            delivery = Delivery(
                client_id=self.client_id,
                address=self._address,
                keys=self._keys,
                mark=signing.Mark(
                    trace_id=trace_id,
                    sequence=item.sequence,
                    previous=item.previous,
                    attempt=attempt,
                    redelivery=attempt > 1,
                ),
                event_no=item.event_no,
                traceparent=item.traceparent or "",
                body=signing.body_of(item.event_no, item.resource or "{}"),
            )
            return await delivered(means, self.mall_id, delivery)

    async def _hear(self) -> None:
        """Wait until something came of a try, is to be written, or may have happened meanwhile."""
        wait = WRITTEN if self._log else RENEWED
        left = max(self._written_at + wait - time.monotonic(), 0.001)
        if len(self._sending) < self._means.gates.per_app:
            left = min(left, LOOKED)
        try:
            async with asyncio.timeout(left):
                self._note(*await self._results.get())
        except TimeoutError:
            return
        while not self._results.empty():
            self._note(*self._results.get_nowait())

    def _note(self, item: Item, outcome: Outcome, rows: list[dict[str, Any]]) -> None:
        self._log.extend(rows)
        if outcome.success:
            self._let_go(item)
            self._lane = msgspec.structs.replace(
                self._lane,
                failures=0,
                failing_since=None,
                given_up=0,
                warned_at=None,
                rests_until=0,
            )
            return
        now = self._now()
        item.attempts += 1
        failures = self._lane.failures + 1
        given_up = self._lane.given_up
        next_at = pace.tried_again(item.attempts + item.unsure, now)
        if next_at is None:
            given_up += 1
            self._let_go(item)
        else:
            self._queue.retry(item, next_at)
            self._changed[item.sequence] = item
        since = self._lane.failing_since
        self._lane = msgspec.structs.replace(
            self._lane,
            failures=failures,
            given_up=given_up,
            failing_since=int(now) if since is None else since,
            rests_until=int(now) + pace.REST if failures >= pace.RESTS_AFTER else 0,
        )

    def _let_go(self, item: Item) -> None:
        self._queue.done(item)
        if item.kept:
            self._dropped.append(item.sequence)
            self._changed.pop(item.sequence, None)

    async def _write(self, *, claimed: int | None = None, release: bool = False) -> None:
        """Write what came of tries, and how far the lane is; `release`: and leave it.

        `claimed`: up to which number events may be sent from now on. Raises OvertakenError.
        """
        for item in self._queue if release else self._queue.held():
            if not item.kept:
                self._queue.keep(item)
                self._changed[item.sequence] = item
        now, lane = self._now(), self._moved(claimed, release=release)
        notice = notices.due(lane, now)
        if notice is not None:
            lane = msgspec.structs.replace(lane, warned_at=int(now), reception=notice.reception)
        off = lane.reception == "F"
        if off:
            lane = msgspec.structs.replace(lane, lease_until=0, claimed=lane.sequence)
        async with self._means.database.writing(self.mall_id) as db:
            if not await store.move(db, self.client_id, lane, was_turn=self._turn):
                raise OvertakenError(self.client_id)
            if self._log:
                await store.log(db, self._log)
            await store.drop(db, self.client_id, self._dropped)
            await store.keep(db, self.client_id, self._changed.values())
            if notice is not None:
                await notices.give(db, self._means.clock, self.client_id, notice)
            if off:
                await store.drop_all(db, self.client_id)
        self._lane = lane
        self._log, self._dropped, self._changed = [], [], {}
        self._written_at = time.monotonic()
        if off:
            raise OvertakenError(self.client_id)

    def _moved(self, claimed: int | None, *, release: bool) -> store.Lane:
        """Return how far the lane is: up to the first event that is neither done nor kept."""
        first = min((i for i in self._queue if not i.kept), key=lambda i: i.sequence, default=None)
        sequence = self._read if first is None else first.sequence - 1
        return msgspec.structs.replace(
            self._lane,
            sequence=sequence,
            previous=self._last if first is None else first.previous,
            claimed=sequence if release else max(claimed or 0, self._read),
            turn=self._turn,
            lease_until=0 if release else int(self._now() + LEASE),
            next_at=self._next_at(),
        )

    def _next_at(self) -> int | None:
        """Return when something that waits may be tried."""
        if any(not item.before and item.next_at is None for item in self._queue):
            return int(self._now())
        found = self._queue.next_at()
        return None if found is None else int(found)
