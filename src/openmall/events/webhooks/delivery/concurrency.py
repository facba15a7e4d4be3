"""How many deliveries are under way at once: to one app, and in all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ConcurrencyLimits:
    """Bounds deliveries, so that a slow receiver delays no other."""

    def __init__(self, *, total: int, per_app: int) -> None:
        self.per_app = per_app
        self._total = asyncio.Semaphore(total)
        self._apps: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def slot(self, client_id: str) -> AsyncIterator[None]:
        """Return a context in which one delivery to an app may be under way."""
        own = self._apps.setdefault(client_id, asyncio.Semaphore(self.per_app))
        # the app's first: while it waits for that one, it must not take one of the total
        async with own, self._total:
            yield
