"""Leaky bucket: each call adds one, and the bucket drains at a constant rate (Limits 1-5).

One level decides and is reported. A call is refused while the level is more than half a call below
the capacity, so the half call is room for jitter: calls that should come half a second apart may
each come a tenth of a second early or late. A bucket of one call has room for two, because two
calls within a second are never limited, however they are spread over it. Once a call was refused,
calls are refused until there is room for one and for jitter again.

A refused call raises the level as well, and so the wait. Of what drains, refused calls take back at
most half, beyond a first bucketful: a shop that is called too often all the time still has every
other call of its rate admitted.
"""

from math import ceil

from msgspec import Struct

from openmall.access.limits.clock import elapsed
from openmall.contract.counter_state import State

NOISE = 1e-6
"""Calls. Epoch seconds in a double are 0.24 microseconds apart, so a client at exactly the drain
rate may appear that much early; the error does not accumulate over calls."""

JITTER = 0.5
"""Calls of room for jitter."""
REFUSED_WEIGHT = 0.5
"""Calls that a refused call adds. A client at two calls a second drains more than it adds."""
BELOW_LIMIT = 99.99
"""Highest usage in percent of a bucket that refuses nothing."""


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
    """Percent, refused calls included, 100 or more while calls are refused:
    `X-Platform-Call-Usage`."""
    remain: int
    """Whole seconds, at least 1, until a call is admitted, 0 when this one was:
    `X-Platform-Call-Remain` and `Retry-After`."""


def admit(state: State, now: float, policy: Policy) -> tuple[State, Decision]:
    """Count one call at `now` (epoch seconds) and decide whether to admit it (Limits 1 and 4).

    Never raises, for any state and any change of the clock.
    """
    level, penalty, at, full = _drained(state, now, policy)
    capacity = policy.capacity
    if level <= (full - JITTER if state[4] > 0.0 else full) + NOISE:
        level += 1.0
        decision = _admitting(level, capacity)
        refused = 0.0
    else:
        weight = capacity - penalty
        weight = weight if weight < REFUSED_WEIGHT else REFUSED_WEIGHT
        level += weight
        penalty += weight
        decision = _refusing(level, full, policy)
        refused = 1.0
    # the penalty drains half as fast
    longest = level if level > 2.0 * penalty else 2.0 * penalty
    return (at + longest / policy.drain, level, penalty, at, refused), decision


def give_back(state: State, now: float, policy: Policy) -> tuple[State, None]:
    """Undo the filling of a call admitted here but refused by another bucket (Limits 1 and 5).

    Only a call admitted by both its operation's bucket and its shop's fills either. `now` is in
    epoch seconds. Never raises.
    """
    level, penalty, at, _ = _drained(state, now, policy)
    level = level - 1.0 if level > 1.0 else 0.0
    longest = level if level > 2.0 * penalty else 2.0 * penalty
    return (at + longest / policy.drain, level, penalty, at, 0.0), None


def look(state: State, now: float, policy: Policy) -> tuple[State, Decision]:
    """Return the usage at `now` (epoch seconds) without counting a call (Limits 4).

    `admitted`: False from a refused call on until calls are admitted again. Never raises.
    """
    level, _, _, full = _drained(state, now, policy)
    if state[4] > 0.0 and level > full - JITTER + NOISE:
        return state, _refusing(level, full, policy)
    return state, _admitting(level, policy.capacity)


def _admitting(level: float, capacity: int) -> Decision:
    # A client at two calls a second may ride at the brim. It is not told to pause: less than a
    # second is left to wait after an admitted call, which whole seconds cannot say.
    used = ceil(level - NOISE)
    usage = 100.0 * level / capacity
    return Decision(
        True,
        used if used < capacity else capacity,
        capacity,
        usage if usage < BELOW_LIMIT else BELOW_LIMIT,
        0,
    )


def _refusing(level: float, full: float, policy: Policy) -> Decision:
    capacity = policy.capacity
    usage = 100.0 * level / capacity
    return Decision(
        False,
        capacity,
        capacity,
        usage if usage > 100.0 else 100.0,
        # Half the noise, so that a client that waits exactly this long is not early.
        ceil((level - (full - JITTER) - NOISE / 2) / policy.drain),
    )


def _drained(state: State, now: float, policy: Policy) -> tuple[float, float, float, float]:
    """Return the level, the penalty (what refused calls added), their time, and the full level.

    A call above the full level is refused.
    """
    # The bounds also limit a state written with a larger capacity, or damaged; comparisons are
    # written so that NaN fails them. Calls of min and max would cost twice the rest.
    _, level, penalty, at, _ = state
    passed, at = elapsed(at, now)
    drained = passed * policy.drain
    capacity = policy.capacity
    full = (capacity if capacity > 2 else 2) - JITTER
    most = full + NOISE + 1.0 + capacity
    level = (level if level <= most else most) - drained
    penalty = (penalty if penalty <= capacity else capacity) - drained / 2.0
    level = level if level > 0.0 else 0.0
    return level, penalty if penalty > 0.0 else 0.0, at, full


def closest_to_full(own: Decision, general: Decision) -> Decision:
    """Return the decision about a call that has to be admitted by two buckets (Limits 3 and 5).

    It reports the bucket closest to full, and the wait until both admit a call.
    """
    fuller = own if own.usage >= general.usage else general
    if own.admitted and general.admitted:
        return fuller
    remain = own.remain if own.remain > general.remain else general.remain
    return Decision(False, fuller.used, fuller.capacity, fuller.usage, remain)
