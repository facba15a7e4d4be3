"""The interface of counters: usage of each client, by a key such as a shop or an address."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from openmall.contract.counter_state import State

P = ParamSpec("P")
R = TypeVar("R")


class Counters(Protocol):
    """A store of counter states, the epoch that invalidates the caches of all workers, and counts
    of writes.
    """

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

    def read(self, key: str) -> State:
        """Return the state of `key`, `EMPTY` for one never seen or forgotten.

        Another process may be writing it, so that it is partly of before and of after that update.
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
        """Update a state as `update` does, across all machines of the installation.

        `change` takes the state and `now` (epoch seconds), and may be called more than once.
        """
        ...

    def in_use(self, now: float) -> int:
        """Return the number of states not expired at `now` (epoch seconds). Scans every slot."""
        ...

    def cache_epoch(self) -> int:
        """Return the cache epoch, a number that every call of `advance_cache_epoch` changes."""
        ...

    def advance_cache_epoch(self) -> int:
        """Advance the cache epoch, so that every process of this machine drops its caches.

        Returns the new cache epoch.
        """
        ...

    async def invalidate_caches(self) -> None:
        """Advance the cache epoch on every machine; returns when later reads see the new value."""
        ...

    def record_write(self, mall_id: str) -> None:
        """Record a committed write in a mall, for every process of this machine.

        An empty `mall_id` stands for all malls.
        """
        ...

    def writes(self, mall_id: str) -> int:
        """Return a number that each recorded write in the mall changes."""
        ...

    def close(self) -> None:
        """Release files and connections. The object cannot be used afterwards."""
        ...
