"""Where it is decided whether a call is let in: by this machine alone, or by all of them."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from openmall.limits import abnormal_traffic, leaky_bucket, time_usage
from openmall.limits.counters import Counters
from openmall.limits.state import State

P = ParamSpec("P")
R = TypeVar("R")

_MOST_SHOPS: Final = 100_000
NOTHING: Final = time_usage.Reading(usage=0.0, remain=0)
"""The reading of a shop that has spent no time."""


class ShopCall(Struct, frozen=True, gc=False):
    """What one call of a shop's API is counted in: keys, and how large each is (Limits 1-5)."""

    owner: str
    bucket: leaky_bucket.Policy
    operation: str
    """The key of the operation's own bucket; empty: it has none."""
    operation_bucket: leaky_bucket.Policy
    pace: str
    pace_policy: abnormal_traffic.Policy
    time: str
    time_policy: time_usage.Policy


class Entered(Struct, frozen=True, gc=False):
    """What was decided on a call; nobody has been refused yet."""

    calls: leaky_bucket.Decision
    pace: abnormal_traffic.Sighting
    time: time_usage.Reading
    """What the shop's calls have taken before this one."""


class Limiter(Protocol):
    """What the rest of the program may ask of whoever decides."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """Count a call in all its buckets at once, at `now` (epoch seconds).

        A call that its operation's bucket or its owner's refuses fills neither.
        """
        ...

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """Add the `spent` seconds of a call to its shop's time, and return the usage."""
        ...

    def time_spent(self, key: str, now: float) -> time_usage.Reading:
        """Return a shop's usage as it was last seen here, while that still counts."""
        ...

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Do as `Counters.update` does, for one key, wherever it is decided.

        `change` takes the state and `now`, and may be asked more than once.
        """
        ...

    def counts(self) -> dict[str, dict[str, float]]:
        """Return what is counted of asking elsewhere: metric -> label -> how much."""
        ...

    async def close(self) -> None:
        """Let go of what is held open."""
        ...


class AtHome:
    """This machine decides, in the memory its workers share; nothing is waited for."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._spent: dict[str, tuple[float, time_usage.Reading]] = {}
        """When and how a shop's usage was last seen by this process."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """See `Limiter.enter`."""
        update = self._counters.update
        decision: leaky_bucket.Decision | None = None
        admitted = True
        if call.operation:
            decision = update(call.operation, leaky_bucket.admit, now, call.operation_bucket)
            admitted = decision.admitted
        if admitted:
            decision = update(call.owner, leaky_bucket.admit, now, call.bucket)
            if call.operation and not decision.admitted:
                update(call.operation, leaky_bucket.give_back, now, call.operation_bucket)
        assert decision is not None
        pace = update(call.pace, abnormal_traffic.note, now, call.pace_policy)
        return Entered(decision, pace, self.time_spent(call.time, now))

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """See `Limiter.leave`."""
        reading = self._counters.update(key, time_usage.spend, now, spent, policy)
        if len(self._spent) >= _MOST_SHOPS:
            self._spent.clear()
        self._spent[key] = (now, reading)
        return reading

    def time_spent(self, key: str, now: float) -> time_usage.Reading:
        """See `Limiter.time_spent`."""
        at, reading = self._spent.get(key, (now, NOTHING))
        return reading if reading.remain and now - at < reading.remain else NOTHING

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Limiter.decide`."""
        return self._counters.update(key, change, now, *args, **kwargs)

    def counts(self) -> dict[str, dict[str, float]]:
        """See `Limiter.counts`: nobody is asked."""
        return {}

    async def close(self) -> None:
        """See `Limiter.close`; the counters are closed by who opened them."""
