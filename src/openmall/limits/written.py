"""When something was last written in each mall, known to all who share the counters."""

import time
from typing import Final

from openmall.limits.counters import Counters
from openmall.limits.state import State

_REMEMBERED: Final = 600.0
"""Seconds after which any copy of the store that is in use has what was written."""


class Written:
    """Moments of writing, by mall."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def wrote(self, mall_id: str, at: float) -> None:
        """Something was written in a mall; `at`: time.monotonic(), which a machine has one of."""
        self._counters.update(f"written {mall_id}", _wrote, at)

    def last(self, mall_id: str) -> float:
        """Return when that was; 0: not within ten minutes."""
        return self._counters.update(f"written {mall_id}", _last, time.time())


def _wrote(state: State, at: float) -> tuple[State, None]:
    return (time.time() + _REMEMBERED, max(at, state[1]), 0.0, 0.0, 0.0), None


def _last(state: State, now: float) -> tuple[State, float]:
    return state, state[1] if state[0] > now else 0.0
