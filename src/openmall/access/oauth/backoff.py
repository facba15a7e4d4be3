"""Exponential backoff of failed sign-ins, without a delay for correct passwords.

Failures are counted by mall and user name, existing or not, and by address, in the counters shared
by all workers of every machine.
"""

from math import ceil
from typing import Final, Literal

from openmall.access.limits.address import holder
from openmall.contract.counter_state import EMPTY, State
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock

FREE_ATTEMPTS: Final = 5
"""Consecutive failures before the first wait of 1 second, which doubles with each further one."""
MAX_WAIT_SECONDS: Final = 15 * 60
"""Longest wait in seconds."""
RETENTION_SECONDS: Final = 3600
"""Seconds after the end of a wait for which failures stay counted."""


def attempt(state: State, now: float) -> tuple[State, int]:
    """Count an attempt as failed in advance, so that concurrent attempts gain nothing.

    Return 0, or the seconds to wait; during a wait nothing is counted.
    """
    idle_at, failures, until, _, _ = state
    if now >= idle_at:
        failures, until = 0.0, 0.0
    # a clock that was set back must not prolong a wait
    until = min(until, now + MAX_WAIT_SECONDS)
    if until > now:
        return (until + RETENTION_SECONDS, failures, until, 0.0, 0.0), ceil(until - now)
    failures = min(failures + 1.0, 64.0)
    until = now + _wait(failures)
    return (until + RETENTION_SECONDS, failures, until, 0.0, 0.0), 0


def undo_attempt(state: State, now: float) -> tuple[State, None]:
    """Undo the counting of one successful attempt."""
    idle_at, failures, until, _, _ = state
    failures = max(0.0, failures - 1.0)
    return (idle_at, failures, min(until, now + _wait(failures)), 0.0, 0.0), None


def _wait(failures: float) -> float:
    if failures < FREE_ATTEMPTS:
        return 0.0
    doubled: float = 2.0 ** (failures - FREE_ATTEMPTS)
    return min(float(MAX_WAIT_SECONDS), doubled)


def forget(state: State, now: float) -> tuple[State, None]:
    """Reset the count of failures."""
    return EMPTY, None


class Backoff:
    """The counters of one sign-in attempt: user and address."""

    def __init__(
        self,
        counters: Counters,
        clock: Clock,
        *,
        mall_id: str,
        user: str,
        ip: str,
        role: Literal["user", "customer", "developer"] = "user",
        action: Literal["sign-in", "sign-up", "second step", "order look-up"] = "sign-in",
    ) -> None:
        """Attempts of each `action` are counted separately, so that one does not use up another's.

        `role`: the kind of user; user names of different kinds are counted separately.
        """
        self._counters = counters
        self._clock = clock
        self._user = f"{action} {role} {mall_id} {user}"
        self._address = f"{action} address {holder(ip)}"

    async def attempt(self) -> int:
        """Return 0 to proceed, or the whole seconds to wait first."""
        now = self._clock.now()
        wait = await self._counters.decide(self._address, attempt, now)
        if wait:
            return wait
        wait = await self._counters.decide(self._user, attempt, now)
        if wait:
            await self._counters.decide(self._address, undo_attempt, now)
        return wait

    async def succeeded(self) -> None:
        """Reset the user's failures; the address only loses this attempt.

        Otherwise a user with a password could keep guessing another user's.
        """
        now = self._clock.now()
        await self._counters.decide(self._user, forget, now)
        await self._counters.decide(self._address, undo_attempt, now)
