"""The circuit breaker of a lane: a receiver that keeps failing is left alone for a while.

Closed, everything is sent. After OPEN_AFTER_FAILURES failures in a row it is open: nothing is sent
for OPEN_SECONDS. Then it is half-open: a run sends HALF_OPEN_PROBES events at most; a success
closes it, a failure opens it again. Its state are columns of the lane.
"""

from typing import Final

from msgspec.structs import replace

from openmall.events.webhooks.delivery import retry_policy
from openmall.events.webhooks.delivery.store import Lane

OPEN_AFTER_FAILURES: Final = 20
"""Failures in a row."""
OPEN_SECONDS: Final = 60
HALF_OPEN_PROBES: Final = 3
"""Events that one run sends while it is half-open."""


class CircuitBreaker:
    """The probes that one run has left."""

    def __init__(self) -> None:
        self._probes = HALF_OPEN_PROBES

    def permitted(self, lane: Lane, room: int) -> int:
        """Return how many of `room` deliveries may be started."""
        return room if _is_closed(lane) else min(room, self._probes)

    def count(self, lane: Lane) -> None:
        """Count a delivery that is started."""
        self._probes -= not _is_closed(lane)


def is_open(lane: Lane, now: float) -> bool:
    """Say whether nothing is sent at `now`."""
    return 0 < lane.rests_until - now <= retry_policy.LONGEST_HOLD


def after_success(lane: Lane) -> Lane:
    """Return the lane closed."""
    return replace(lane, failures=0, failing_since=None, given_up=0, warned_at=None, rests_until=0)


def after_failure(lane: Lane, now: float, *, given_up: bool) -> Lane:
    """Return the lane with one failure more, open when there were enough.

    `given_up`: the event is not sent again.
    """
    failed = replace(
        lane,
        failures=lane.failures + 1,
        given_up=lane.given_up + given_up,
        failing_since=int(now) if lane.failing_since is None else lane.failing_since,
    )
    return replace(failed, rests_until=0 if _is_closed(failed) else int(now) + OPEN_SECONDS)


def _is_closed(lane: Lane) -> bool:
    return lane.failures < OPEN_AFTER_FAILURES
