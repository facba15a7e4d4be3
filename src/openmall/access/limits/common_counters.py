"""Counters and cache invalidation across several machines."""

from collections.abc import Awaitable, Callable
from typing import Concatenate

from openmall.access.limits.limiter import Limiter
from openmall.contract.counter_state import State
from openmall.contract.counters import Counters, P, R
from openmall.database.cache_epoch import CacheEpoch


class CommonCounters:
    """`Counters` of an installation: this machine's, and those of all machines."""

    def __init__(
        self,
        machine: Counters,
        limiter: Limiter,
        *,
        invalidate_caches: Callable[[], Awaitable[object]] | None = None,
        cache_epoch: Callable[[], int] | None = None,
    ) -> None:
        """`invalidate_caches`, `cache_epoch`: as in `Counters`, for the other machines alone.

        None: there are no other machines.
        """
        self._machine = machine
        self._limiter = limiter
        self._invalidate_caches = invalidate_caches
        self._cache_epoch = cache_epoch

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.update`: on this machine."""
        return self._machine.update(key, change, *args, **kwargs)

    def read(self, key: str) -> State:
        """See `Counters.read`. On this machine."""
        return self._machine.read(key)

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

    def cache_epoch(self) -> int:
        """See `Counters.cache_epoch`. The sum of both epochs."""
        others = 0 if self._cache_epoch is None else self._cache_epoch()
        return self._machine.cache_epoch() + others

    def advance_cache_epoch(self) -> int:
        """See `Counters.advance_cache_epoch`: on this machine."""
        return self._machine.advance_cache_epoch()

    async def invalidate_caches(self) -> None:
        """See `Counters.invalidate_caches`."""
        try:
            if self._invalidate_caches is not None:
                await self._invalidate_caches()
        finally:
            await self._machine.invalidate_caches()

    def record_write(self, mall_id: str) -> None:
        """See `Counters.record_write`: on this machine."""
        self._machine.record_write(mall_id)

    def writes(self, mall_id: str) -> int:
        """See `Counters.writes`: on this machine."""
        return self._machine.writes(mall_id)

    def close(self) -> None:
        """See `Counters.close`."""
        self._machine.close()


def common_counters(
    machine: Counters, limiter: Limiter, cache_epoch: CacheEpoch | None
) -> CommonCounters:
    """Return the counters of a worker whose machine shares limits or caches with others."""
    return CommonCounters(
        machine,
        limiter,
        invalidate_caches=None if cache_epoch is None else cache_epoch.invalidate_caches,
        cache_epoch=None if cache_epoch is None else cache_epoch.cache_epoch,
    )
