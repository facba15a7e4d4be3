"""A rate limiter shared by all machines, by one script on a Redis server. Decision 26."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from openmall.access.limits import leaky_bucket, redis_steps, time_usage
from openmall.access.limits.limiter import (
    NOTHING,
    Entered,
    LocalLimiter,
    ShopCall,
    Usage,
    may_be_over_budget,
)
from openmall.access.limits.redis_connection import RedisConnection, ServerUnavailable
from openmall.access.limits.redis_steps import Step
from openmall.contract.counter_state import EMPTY, State
from openmall.tracing.spans import Traces

P = ParamSpec("P")
R = TypeVar("R")

_MAX_SHOPS: Final = 100_000
_MOST_TRIES: Final = 50
"""Attempts of a compare-and-set on one key; each failure means that another one succeeded."""


class RedisLimiter:
    """`Limiter` with one round trip a call, and a local fallback without the server."""

    def __init__(
        self,
        connection: RedisConnection,
        local_limiter: LocalLimiter,
        *,
        refusal: Callable[[], Exception] | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`at_home` decides while the server is unavailable, unless there is a `refusal` to raise.

        `traces`: for spans of round trips.
        """
        self._traces = traces
        self.connection = connection
        self._local_limiter = local_limiter
        self._refusal = refusal
        self._time: dict[str, State] = {}
        """Key -> processing time of a shop, as last seen by this process."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """See `Limiter.enter`."""
        connection = self.connection
        at = now + connection.shift
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
        except ServerUnavailable:
            self._away()
            return await self._local_limiter.enter(call, now)
        owner, pace, time = replies[-3:]
        calls = redis_steps.bucket(owner, call.bucket)
        if both:
            own = redis_steps.bucket(replies[0], call.operation_bucket)
            calls = leaky_bucket.closest_to_full(own, calls)
        state = self._remember_time(call, time)
        usage = NOTHING
        if may_be_over_budget(state, call):
            usage = time_usage.look(state, at, call.time_policy)
        return Entered(calls, redis_steps.sighting(pace), usage)

    async def look(self, call: ShopCall, now: float) -> Usage:
        """See `Limiter.look`. Without the server it is what this machine counted."""
        at = now + self.connection.shift
        steps = [redis_steps.look(call.owner, at, call.bucket), redis_steps.read(call.time)]
        if call.operation:
            steps.append(redis_steps.look(call.operation, at, call.operation_bucket))
        try:
            owner, time, *own = await self._ask(steps)
        except ServerUnavailable:
            return await self._local_limiter.look(call, now)
        calls = redis_steps.bucket(owner, call.bucket)
        if own:
            calls = leaky_bucket.closest_to_full(
                redis_steps.bucket(own[0], call.operation_bucket), calls
            )
        state = self._remember_time(call, time)
        return Usage(calls, time_usage.look(state, at, call.time_policy))

    def _remember_time(self, call: ShopCall, reply: bytes) -> State:
        if len(self._time) >= _MAX_SHOPS:
            self._time.clear()
        state = redis_steps.state(reply)
        self._time[call.time] = state
        return state

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """See `Limiter.leave`. It is sent with the next round trip, which is not awaited.

        The returned usage is the last known one plus the `spent` seconds.
        """
        connection = self.connection
        if connection.unavailable:
            return self._local_limiter.leave(key, now, spent, policy)
        at = now + connection.shift
        state, reading = time_usage.spend(self._time.get(key, EMPTY), at, spent, policy)
        self._time[key] = state
        if spent > 0.0:
            connection.enqueue(redis_steps.spend(key, at, spent, policy))
        return reading

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Limiter.decide`."""
        at = now + self.connection.shift
        twin = redis_steps.SCRIPT_FUNCTIONS.get(change)
        try:
            if twin is not None:
                (reply,) = await self._ask([twin.ask(key, at, *args)])
                decision: R = twin.hear(reply, args[0])
                return decision
            found = EMPTY
            for _ in range(_MOST_TRIES):
                state, result = change(found, at, *args, **kwargs)
                (reply,) = await self._ask([redis_steps.replace(key, at, found, state)])
                if not reply:
                    return result
                found = redis_steps.state(reply)
            raise ServerUnavailable("the same key is changed all the time")
        except ServerUnavailable:
            self._away()
            return await self._local_limiter.decide(key, change, now, *args, **kwargs)

    def counts(self) -> dict[str, dict[str, float]]:
        """See `Limiter.counts`."""
        round_trips = self.connection.round_trips
        return {
            "openmall_limits_store_round_trips": {
                "answered": round_trips.answered,
                "failed": round_trips.failed,
            },
            "openmall_limits_store_seconds": {"": round_trips.seconds},
            "openmall_limits_decided_alone": {"": round_trips.decided_alone},
        }

    async def close(self) -> None:
        """Send pending steps, and close the connection."""
        await self.connection.close()

    async def _ask(self, steps: list[Step]) -> list[bytes]:
        if self._traces is None or not self._traces.recording():
            return await self.connection.run(steps)
        attributes = {"db.system.name": "redis", "db.operation.name": "EVALSHA"}
        with self._traces.span("EVALSHA limits", "client", attributes):
            return await self.connection.run(steps)

    def _away(self) -> None:
        self.connection.round_trips.decided_alone += 1
        if self._refusal is not None:
            raise self._refusal()
