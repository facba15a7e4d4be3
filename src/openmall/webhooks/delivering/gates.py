"""How many deliveries are under way at once: of one app, and of all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gates:
    """Lets deliveries through, so that one slow receiver holds up nobody but itself."""

    def __init__(self, *, in_all: int, per_app: int) -> None:
        self.per_app = per_app
        self._all = asyncio.Semaphore(in_all)
        self._apps: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def passing(self, client_id: str) -> AsyncIterator[None]:
        """Return a context in which one delivery to an app may be under way."""
        own = self._apps.setdefault(client_id, asyncio.Semaphore(self.per_app))
        # its own first: whoever waits for that one must not take a place of all
        async with own, self._all:
            yield
