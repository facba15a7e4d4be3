"""In which order events go out: those about the same thing one after the other, others as they can.

It knows no store and no network; times are seconds of whatever clock it is given.
"""

import heapq
from collections import deque
from collections.abc import Iterator

from msgspec import Struct


class Item(Struct, kw_only=True, eq=False):
    """An event on its way to an app."""

    sequence: int
    event_no: int
    previous: int
    """Number of the event before it that was for this app; 0: there was none."""
    subjects: tuple[str, ...]
    resource: str | None
    """JSON; None: not read yet."""
    created_at: int = 0
    traceparent: str | None = None
    """The span in which it was announced."""
    attempts: int = 0
    """Tries that failed."""
    next_at: float | None = None
    """Before which it is not tried again."""
    unsure: bool = False
    """A worker that is gone may have sent it."""
    kept: bool = False
    """It has a row among those that wait."""
    before: int = 0
    """How many of its subjects wait for an earlier event."""


class Queue:
    """What is to be delivered to one app, of one mall."""

    def __init__(self) -> None:
        self._items: dict[int, Item] = {}
        self._lines: dict[str, deque[Item]] = {}
        self._ready: deque[Item] = deque()
        self._later: list[tuple[float, int]] = []
        self.kept = 0
        """How many of them wait."""

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items.values())

    def __contains__(self, sequence: int) -> bool:
        return sequence in self._items

    def add(self, item: Item) -> None:
        """Add an event; those about the same things must have been added before it."""
        self._items[item.sequence] = item
        self.kept += item.kept
        for subject in item.subjects:
            line = self._lines.setdefault(subject, deque())
            item.before += bool(line)
            line.append(item)
        self._offer(item)

    def take(self, now: float, most: int) -> list[Item]:
        """Return up to `most` events that may be sent at `now`; each is returned once."""
        while self._later and self._later[0][0] <= now:
            _, sequence = heapq.heappop(self._later)
            if sequence in self._items:
                self._ready.append(self._items[sequence])
        taken: list[Item] = []
        while self._ready and len(taken) < most:
            item = self._ready.popleft()
            if item.sequence in self._items:
                taken.append(item)
        return taken

    def done(self, item: Item) -> None:
        """Let go of an event: delivered, given up, or no longer for this app."""
        del self._items[item.sequence]
        self.kept -= item.kept
        for subject in item.subjects:
            line = self._lines[subject]
            led = line[0] is item
            line.remove(item)
            if not line:
                del self._lines[subject]
            elif led:
                line[0].before -= 1
                self._offer(line[0])

    def retry(self, item: Item, next_at: float) -> None:
        """Let an event that failed be tried again at `next_at`, and those behind it wait."""
        item.next_at = next_at
        self.keep(item)
        self._offer(item)

    def keep(self, item: Item) -> None:
        """Note that an event has a row among those that wait."""
        self.kept += not item.kept
        item.kept = True

    def held(self) -> list[Item]:
        """Return the events without a row that wait behind one that has it."""
        return [
            item
            for item in self._items.values()
            if item.before and not item.kept and any(self._lines[s][0].kept for s in item.subjects)
        ]

    def next_at(self) -> float | None:
        """Return when the first is tried that is not ready; None: there is none."""
        return min(
            (item.next_at for item in self if item.next_at is not None and not item.before),
            default=None,
        )

    def _offer(self, item: Item) -> None:
        if item.before:
            return
        if item.next_at is None:
            self._ready.append(item)
        else:
            heapq.heappush(self._later, (item.next_at, item.sequence))
