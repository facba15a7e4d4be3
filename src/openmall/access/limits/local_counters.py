"""Counters of a server that runs as a single process."""

import os
from collections import Counter
from collections.abc import Callable
from heapq import nsmallest
from threading import Lock
from typing import Concatenate, Final

from openmall.access.limits.fingerprint import DEFAULT_SLOTS, Fingerprint
from openmall.contract.counter_state import EMPTY, State
from openmall.contract.counters import Counters, P, R

_LONGEST_KEPT: Final = 128
"""Longest key that is stored itself; for longer ones the fingerprint is stored."""


class LocalCounters:
    """`Counters` in a dictionary, for the only process that counts calls.

    States are lost with the process; a bucket is empty after at most twenty seconds anyway.
    """

    def __init__(self, *, slots: int = DEFAULT_SLOTS, news: Counters | None = None) -> None:
        """Keep at most `slots` states; when full, the eighth of them nearest to idle is evicted.

        `news`: counters with the shared cache epoch and counts of writes, so that changes by
        commands are noticed; closed with this. Raises ValueError for `slots` below 1.
        """
        if slots < 1:
            raise ValueError(f"counters need at least one slot, not {slots}")
        self._slots = slots
        self._fingerprint = Fingerprint(os.urandom(16))
        self._states: dict[str | int, State] = {}
        self._cache_epoch = 0
        self._writes: Counter[str] = Counter()
        self._news = news
        self._one_thread = Lock()

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.update`."""
        # most keys are short, but one may be as long as a client's URL
        name = key if len(key) <= _LONGEST_KEPT else self._fingerprint(key)
        with self._one_thread:
            states = self._states
            state, result = change(states.get(name, EMPTY), *args, **kwargs)
            if name not in states and len(states) >= self._slots:
                for idle in nsmallest(max(1, self._slots // 8), states, key=states.__getitem__):
                    del states[idle]
            states[name] = state
        return result

    def read(self, key: str) -> State:
        """See `Counters.read`."""
        name = key if len(key) <= _LONGEST_KEPT else self._fingerprint(key)
        return self._states.get(name, EMPTY)

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.decide`: there is only this machine."""
        return self.update(key, change, now, *args, **kwargs)

    def in_use(self, now: float) -> int:
        """See `Counters.in_use`."""
        with self._one_thread:
            return sum(state[0] > now for state in self._states.values())

    def cache_epoch(self) -> int:
        """See `Counters.cache_epoch`."""
        return self._cache_epoch if self._news is None else self._news.cache_epoch()

    def advance_cache_epoch(self) -> int:
        """See `Counters.advance_cache_epoch`."""
        if self._news is not None:
            return self._news.advance_cache_epoch()
        with self._one_thread:
            self._cache_epoch += 1
            return self._cache_epoch

    async def invalidate_caches(self) -> None:
        """See `Counters.invalidate_caches`: there is only this machine."""
        self.advance_cache_epoch()

    def record_write(self, mall_id: str) -> None:
        """See `Counters.record_write`."""
        if self._news is not None:
            self._news.record_write(mall_id)
            return
        with self._one_thread:
            self._writes[mall_id] += 1

    def writes(self, mall_id: str) -> int:
        """See `Counters.writes`."""
        if self._news is not None:
            return self._news.writes(mall_id)
        return self._writes[""] + self._writes[mall_id]

    def close(self) -> None:
        """See `Counters.close`."""
        self._states.clear()
        if self._news is not None:
            self._news.close()
