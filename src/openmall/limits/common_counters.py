"""What several machines count together, and tell each other of."""

from collections.abc import Awaitable, Callable
from typing import Concatenate

from openmall.limits.counters import Counters, P, R
from openmall.limits.limiter import Limiter
from openmall.limits.state import State


class CommonCounters:
    """`Counters` of an installation: this machine's, and what goes beyond it."""

    def __init__(
        self,
        machine: Counters,
        limiter: Limiter,
        *,
        outdate: Callable[[], Awaitable[object]] | None = None,
        generation: Callable[[], int] | None = None,
    ) -> None:
        """`outdate`, `generation`: as `Counters` has them, of the other machines alone.

        None: no other machine remembers anything.
        """
        self._machine = machine
        self._limiter = limiter
        self._outdate = outdate
        self._generation = generation

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.update`: on this machine."""
        return self._machine.update(key, change, *args, **kwargs)

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.decide`."""
        return await self._limiter.decide(key, change, now, *args, **kwargs)

    def in_use(self, now: float) -> int:
        """See `Counters.in_use`: on this machine."""
        return self._machine.in_use(now)

    def generation(self) -> int:
        """See `Counters.generation`. Grows with either."""
        others = 0 if self._generation is None else self._generation()
        return self._machine.generation() + others

    def bump(self) -> int:
        """See `Counters.bump`: on this machine."""
        return self._machine.bump()

    async def outdate(self) -> None:
        """See `Counters.outdate`."""
        try:
            if self._outdate is not None:
                await self._outdate()
        finally:
            await self._machine.outdate()

    def close(self) -> None:
        """See `Counters.close`."""
        self._machine.close()
