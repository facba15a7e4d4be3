"""Token bucket: each call takes a token, and tokens are added at a constant rate (Limits 8)."""

from math import ceil, floor

from msgspec import Struct

from openmall.access.limits.clock import elapsed
from openmall.contract.counter_state import State

NOISE = 1e-6
"""Tokens: the rounding error of epoch seconds in a double."""


class Policy(Struct, frozen=True, gc=False):
    """Size of one bucket (Limits 8).

    `burst` is in tokens, `refill` in tokens a second. Raises ValueError for a bucket that could
    never admit a call.
    """

    burst: int = 40
    refill: float = 2.0

    def __post_init__(self) -> None:
        if self.burst < 1 or not self.refill > 0:
            raise ValueError(f"a token bucket needs burst >= 1 and refill > 0, not {self}")


class Decision(Struct, frozen=True, gc=False):
    """The decision about one call (Limits 8)."""

    admitted: bool
    remaining: int
    """Whole tokens left after this call, 0..burst - 1: `X-RateLimit-Remaining`."""
    retry_after: int
    """Whole seconds, at least 1, until there is a token again; 0 when the call was admitted."""


def admit(state: State, now: float, policy: Policy) -> tuple[State, Decision]:
    """Take one token at `now` (epoch seconds), if there is one (Limits 8).

    A refused call takes nothing. Never raises, for any state and any change of the clock.
    """
    # The number of missing tokens is stored, so that the empty state is the full bucket.
    _, missing, at, _, _ = state
    passed, at = elapsed(at, now)
    missing = max(0.0, min(policy.burst + NOISE, missing) - passed * policy.refill)
    short = missing + 1.0 - policy.burst
    admitted = short <= NOISE
    if admitted:
        missing += 1.0
    decision = Decision(
        admitted=admitted,
        remaining=max(0, floor(policy.burst - missing + NOISE)),
        # Half the noise, so that a client that waits exactly this long is not early.
        retry_after=0 if admitted else max(1, ceil((short - NOISE / 2) / policy.refill)),
    )
    return (at + missing / policy.refill, missing, at, 0.0, 0.0), decision
