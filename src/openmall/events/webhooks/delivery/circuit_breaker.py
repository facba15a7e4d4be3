"""The circuit breaker of a delivery queue: pauses delivery to a receiver that keeps failing.

Closed, everything is sent. After OPEN_AFTER_FAILURES failures in a row it is open: nothing is sent
for OPEN_SECONDS. Then it is half-open: a run sends HALF_OPEN_PROBES events at most; a success
closes it, a failure opens it again. Its state is stored in columns of the queue's row.
"""

from typing import Final

from msgspec.structs import replace

from openmall.events.webhooks.delivery import retry_policy
from openmall.events.webhooks.delivery.store import QueueState

OPEN_AFTER_FAILURES: Final = 20
"""Failures in a row."""
OPEN_SECONDS: Final = 60
HALF_OPEN_PROBES: Final = 3
"""Events that one run sends while it is half-open."""


class CircuitBreaker:
    """The probes that one run has left."""

    def __init__(self) -> None:
        self._probes = HALF_OPEN_PROBES

    def permitted(self, state: QueueState, room: int) -> int:
        """Return how many of `room` deliveries may be started."""
        return room if _is_closed(state) else min(room, self._probes)

    def count(self, state: QueueState) -> None:
        """Count a delivery that is started."""
        self._probes -= not _is_closed(state)


def is_open(state: QueueState, now: float) -> bool:
    """Say whether nothing is sent at `now`."""
    return 0 < state.paused_until - now <= retry_policy.LONGEST_HOLD


def after_success(state: QueueState) -> QueueState:
    """Return the state with the breaker closed."""
    return replace(
        state, failures=0, failing_since=None, given_up=0, warned_at=None, paused_until=0
    )


def after_failure(state: QueueState, now: float, *, given_up: bool) -> QueueState:
    """Return the state with one more failure, and the breaker open when there were enough.

    `given_up`: the event is not sent again.
    """
    failed = replace(
        state,
        failures=state.failures + 1,
        given_up=state.given_up + given_up,
        failing_since=int(now) if state.failing_since is None else state.failing_since,
    )
    return replace(failed, paused_until=0 if _is_closed(failed) else int(now) + OPEN_SECONDS)


def _is_closed(state: QueueState) -> bool:
    return state.failures < OPEN_AFTER_FAILURES
