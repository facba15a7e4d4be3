"""When a failed delivery is retried, and after how many failures an app is switched off."""

import secrets
from typing import Final

DELAYS: Final = (60, 300, 1_800, 7_200, 21_600)
"""Seconds after each failed attempt until the next one; after the last the event is given up."""
_JITTER: Final = 0.2
"""Share by which a delay varies, so that deliveries that failed together are not retried so."""
OFF_AFTER_GIVEN_UP: Final = 100
"""Events given up in a row after which an app is switched off in a mall."""
OFF_AFTER: Final = 86_400
"""Seconds without any success after which it is switched off as well."""
WARNED_AFTER: Final = OFF_AFTER // 2
"""Seconds without any success after which its developer is warned."""

LONGEST_HOLD: Final = 600
"""Seconds longer than any lease, and than a circuit breaker is open. A later end was written by a
clock that was ahead and does not count, else setting the clock right would stop deliveries."""
LONGEST_DELAY: Final = 2 * DELAYS[-1]
"""Seconds longer than any delay, for the same reason."""

_RANDOM: Final = secrets.SystemRandom()


def next_attempt_at(attempts: int, now: float) -> float | None:
    """Return when to retry an event after `attempts` failed attempts; None: it is given up."""
    if attempts > len(DELAYS):
        return None
    return now + DELAYS[attempts - 1] * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)


def capped(next_at: float | None, now: float) -> float | None:
    """Return the stored time of a retry, or `now` where a clock that was ahead wrote it."""
    return now if next_at is not None and next_at > now + LONGEST_DELAY else next_at
