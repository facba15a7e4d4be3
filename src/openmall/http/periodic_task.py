"""Periodic background work of a worker process."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("openmall")


class PeriodicTask:
    """Runs a function at a fixed interval; a failure is logged and retried at the next interval."""

    def __init__(self, work: Callable[[], Awaitable[object]]) -> None:
        self._work = work
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self, seconds: float) -> None:
        """Start the task; it runs every `seconds`."""
        self._task = asyncio.get_running_loop().create_task(self._run(seconds))

    async def end(self) -> None:
        """Stop the task after a run in progress has finished."""
        if self._task is not None:
            # never cancelled: it would be unknown whether its transaction was committed
            self._stopping.set()
            await self._task

    async def _run(self, seconds: float) -> None:
        while not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._stopping.wait()
            try:
                await self._work()
            except Exception as error:
                log.error("routine failed", extra={"reason": str(error)})
