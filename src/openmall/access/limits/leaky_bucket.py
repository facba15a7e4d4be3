"""Leaky bucket: each call adds one, and the bucket drains at a constant rate (Limits 1-5)."""

from math import ceil, floor

from msgspec import Struct

from openmall.access.limits.clock import elapsed
from openmall.contract.counter_state import State

NOISE = 1e-6
"""Calls. Epoch seconds in a double are 0.24 microseconds apart, so a client at exactly the drain
rate may appear that much early; the error does not accumulate over calls."""

ATTEMPTS_FACTOR = 10
"""Attempts are counted up to this many times the capacity, so that a client that retried for an
hour has to wait minutes, not hours."""


class Policy(Struct, frozen=True, gc=False):
    """Size of one bucket (Limits 1).

    `capacity` is in calls, `drain` in calls a second. Raises ValueError for a bucket that could
    never admit a call.
    """

    capacity: int = 40
    drain: float = 2.0

    def __post_init__(self) -> None:
        if self.capacity < 1 or not self.drain > 0:
            raise ValueError(f"a leaky bucket needs capacity >= 1 and drain > 0, not {self}")


class Decision(Struct, frozen=True, gc=False):
    """The decision about one call, and the usage of the bucket (Limits 1, 3 and 4)."""

    admitted: bool
    used: int
    """0..capacity, at least 1 for a counted call: the first number of `X-Api-Call-Limit`."""
    capacity: int
    """The second number of `X-Api-Call-Limit`."""
    usage: float
    """Percent, refused calls included, 0 to 1000: `X-Platform-Call-Usage`."""
    remain: int
    """Whole seconds until `usage` is below 100, 0 when it is: `X-Platform-Call-Remain`."""
    retry_after: int
    """Whole seconds, at least 1, until one call would be admitted; 0 when this one was."""


def admit(state: State, now: float, policy: Policy) -> tuple[State, Decision]:
    """Count one call at `now` (epoch seconds) and decide whether to admit it (Limits 1 and 4).

    Two levels drain in parallel. Only admitted calls fill the first, so that refused attempts do
    not delay a client; every call fills the second, which the usage headers show.
    Never raises, for any state and any change of the clock.
    """
    level, attempts, at = _drained(state, now, policy)
    capacity, drain = policy.capacity, policy.drain
    missing = level + 1.0 - capacity
    admitted = missing <= NOISE
    if admitted:
        level += 1.0
    if attempts + 1.0 <= ATTEMPTS_FACTOR * capacity:
        attempts += 1.0
    used = ceil(level - NOISE)
    usage = 100.0 * attempts / capacity
    decision = Decision(
        admitted,
        used if used < capacity else capacity,
        capacity,
        usage,
        # Calls may resume below 100 percent, not at it, hence floor + 1.
        floor((attempts - capacity + NOISE) / drain) + 1 if usage >= 100.0 else 0,
        # Half the noise, so that a client that waits exactly this long is not early.
        0 if admitted else max(1, ceil((missing - NOISE / 2) / drain)),
    )
    longest = attempts if attempts > level else level
    return (at + longest / drain, level, attempts, at, 0.0), decision


def give_back(state: State, now: float, policy: Policy) -> tuple[State, None]:
    """Undo the filling of a call admitted here but refused by another bucket (Limits 1 and 5).

    Only a call admitted by both its operation's bucket and its shop's fills either. The attempt
    remains counted. `now` is in epoch seconds. Never raises.
    """
    level, attempts, at = _drained(state, now, policy)
    level = max(0.0, level - 1.0)
    return (at + max(level, attempts) / policy.drain, level, attempts, at, 0.0), None


def look(state: State, now: float, policy: Policy) -> tuple[State, Decision]:
    """Return the usage at `now` (epoch seconds) without counting a call (Limits 4).

    `admitted`: whether a call would be. Never raises.
    """
    level, attempts, _ = _drained(state, now, policy)
    usage = 100.0 * attempts / policy.capacity
    decision = Decision(
        admitted=level + 1.0 - policy.capacity <= NOISE,
        used=min(policy.capacity, ceil(level - NOISE)),
        capacity=policy.capacity,
        usage=usage,
        remain=floor((attempts - policy.capacity + NOISE) / policy.drain) + 1
        if usage >= 100.0
        else 0,
        retry_after=0,
    )
    return state, decision


def _drained(state: State, now: float, policy: Policy) -> tuple[float, float, float]:
    # The bounds also limit a state written with a larger capacity, or damaged; comparisons are
    # written so that NaN fails them. Calls of min and max would cost twice the rest.
    _, level, attempts, at, _ = state
    passed, at = elapsed(at, now)
    drained = passed * policy.drain
    most_level = policy.capacity + NOISE
    most_attempts = ATTEMPTS_FACTOR * policy.capacity
    level = (level if level <= most_level else most_level) - drained
    attempts = (attempts if attempts <= most_attempts else most_attempts) - drained
    return level if level > 0.0 else 0.0, attempts if attempts > 0.0 else 0.0, at
