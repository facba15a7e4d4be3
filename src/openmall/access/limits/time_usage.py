"""Processing time of one shop's calls in a sliding window (Limits 4)."""

from math import floor

from msgspec import Struct

from openmall.access.limits.clock import elapsed
from openmall.contract.counter_state import State

NOISE_S = 1e-6
"""Seconds: the rounding error of epoch seconds in a double."""


class Policy(Struct, frozen=True, gc=False):
    """Seconds of work allowed in a window of seconds (Limits 4).

    Raises ValueError unless both are positive.
    """

    budget: float = 30.0
    window: float = 60.0

    def __post_init__(self) -> None:
        if not (self.budget > 0 and self.window > 0):
            raise ValueError(f"a time budget and its window must be > 0, not {self}")


class Reading(Struct, frozen=True, gc=False):
    """Usage of the budget (Limits 4)."""

    usage: float
    """Percent: `X-Platform-Time-Usage`."""
    remain: int
    """Whole seconds until usage is below 100, 0 when it is: `X-Platform-Time-Remain`."""


def spend(state: State, now: float, seconds: float, policy: Policy) -> tuple[State, Reading]:
    """Add `seconds` of processing by a call that ended at `now` (epoch seconds; Limits 4).

    Spending 0 only reads. The last `window` seconds are estimated from two fixed windows; the older
    one is weighted by its share of them, as if its usage were evenly distributed. The error is at
    most the usage of the older window. Negative seconds count as 0.
    Never raises, for any state and any change of the clock.
    """
    _, current, previous, opened, _ = state
    budget, window = policy.budget, policy.window
    passed, seen = elapsed(opened, now)
    if passed >= 2.0 * window:
        current, previous, opened, passed = 0.0, 0.0, now, 0.0
    elif passed >= window:
        current, previous, opened, passed = 0.0, current, opened + window, passed - window
    elif passed == 0.0:
        opened = seen

    # One very long call must not block a shop for longer than two windows.
    most = 10.0 * budget
    current = max(0.0, min(most, max(0.0, min(most, current)) + max(0.0, seconds)))
    previous = max(0.0, min(most, previous))
    used = previous * (1.0 - passed / window) + current

    remain = 0
    if used >= budget:
        if current < budget:
            below_at = window * (1.0 - (budget - current) / previous)
        else:
            below_at = window + window * (1.0 - budget / current)
        remain = max(0, floor(below_at - passed + NOISE_S)) + 1
    idle_at = opened + (2.0 * window if current else window)
    return (idle_at, current, previous, opened, 0.0), Reading(
        usage=100.0 * used / budget, remain=remain
    )


def look(state: State, now: float, policy: Policy) -> Reading:
    """Return the usage at `now` (epoch seconds). Never raises."""
    return spend(state, now, 0.0, policy)[1]
