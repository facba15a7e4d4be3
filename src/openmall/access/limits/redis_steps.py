"""Encodes the steps of the Redis script and decodes its replies, as bytes and doubles.

The opcodes: 1 admit, 2 admit if the previous step did and look otherwise, 3 look, 4 count traffic,
5 spend time, 6 read, 7 calls per minute, 8 token bucket, 9 compare and set.
"""

from collections.abc import Callable
from hashlib import blake2b
from struct import Struct as Layout
from typing import Any, Final, NamedTuple

from openmall.access.limits import (
    abnormal_traffic,
    leaky_bucket,
    per_minute,
    time_usage,
    token_bucket,
)
from openmall.contract.counter_state import State

STATE: Final = Layout("<5d")
_TWO_NUMBERS: Final = Layout("<Bdd")
_THREE_NUMBERS: Final = Layout("<Bddd")
_FOUR_NUMBERS: Final = Layout("<Bdddd")
_REPLACE: Final = Layout("<Bd5d5d")
_BUCKET: Final = Layout("<4d")
_SHORT: Final = Layout("<3d")


class Step(NamedTuple):
    """One key, and the encoded operation on it."""

    key: bytes
    payload: bytes


def name(key: str) -> bytes:
    """Return the key on the server, a hash without addresses or user names."""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return b"openmall:" + digest.encode()


def admit(key: str, now: float, policy: leaky_bucket.Policy, *, behind: bool = False) -> Step:
    """Encode `leaky_bucket.admit`.

    `behind`: only look when the previous step refuses, and undo that one when this refuses.
    """
    payload = _THREE_NUMBERS.pack(2 if behind else 1, now, policy.capacity, policy.drain)
    return Step(name(key), payload)


def look(key: str, now: float, policy: leaky_bucket.Policy) -> Step:
    """Encode `leaky_bucket.look`."""
    return Step(name(key), _THREE_NUMBERS.pack(3, now, policy.capacity, policy.drain))


def note(key: str, now: float, policy: abnormal_traffic.Policy) -> Step:
    """Encode `abnormal_traffic.note`."""
    return Step(name(key), _TWO_NUMBERS.pack(4, now, policy.per_second))


def spend(key: str, now: float, seconds: float, policy: time_usage.Policy) -> Step:
    """Encode `time_usage.spend`, without a reply."""
    return Step(name(key), _FOUR_NUMBERS.pack(5, now, seconds, policy.budget, policy.window))


def read(key: str) -> Step:
    """Encode a read of the state."""
    return Step(name(key), b"\x06")


def replace(key: str, now: float, expected: State, state: State) -> Step:
    """Encode a compare-and-set; the reply is empty, or the current state on a mismatch."""
    return Step(name(key), _REPLACE.pack(9, now, *expected, *state))


def state(reply: bytes) -> State:
    """Decode a state."""
    idle_at, a, b, c, d = STATE.unpack(reply)
    return (idle_at, a, b, c, d)


def bucket(reply: bytes, policy: leaky_bucket.Policy) -> leaky_bucket.Decision:
    """Decode the decision of a leaky bucket."""
    admitted, used, usage, remain = _BUCKET.unpack(reply)
    return leaky_bucket.Decision(bool(admitted), int(used), policy.capacity, usage, int(remain))


def sighting(reply: bytes) -> abnormal_traffic.Sighting:
    """Decode the traffic of an address."""
    abnormal, newly, calls = _SHORT.unpack(reply)
    return abnormal_traffic.Sighting(abnormal=bool(abnormal), newly=bool(newly), calls=int(calls))


def _minute(key: str, now: float, policy: per_minute.Policy, cost: int = 1) -> Step:
    return Step(name(key), _THREE_NUMBERS.pack(7, now, policy.limit, cost))


def _minute_reply(reply: bytes, policy: per_minute.Policy) -> per_minute.Decision:
    admitted, remaining, retry_after = _SHORT.unpack(reply)
    return per_minute.Decision(
        admitted=bool(admitted),
        limit=policy.limit,
        remaining=int(remaining),
        retry_after=int(retry_after),
    )


def _token(key: str, now: float, policy: token_bucket.Policy) -> Step:
    return Step(name(key), _THREE_NUMBERS.pack(8, now, policy.burst, policy.refill))


def _token_reply(reply: bytes, policy: token_bucket.Policy) -> token_bucket.Decision:
    admitted, remaining, retry_after = _SHORT.unpack(reply)
    return token_bucket.Decision(
        admitted=bool(admitted), remaining=int(remaining), retry_after=int(retry_after)
    )


class ScriptFunction(NamedTuple):
    """The script's counterpart of a function: encoder of the step, and decoder of its reply."""

    ask: Callable[..., Step]
    hear: Callable[[bytes, Any], Any]


SCRIPT_FUNCTIONS: Final[dict[Callable[..., Any], ScriptFunction]] = {
    leaky_bucket.admit: ScriptFunction(admit, bucket),
    leaky_bucket.look: ScriptFunction(look, bucket),
    per_minute.admit: ScriptFunction(_minute, _minute_reply),
    token_bucket.admit: ScriptFunction(_token, _token_reply),
    abnormal_traffic.note: ScriptFunction(note, lambda reply, _: sighting(reply)),
}
"""Function of `(state, now, policy)` -> its counterpart in the script. Other functions run in
Python, and are written by compare-and-set."""
