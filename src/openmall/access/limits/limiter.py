"""The interface of rate limiters, and the limiter of a single machine."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from openmall.access.limits import abnormal_traffic, leaky_bucket, time_usage
from openmall.contract.counter_state import State
from openmall.contract.counters import Counters

P = ParamSpec("P")
R = TypeVar("R")

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
    """Processing time of the shop's earlier calls, `NOTHING` where it is far below the budget."""


class Usage(Struct, frozen=True, gc=False):
    """The usage that a response reports without counting a call (Limits 4)."""

    calls: leaky_bucket.Decision
    time: time_usage.Reading


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

    async def look(self, call: ShopCall, now: float) -> Usage:
        """Return the usage at `now` without counting a call. Never raises."""
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

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """See `Limiter.enter`."""
        update = self._counters.update
        if not call.operation:
            decision = update(call.owner, leaky_bucket.admit, now, call.bucket)
        else:
            own = update(call.operation, leaky_bucket.admit, now, call.operation_bucket)
            attempt = leaky_bucket.admit if own.admitted else leaky_bucket.look
            general = update(call.owner, attempt, now, call.bucket)
            if own.admitted and not general.admitted:
                update(call.operation, leaky_bucket.give_back, now, call.operation_bucket)
            decision = leaky_bucket.closest_to_full(own, general)
        pace = update(call.pace, abnormal_traffic.note, now, call.pace_policy)
        time = NOTHING
        if may_be_over_budget(self._counters.read(call.time), call):
            time = update(call.time, time_usage.spend, now, 0.0, call.time_policy)
        return Entered(decision, pace, time)

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """See `Limiter.leave`."""
        return self._counters.update(key, time_usage.spend, now, spent, policy)

    async def look(self, call: ShopCall, now: float) -> Usage:
        """See `Limiter.look`."""
        read = self._counters.read
        _, decision = leaky_bucket.look(read(call.owner), now, call.bucket)
        if call.operation:
            _, own = leaky_bucket.look(read(call.operation), now, call.operation_bucket)
            decision = leaky_bucket.closest_to_full(own, decision)
        return Usage(decision, time_usage.look(read(call.time), now, call.time_policy))

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


def may_be_over_budget(state: State, call: ShopCall) -> bool:
    """Return whether the shop's calls have to wait for processing time, without the current time.

    False where they do not; nearly always, and at no cost.
    """
    return not state[1] + state[2] < call.time_policy.budget
