"""The interface of rate limiters, and the limiter of a single machine."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from openmall.access.limits import abnormal_traffic, leaky_bucket, time_usage
from openmall.contract.counter_state import State
from openmall.contract.counters import Counters

P = ParamSpec("P")
R = TypeVar("R")

_MAX_SHOPS: Final = 100_000
NOTHING: Final = time_usage.Reading(usage=0.0, remain=0)
"""The reading of a shop that has spent no time."""


class ShopCall(Struct, frozen=True, gc=False):
    """The counters of one call of a shop's API: keys, each with its policy (Limits 1-5)."""

    owner: str
    bucket: leaky_bucket.Policy
    operation: str
    """Key of the operation's own bucket; empty if it has none."""
    operation_bucket: leaky_bucket.Policy
    pace: str
    pace_policy: abnormal_traffic.Policy
    time: str
    time_policy: time_usage.Policy


class Entered(Struct, frozen=True, gc=False):
    """The decisions about a call; the caller acts on them."""

    calls: leaky_bucket.Decision
    pace: abnormal_traffic.Sighting
    time: time_usage.Reading
    """Processing time of the shop's earlier calls."""


class Limiter(Protocol):
    """Decides about calls, on this machine or for all machines of the installation."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """Count a call in all its buckets at once, at `now` (epoch seconds).

        A call refused by its operation's bucket or its owner's fills neither.
        """
        ...

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """Add the `spent` seconds of a call to its shop's time, and return the usage."""
        ...

    def time_spent(self, key: str, now: float) -> time_usage.Reading:
        """Return a shop's usage as last seen by this process, while it is over the budget."""
        ...

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Update the state of one key as `Counters.update` does, where this limiter decides.

        `change` takes the state and `now`, and may be called more than once.
        """
        ...

    def counts(self) -> dict[str, dict[str, float]]:
        """Return the metrics of remote decisions: metric -> label -> value."""
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class LocalLimiter:
    """A limiter that decides on this machine, in the shared memory of its workers."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._spent: dict[str, tuple[float, time_usage.Reading]] = {}
        """Key -> time and usage last seen by this process."""

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
        if len(self._spent) >= _MAX_SHOPS:
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
        """See `Limiter.counts`: there are no remote decisions."""
        return {}

    async def close(self) -> None:
        """See `Limiter.close`; the counters are closed by their owner."""
