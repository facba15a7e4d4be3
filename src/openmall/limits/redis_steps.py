"""What is said to the script of the Redis server, and what it says: bytes and doubles.

The numbers of a step: 1 admit, 2 admit behind the step before, 3 look, 4 note the pace, 5 spend
time, 6 read, 7 a minute's budget, 8 a token, 9 replace what was expected.
"""

from collections.abc import Callable
from hashlib import blake2b
from struct import Struct as Layout
from typing import Any, Final, NamedTuple

from openmall.limits import abnormal_traffic, leaky_bucket, per_minute, time_usage, token_bucket
from openmall.limits.state import State

STATE: Final = Layout("<5d")
_TWO: Final = Layout("<Bdd")
_THREE: Final = Layout("<Bddd")
_FOUR: Final = Layout("<Bdddd")
_REPLACE: Final = Layout("<Bd5d5d")
_BUCKET: Final = Layout("<5d")
_SHORT: Final = Layout("<3d")


class Step(NamedTuple):
    """One key, and what is to be done with it."""

    key: bytes
    said: bytes


def name(key: str) -> bytes:
    """Return the key on the server, which tells nobody an address or a user's name."""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return b"openmall:" + digest.encode()


def admit(key: str, now: float, policy: leaky_bucket.Policy, *, behind: bool = False) -> Step:
    """`leaky_bucket.admit`; `behind`: only when the step before it admits, and undone there."""
    said = _THREE.pack(2 if behind else 1, now, policy.capacity, policy.drain)
    return Step(name(key), said)


def note(key: str, now: float, policy: abnormal_traffic.Policy) -> Step:
    """`abnormal_traffic.note`."""
    return Step(name(key), _TWO.pack(4, now, policy.per_second))


def spend(key: str, now: float, seconds: float, policy: time_usage.Policy) -> Step:
    """`time_usage.spend`, whose reading is not told."""
    return Step(name(key), _FOUR.pack(5, now, seconds, policy.budget, policy.window))


def read(key: str) -> Step:
    """Say the state."""
    return Step(name(key), b"\x06")


def replace(key: str, now: float, expected: State, state: State) -> Step:
    """Write a state where another is; nothing is said, or else the one that is there."""
    return Step(name(key), _REPLACE.pack(9, now, *expected, *state))


def state(said: bytes) -> State:
    """Return a state the script has said."""
    idle_at, a, b, c, d = STATE.unpack(said)
    return (idle_at, a, b, c, d)


def bucket(said: bytes, policy: leaky_bucket.Policy) -> leaky_bucket.Decision:
    """Return what a leaky bucket has said."""
    admitted, used, usage, remain, retry_after = _BUCKET.unpack(said)
    return leaky_bucket.Decision(
        bool(admitted), int(used), policy.capacity, usage, int(remain), int(retry_after)
    )


def sighting(said: bytes) -> abnormal_traffic.Sighting:
    """Return what was seen of an address."""
    abnormal, newly, calls = _SHORT.unpack(said)
    return abnormal_traffic.Sighting(abnormal=bool(abnormal), newly=bool(newly), calls=int(calls))


def _look(key: str, now: float, policy: leaky_bucket.Policy) -> Step:
    return Step(name(key), _THREE.pack(3, now, policy.capacity, policy.drain))


def _minute(key: str, now: float, policy: per_minute.Policy) -> Step:
    return Step(name(key), _TWO.pack(7, now, policy.limit))


def _minute_said(said: bytes, policy: per_minute.Policy) -> per_minute.Decision:
    admitted, remaining, retry_after = _SHORT.unpack(said)
    return per_minute.Decision(
        admitted=bool(admitted),
        limit=policy.limit,
        remaining=int(remaining),
        retry_after=int(retry_after),
    )


def _token(key: str, now: float, policy: token_bucket.Policy) -> Step:
    return Step(name(key), _THREE.pack(8, now, policy.burst, policy.refill))


def _token_said(said: bytes, policy: token_bucket.Policy) -> token_bucket.Decision:
    admitted, remaining, retry_after = _SHORT.unpack(said)
    return token_bucket.Decision(
        admitted=bool(admitted), remaining=int(remaining), retry_after=int(retry_after)
    )


class Twin(NamedTuple):
    """How the script is asked for what a function does, and what it says is read."""

    ask: Callable[[str, float, Any], Step]
    hear: Callable[[bytes, Any], Any]


TWINS: Final[dict[Callable[..., Any], Twin]] = {
    leaky_bucket.admit: Twin(admit, bucket),
    leaky_bucket.look: Twin(_look, bucket),
    per_minute.admit: Twin(_minute, _minute_said),
    token_bucket.admit: Twin(_token, _token_said),
    abnormal_traffic.note: Twin(note, lambda said, _: sighting(said)),
}
"""Function of `(state, now, policy)` -> the same in the script. What is not here is decided in
Python, and written where nobody else has written since."""
