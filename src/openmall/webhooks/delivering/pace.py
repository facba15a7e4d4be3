"""How patient delivering is: when it tries again, rests, gives up, and switches an app off."""

import secrets
from typing import Final

DELAYS: Final = (60, 300, 1_800, 7_200, 21_600)
"""Seconds after which an event that failed is tried again; after the last it is given up."""
_JITTER: Final = 0.2
"""Share by which a delay is longer or shorter, so that what failed at once is not tried at once."""
RESTS_AFTER: Final = 20
"""Failures in a row after which an app is only asked now and then whether it is back."""
REST: Final = 60
"""Seconds between two such times."""
PROBES: Final = 3
"""Events that are tried then."""
OFF_AFTER_GIVEN_UP: Final = 100
"""Events given up in a row after which an app is told nothing more."""
OFF_AFTER: Final = 86_400
"""Seconds of nothing but failure after which it is told nothing more, as well."""
WARNED_AFTER: Final = OFF_AFTER // 2
"""Seconds of nothing but failure after which its developer is warned."""

SOON: Final = 600
"""Seconds that no lease and no rest lasts: one that ends later was written by a clock that was
ahead, and counts no more, else whoever set it right would wait for as long as it was ahead."""
LATEST: Final = 2 * DELAYS[-1]
"""Seconds after which nothing is tried again, likewise."""

_RANDOM: Final = secrets.SystemRandom()


def tried_again(attempts: int, now: float) -> float | None:
    """Return when an event is tried again that failed `attempts` times; None: it is given up."""
    if attempts > len(DELAYS):
        return None
    return now + DELAYS[attempts - 1] * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)


def due_at(next_at: float | None, now: float) -> float | None:
    """Return when something is tried that was to be tried at `next_at`."""
    return now if next_at is not None and next_at > now + LATEST else next_at
