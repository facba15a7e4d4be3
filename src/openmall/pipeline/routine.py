"""What a worker does again and again while it lives, beside answering calls."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("openmall")


class Routine:
    """One such work; what fails is logged, and done again the next time."""

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self, seconds: float) -> None:
        """Do the work from now on, so many `seconds` apart."""
        self._task = asyncio.get_running_loop().create_task(self._go_on(seconds))

    async def end(self) -> None:
        """Do it no more, once what is under way is done."""
        if self._task is not None:
            # never broken off: nobody would know whether what it was about to commit counts
            self._ending.set()
            await self._task

    async def _go_on(self, seconds: float) -> None:
        while not self._ending.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._ending.wait()
            try:
                await self._work()
            except Exception as error:
                log.error("routine failed", extra={"reason": str(error)})
