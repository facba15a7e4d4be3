"""All machines of an installation decide together, by one script on a Redis server. Decision 26."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from openmall.limits import redis_steps as steps
from openmall.limits import time_usage
from openmall.limits.limiter import NOTHING, AtHome, Entered, ShopCall
from openmall.limits.redis_line import Away, Line
from openmall.limits.redis_steps import Step
from openmall.limits.state import EMPTY, State
from openmall.tracing.spans import Traces

P = ParamSpec("P")
R = TypeVar("R")

_MOST_SHOPS: Final = 100_000
_MOST_TRIES: Final = 50
"""Times somebody else may have been quicker at the same key; each time it went on."""


class RedisLimiter:
    """`Limiter` that asks the server, once a call; and does without it while it is away."""

    def __init__(
        self,
        line: Line,
        at_home: AtHome,
        *,
        refusal: Callable[[], Exception] | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`at_home` decides while the server is away, unless there is a `refusal` to raise.

        `traces`: where spans of round trips go.
        """
        self._traces = traces
        self.line = line
        self._at_home = at_home
        self._refusal = refusal
        self._time: dict[str, tuple[State, time_usage.Policy]] = {}
        """How much time shops had taken, as last seen here."""

    async def enter(self, call: ShopCall, now: float) -> Entered:
        """See `Limiter.enter`."""
        line = self.line
        at = now + line.shift
        both = bool(call.operation)
        asked = [
            steps.admit(call.owner, at, call.bucket, behind=both),
            steps.note(call.pace, at, call.pace_policy),
            steps.read(call.time),
        ]
        if both:
            asked.insert(0, steps.admit(call.operation, at, call.operation_bucket))
        try:
            said = await self._ask(asked)
        except Away:
            self._away()
            return await self._at_home.enter(call, now)
        owner, pace, time = said[-3:]
        calls = (
            steps.bucket(owner, call.bucket)
            if owner
            else steps.bucket(said[0], call.operation_bucket)
        )
        if len(self._time) >= _MOST_SHOPS:
            self._time.clear()
        self._time[call.time] = steps.state(time), call.time_policy
        return Entered(calls, steps.sighting(pace), self.time_spent(call.time, now))

    def leave(
        self, key: str, now: float, spent: float, policy: time_usage.Policy
    ) -> time_usage.Reading:
        """See `Limiter.leave`. The server is told with the next round trip, which is not awaited.

        The usage is what was known when the call was let in, and what it has spent.
        """
        line = self.line
        if line.away:
            return self._at_home.leave(key, now, spent, policy)
        at = now + line.shift
        known, _ = self._time.get(key, (EMPTY, policy))
        state, reading = time_usage.spend(known, at, spent, policy)
        self._time[key] = state, policy
        if spent > 0.0:
            line.later(steps.spend(key, at, spent, policy))
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
        twin = steps.TWINS.get(change)
        try:
            if twin is not None:
                (policy,) = args
                (said,) = await self._ask([twin.ask(key, at, policy)])
                decision: R = twin.hear(said, policy)
                return decision
            found = EMPTY
            for _ in range(_MOST_TRIES):
                state, result = change(found, at, *args, **kwargs)
                (said,) = await self._ask([steps.replace(key, at, found, state)])
                if not said:
                    return result
                found = steps.state(said)
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
        """Send what waits, and close the connection."""
        await self.line.close()

    async def _ask(self, asked: list[Step]) -> list[bytes]:
        if self._traces is None or not self._traces.recording():
            return await self.line.ask(asked)
        told = {"db.system.name": "redis", "db.operation.name": "EVALSHA"}
        with self._traces.span("EVALSHA limits", "client", told):
            return await self.line.ask(asked)

    def _away(self) -> None:
        self.line.trips.decided_alone += 1
        if self._refusal is not None:
            raise self._refusal()
