"""Detects abnormal traffic: too many calls a second from one address to one shop.

A sliding window of one second has twelve cells of a twelfth of a second, each with its number of
calls. Every counted call is less than a second old, so a client below the threshold is never
reported; in exchange, a burst spread over more than eleven twelfths of a second may pass once.
"""

from math import floor

from msgspec import Struct

from openmall.contract.counter_state import State

CELLS = 12
CELL_MOST = 255
"""Maximum of a cell: one byte each, six bytes in the 53 integer bits of a double."""
HALF_BITS = 48
HALF_END = 1 << HALF_BITS
EPISODE_S = 10.0
"""Seconds without abnormal calls after which the next one is logged again."""


class Policy(Struct, frozen=True, gc=False):
    """Calls a second, from one address to one shop, that count as abnormal (Limits 2).

    Raises ValueError below 2, or above what the cells can count.
    """

    per_second: int = 10

    def __post_init__(self) -> None:
        if not 2 <= self.per_second <= CELL_MOST:
            raise ValueError(f"abnormal traffic must start at 2 to {CELL_MOST}, not {self}")


class Sighting(Struct, frozen=True, gc=False):
    """The traffic of the last second (Limits 2)."""

    abnormal: bool
    newly: bool
    """First abnormal call of an episode, which is logged."""
    calls: int
    """Calls within the last second, this one included."""


def note(state: State, now: float, policy: Policy) -> tuple[State, Sighting]:
    """Count one call at `now` (epoch seconds), admitted or not, and evaluate the last second.

    An episode lasts until ten seconds have passed without an abnormal call, so that a client near
    the threshold is logged once (Limits 2). Never raises, whatever the state holds; after a step
    back of the clock the calls of the last second seen are kept.
    """
    _, last, newer, older, abnormal_at = state
    cell = float(floor(now * CELLS))
    moved = cell - last
    if -CELLS <= moved < 0.0:
        cell, moved = last, 0.0
    history = _half(older) << HALF_BITS | _half(newer)
    history = 0 if moved >= CELLS else history << 8 * int(max(0.0, moved))
    history &= (1 << 2 * HALF_BITS) - 1
    if history & CELL_MOST < CELL_MOST:
        history += 1

    calls = sum(history.to_bytes(CELLS, "little"))
    abnormal = calls >= policy.per_second
    since = cell / CELLS - abnormal_at
    in_episode = abnormal_at > 0.0 and 0.0 <= since < EPISODE_S
    if abnormal or since < 0.0:
        # After the clock was set back an old episode must not silence new ones.
        abnormal_at = cell / CELLS if abnormal else 0.0
    idle_at = max(cell / CELLS + 1.0 + 1.0 / CELLS, abnormal_at + EPISODE_S)
    after = (idle_at, cell, float(history % HALF_END), float(history >> HALF_BITS), abnormal_at)
    return after, Sighting(abnormal=abnormal, newly=abnormal and not in_episode, calls=calls)


def _half(stored: float) -> int:
    return int(stored) if 0.0 <= stored < HALF_END else 0
