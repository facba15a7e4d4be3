"""Fixed window of calls per minute; the minute starts with the first call (Limits 7).

Each window is opened by the first call after the last one ended, instead of a weighted sliding
window. A call is refused only when the whole limit was used within the last sixty seconds, so that
a partner that keeps to "40 a minute" is never refused, and the waiting time is exact. The weighted
window fails that: after 40 calls at once and a minute of silence it still counts nearly all of
them. In exchange, sixty seconds across two windows may contain up to 79 calls: 39 late in one and
40 early in the next, without the opening call. The worst case of the weighted window is also 79.
"""

from math import floor

from msgspec import Struct

from openmall.access.limits.clock import elapsed
from openmall.contract.counter_state import State

MINUTE_S = 60.0
NOISE_S = 1e-6
"""Seconds: the rounding error of epoch seconds in a double."""


class Policy(Struct, frozen=True, gc=False):
    """Calls allowed in one minute (Limits 7). Raises ValueError for a limit below 1."""

    limit: int = 40

    def __post_init__(self) -> None:
        if self.limit < 1:
            raise ValueError(f"a limit per minute must be >= 1, not {self}")


class Decision(Struct, frozen=True, gc=False):
    """The decision about one call (Limits 7)."""

    admitted: bool
    limit: int
    """`X-RateLimit-Limit`."""
    remaining: int
    """Calls left in this minute after this one: `X-RateLimit-Remaining`."""
    retry_after: int
    """Whole seconds, 1 to 60, until the next minute may open; 0 when the call was admitted."""


def admit(state: State, now: float, policy: Policy, cost: int = 1) -> tuple[State, Decision]:
    """Count one call at `now` (epoch seconds) against its minute's budget (Limits 7).

    `cost`: what it takes of the budget; bytes, where these are limited. A refused call is not
    counted. When the clock is set back, the current minute starts again with its calls so far.
    Never raises, whatever the state holds.
    """
    _, used, opened, _, _ = state
    passed, seen = elapsed(opened, now)
    if passed >= MINUTE_S - NOISE_S:
        used, opened = 0.0, now
    elif passed == 0.0:
        opened = seen
    used = max(0.0, min(float(policy.limit), used))
    admitted = used + cost <= policy.limit
    if admitted:
        used += cost
    wait = MINUTE_S - passed
    decision = Decision(
        admitted=admitted,
        limit=policy.limit,
        remaining=int(policy.limit - used),
        retry_after=0 if admitted else min(60, floor(wait - NOISE_S) + 1),
    )
    return (opened + MINUTE_S, used, opened, 0.0, 0.0), decision
