"""The memory of a server with one worker: its own for limits, the shared file for news."""

from collections.abc import Callable
from typing import Concatenate

from openmall.limits.counters import Counters, P, R
from openmall.limits.local_counters import LocalCounters
from openmall.limits.state import State


class SingleProcessCounters:
    """`Counters` of a process that alone counts calls, but not alone changes what is cached.

    States are kept in memory, which costs half of the shared file's locks; the generation is the
    shared file's, so that a command line's revocation is noticed. States are lost with the
    process: a bucket is empty again after at most twenty seconds anyway.
    """

    def __init__(self, shared: Counters) -> None:
        self._shared = shared
        self._local = LocalCounters()

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.update`."""
        return self._local.update(key, change, *args, **kwargs)

    def in_use(self, now: float) -> int:
        """See `Counters.in_use`."""
        return self._local.in_use(now)

    def generation(self) -> int:
        """See `Counters.generation`."""
        return self._shared.generation()

    def bump(self) -> int:
        """See `Counters.bump`."""
        return self._shared.bump()

    def close(self) -> None:
        """See `Counters.close`."""
        self._local.close()
        self._shared.close()
