"""A rate limiter shared by all machines, by one script on a Redis server. Decision 26."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from openmall.access.limits import redis_steps, time_usage
from openmall.access.limits.limiter import NOTHING, AtHome, Entered, ShopCall
from openmall.access.limits.redis_line import Away, Line
from openmall.access.limits.redis_steps import Step
from openmall.contract.counter_state import EMPTY, State
from openmall.tracing.spans import Traces

P = ParamSpec("P")
R = TypeVar("R")

_MOST_SHOPS: Final = 100_000
_MOST_TRIES: Final = 50
"""Attempts of a compare-and-set on one key; each failure means that another one succeeded."""


class RedisLimiter:
    """`Limiter` with one round trip a call, and a local fallback without the server."""

    def __init__(
        self,
        line: Line,
        at_home: AtHome,
        *,
        refusal: Callable[[], Exception] | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`at_home` decides while the server is unavailable, unless there is a `refusal` to raise.

        `traces`: for spans of round trips.
        """
        self._traces = traces
        self.line = line
        self._at_home = at_home
        self._refusal = refusal
        self._time: dict[str, tuple[State, time_usage.Policy]] = {}
        """Key -> processing time of a shop, as last seen by this process."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """See `Limiter.enter`."""
        line = self.line
        at = now + line.shift
        both = bool(call.operation)
        steps = [
            redis_steps.admit(call.owner, at, call.bucket, behind=both),
            redis_steps.note(call.pace, at, call.pace_policy),
            redis_steps.read(call.time),
        ]
        if both:
            steps.insert(0, redis_steps.admit(call.operation, at, call.operation_bucket))
        try:
            replies = await self._ask(steps)
        except Away:
            self._away()
            return await self._at_home.enter(call, now)
        owner, pace, time = replies[-3:]
        calls = (
            redis_steps.bucket(owner, call.bucket)
            if owner
            else redis_steps.bucket(replies[0], call.operation_bucket)
        )
        if len(self._time) >= _MOST_SHOPS:
            self._time.clear()
        self._time[call.time] = redis_steps.state(time), call.time_policy
        return Entered(calls, redis_steps.sighting(pace), self.time_spent(call.time, now))

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """See `Limiter.leave`. It is sent with the next round trip, which is not awaited.

        The returned usage is the last known one plus the `spent` seconds.
        """
        line = self.line
        if line.away:
            return self._at_home.leave(key, now, spent, policy)
        at = now + line.shift
        known, _ = self._time.get(key, (EMPTY, policy))
        state, reading = time_usage.spend(known, at, spent, policy)
        self._time[key] = state, policy
        if spent > 0.0:
            line.later(redis_steps.spend(key, at, spent, policy))
        return reading

    def time_spent(self, key: str, now: float) -> time_usage.Reading:
        """See `Limiter.time_spent`."""
        found = self._time.get(key)
        if found is None or self.line.away:
            return self._at_home.time_spent(key, now)
        known, policy = found
        _, reading = time_usage.spend(known, now + self.line.shift, 0.0, policy)
        return reading if reading.remain else NOTHING

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Limiter.decide`."""
        at = now + self.line.shift
        twin = redis_steps.TWINS.get(change)
        try:
            if twin is not None:
                (policy,) = args
                (reply,) = await self._ask([twin.ask(key, at, policy)])
                decision: R = twin.hear(reply, policy)
                return decision
            found = EMPTY
            for _ in range(_MOST_TRIES):
                state, result = change(found, at, *args, **kwargs)
                (reply,) = await self._ask([redis_steps.replace(key, at, found, state)])
                if not reply:
                    return result
                found = redis_steps.state(reply)
            raise Away("the same key is changed all the time")
        except Away:
            self._away()
            return await self._at_home.decide(key, change, now, *args, **kwargs)

    def counts(self) -> dict[str, dict[str, float]]:
        """See `Limiter.counts`."""
        trips = self.line.trips
        return {
            "openmall_limits_store_round_trips": {
                "answered": trips.answered,
                "failed": trips.failed,
            },
            "openmall_limits_store_seconds": {"": trips.seconds},
            "openmall_limits_decided_alone": {"": trips.decided_alone},
        }

    async def close(self) -> None:
        """Send pending steps, and close the connection."""
        await self.line.close()

    async def _ask(self, steps: list[Step]) -> list[bytes]:
        if self._traces is None or not self._traces.recording():
            return await self.line.ask(steps)
        attributes = {"db.system.name": "redis", "db.operation.name": "EVALSHA"}
        with self._traces.span("EVALSHA limits", "client", attributes):
            return await self.line.ask(steps)

    def _away(self) -> None:
        self.line.trips.decided_alone += 1
        if self._refusal is not None:
            raise self._refusal()
