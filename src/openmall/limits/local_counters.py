"""The memory of a server that runs as one single process."""

import os
from collections.abc import Callable
from heapq import nsmallest
from threading import Lock
from typing import Concatenate, Final

from openmall.limits.counters import DEFAULT_SLOTS, Counters, Fingerprint, P, R
from openmall.limits.state import EMPTY, State

_LONGEST_KEPT: Final = 128
"""Characters of a key that is kept as it is; of a longer one only the fingerprint is."""


class LocalCounters:
    """`Counters` in a dictionary, for a process that alone counts calls.

    States are lost with the process: a bucket is empty again after at most twenty seconds anyway.
    """

    def __init__(self, *, slots: int = DEFAULT_SLOTS, news: Counters | None = None) -> None:
        """Keep at most `slots` states; the eighth of them nearest to idle makes room for more.

        `news`: where the generation is shared, so that a command line's revocation is noticed;
        closed with this. Raises ValueError for `slots` below 1.
        """
        if slots < 1:
            raise ValueError(f"counters need at least one slot, not {slots}")
        self._slots = slots
        self._fingerprint = Fingerprint(os.urandom(16))
        self._states: dict[str | int, State] = {}
        self._generation = 0
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
        # a key may be as long as a client's URL; most are as short as a shop's name
        name = key if len(key) <= _LONGEST_KEPT else self._fingerprint(key)
        with self._one_thread:
            states = self._states
            state, result = change(states.get(name, EMPTY), *args, **kwargs)
            if name not in states and len(states) >= self._slots:
                for idle in nsmallest(max(1, self._slots // 8), states, key=states.__getitem__):
                    del states[idle]
            states[name] = state
        return result

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.decide`: this machine is all there is."""
        return self.update(key, change, now, *args, **kwargs)

    def in_use(self, now: float) -> int:
        """See `Counters.in_use`."""
        with self._one_thread:
            return sum(state[0] > now for state in self._states.values())

    def generation(self) -> int:
        """See `Counters.generation`."""
        return self._generation if self._news is None else self._news.generation()

    def bump(self) -> int:
        """See `Counters.bump`."""
        if self._news is not None:
            return self._news.bump()
        with self._one_thread:
            self._generation += 1
            return self._generation

    async def outdate(self) -> None:
        """See `Counters.outdate`: this machine is all there is."""
        self.bump()

    def close(self) -> None:
        """See `Counters.close`."""
        self._states.clear()
        if self._news is not None:
            self._news.close()
