"""Times of the last write in each mall, shared by all workers of a machine."""

import time
from typing import Final

from openmall.contract.counter_state import State
from openmall.contract.counters import Counters

_REMEMBERED: Final = 600.0
"""Seconds after which every replica in use has the write."""


class SharedWriteTimes:
    """Times of the last write, by mall."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def record(self, mall_id: str, at: float) -> None:
        """Record a write in a mall; `at`: time.monotonic(), comparable across processes."""
        self._counters.update(f"written {mall_id}", _wrote, at)

    def last(self, mall_id: str) -> float:
        """Return the time of the last write; 0: none within ten minutes."""
        return self._counters.update(f"written {mall_id}", _last, time.time())


def _wrote(state: State, at: float) -> tuple[State, None]:
    return (time.time() + _REMEMBERED, max(at, state[1]), 0.0, 0.0, 0.0), None


def _last(state: State, now: float) -> tuple[State, float]:
    return state, state[1] if state[0] > now else 0.0
