"""The events of a delivery queue in memory: per subject in order, otherwise in parallel.

It uses no store and no network; times are seconds of the clock it is given.
"""

import heapq
from collections import deque
from collections.abc import Iterator

from msgspec import Struct


class QueuedEvent(Struct, kw_only=True, eq=False):
    """An event that is to be delivered to an app."""

    sequence: int
    event_no: int
    previous: int
    """Number of the app's event before it; 0: there was none."""
    subjects: tuple[str, ...]
    resource: str | None
    """JSON; None: not read yet."""
    created_at: int = 0
    traceparent: str | None = None
    """The span in which it was announced."""
    changed_fields: str | None = None
    attempts: int = 0
    """Failed attempts."""
    next_at: float | None = None
    """Time before which it is not retried."""
    in_doubt: bool = False
    """A worker that ended without releasing its lease may have sent it."""
    stored: bool = False
    """It has a row in `webhook_pending`."""
    blockers: int = 0
    """How many of its subjects have an earlier event in the queue."""


class EventQueue:
    """The events of one delivery queue that were read and are not delivered yet."""

    def __init__(self) -> None:
        self._events: dict[int, QueuedEvent] = {}
        self._by_subject: dict[str, deque[QueuedEvent]] = {}
        self._ready: deque[QueuedEvent] = deque()
        self._retries: list[tuple[float, int]] = []
        self.stored_count = 0

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[QueuedEvent]:
        return iter(self._events.values())

    def __contains__(self, sequence: int) -> bool:
        return sequence in self._events

    def add(self, event: QueuedEvent) -> None:
        """Add an event; earlier ones about the same subjects must have been added before."""
        self._events[event.sequence] = event
        self.stored_count += event.stored
        for subject in event.subjects:
            earlier = self._by_subject.setdefault(subject, deque())
            event.blockers += bool(earlier)
            earlier.append(event)
        self._schedule(event)

    def take(self, now: float, most: int) -> list[QueuedEvent]:
        """Return up to `most` events that may be sent at `now`; each is returned once."""
        while self._retries and self._retries[0][0] <= now:
            _, sequence = heapq.heappop(self._retries)
            if sequence in self._events:
                self._ready.append(self._events[sequence])
        taken: list[QueuedEvent] = []
        while self._ready and len(taken) < most:
            event = self._ready.popleft()
            if event.sequence in self._events:
                taken.append(event)
        return taken

    def remove(self, event: QueuedEvent) -> None:
        """Remove an event, and schedule the next one about each of its subjects."""
        del self._events[event.sequence]
        self.stored_count -= event.stored
        for subject in event.subjects:
            same = self._by_subject[subject]
            was_first = same[0] is event
            same.remove(event)
            if not same:
                del self._by_subject[subject]
            elif was_first:
                same[0].blockers -= 1
                self._schedule(same[0])

    def retry(self, event: QueuedEvent, next_at: float) -> None:
        """Schedule a failed event for `next_at`; those behind it wait."""
        event.next_at = next_at
        self.mark_stored(event)
        self._schedule(event)

    def mark_stored(self, event: QueuedEvent) -> None:
        """Note that an event has a row in `webhook_pending`."""
        self.stored_count += not event.stored
        event.stored = True

    def blocked_by_stored(self) -> list[QueuedEvent]:
        """Return the events without a row that wait behind one that has a row."""
        return [
            event
            for event in self._events.values()
            if event.blockers
            and not event.stored
            and any(self._by_subject[subject][0].stored for subject in event.subjects)
        ]

    def next_at(self) -> float | None:
        """Return the time of the first retry; None: there is none."""
        return min(
            (event.next_at for event in self if event.next_at is not None and not event.blockers),
            default=None,
        )

    def _schedule(self, event: QueuedEvent) -> None:
        if event.blockers:
            return
        if event.next_at is None:
            self._ready.append(event)
        else:
            heapq.heappush(self._retries, (event.next_at, event.sequence))
