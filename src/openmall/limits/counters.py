"""Where the server remembers what each client has used, by a name such as shop or address."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from openmall.limits.state import State

P = ParamSpec("P")
R = TypeVar("R")

DEFAULT_SLOTS = 65_536
"""Clients remembered at once."""


class Counters(Protocol):
    """What the rest of the program may ask of a place that remembers states."""

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Replace the state of `key` by `change(state, *args)[0]`, and return its second part.

        No other update of `key` happens in between. `change` must be quick, must not await and
        must not call the counters again. When it raises, nothing was changed. A key never seen,
        or forgotten, starts from `EMPTY`. Different limits must use different keys.
        """
        ...

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Do as `update` does, for all machines of the installation where it has several.

        `change` takes the state and `now` (epoch seconds), and may be asked more than once.
        """
        ...

    def in_use(self, now: float) -> int:
        """Number of states not yet faded at `now` (epoch seconds). Looks at every slot."""
        ...

    def generation(self) -> int:
        """A number that differs from the one seen before if anyone called `bump` since."""
        ...

    def bump(self) -> int:
        """Tell every process of this machine that what it cached may be stale.

        Returns the new generation.
        """
        ...

    async def outdate(self) -> None:
        """Tell every process of every machine; done when whoever looks from now on knows it."""
        ...

    def close(self) -> None:
        """Let go of what is held open. The object is of no use afterwards."""
        ...


class Fingerprint:
    """Turns a key of any length into 64 bits that no client can predict or collide on purpose."""

    def __init__(self, salt: bytes) -> None:
        self._salted = blake2b(digest_size=8, key=salt)

    def __call__(self, key: str) -> int:
        """A number from 1 to 2**64 - 1, the same for the same key and salt. Never raises."""
        salted = self._salted.copy()
        # A path cut out of a request may hold half a character.
        salted.update(key.encode("utf-8", "surrogatepass"))
        # 0 marks a free slot.
        return int.from_bytes(salted.digest(), "little") or 1
