"""Whoever guesses passwords waits longer each time; whoever knows theirs is let in at once.

Counted by mall and user name, whether or not there is such a user, and by address, in the
counters all workers share, of every machine.
"""

from math import ceil
from typing import Final, Literal

from openmall.contract.moments import Clock
from openmall.limits.address import holder
from openmall.limits.counters import Counters
from openmall.limits.state import EMPTY, State

FREE: Final = 5
"""Failures in a row after which there is a wait: 1 second, then twice as long each time."""
LONGEST: Final = 15 * 60
"""Seconds."""
MEMORY: Final = 3600
"""Seconds after the end of a wait in which failures are still held against somebody."""


def attempt(state: State, now: float) -> tuple[State, int]:
    """Count an attempt as failed before it is looked at; many at once gain nothing.

    Returns the seconds to wait instead, and counts nothing, while a wait goes on.
    """
    idle_at, failures, until, _, _ = state
    if now >= idle_at:
        failures, until = 0.0, 0.0
    # a clock that was set back must not prolong a wait
    until = min(until, now + LONGEST)
    if until > now:
        return (until + MEMORY, failures, until, 0.0, 0.0), ceil(until - now)
    failures = min(failures + 1.0, 64.0)
    until = now + _wait(failures)
    return (until + MEMORY, failures, until, 0.0, 0.0), 0


def take_back(state: State, now: float) -> tuple[State, None]:
    """Undo the counting of one attempt, which was no failure."""
    idle_at, failures, until, _, _ = state
    failures = max(0.0, failures - 1.0)
    return (idle_at, failures, min(until, now + _wait(failures)), 0.0, 0.0), None


def _wait(failures: float) -> float:
    return 0.0 if failures < FREE else min(float(LONGEST), 2.0 ** (failures - FREE))


def forget(state: State, now: float) -> tuple[State, None]:
    """Hold nothing against somebody any more, whenever it is."""
    return EMPTY, None


class Backoff:
    """The two counts of one sign-in attempt."""

    def __init__(
        self,
        counters: Counters,
        clock: Clock,
        *,
        mall_id: str,
        user: str,
        ip: str,
        role: Literal["user", "customer", "developer"] = "user",
        deed: Literal["sign-in", "sign-up"] = "sign-in",
    ) -> None:
        """`role`: a customer of the same name as a manager is somebody else."""
        self._counters = counters
        self._clock = clock
        self._user = f"{deed} {role} {mall_id} {user}"
        self._address = f"{deed} address {holder(ip)}"

    async def attempt(self) -> int:
        """Return 0 to go ahead, or the whole seconds to wait first."""
        now = self._clock.now()
        wait = await self._counters.decide(self._address, attempt, now)
        if wait:
            return wait
        wait = await self._counters.decide(self._user, attempt, now)
        if wait:
            await self._counters.decide(self._address, take_back, now)
        return wait

    async def succeeded(self) -> None:
        """Forget the user's failures; the address only loses this attempt.

        Otherwise somebody with a password of their own could go on guessing another's.
        """
        now = self._clock.now()
        await self._counters.decide(self._user, forget, now)
        await self._counters.decide(self._address, take_back, now)
