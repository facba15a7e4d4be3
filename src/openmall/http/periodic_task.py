"""Periodic background work of a worker process."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

log = logging.getLogger("openmall")


_REST: Final = 4
"""Rest after a run that found nothing to do, in times of what it took."""
_LONGEST_REST: Final = 60.0
"""Seconds."""


def pause_after(result: object, *, took: float, seconds: float) -> float:
    """Return the seconds until the next run of a task that runs every `seconds`.

    A search across malls takes longer the more there are. One in vain, whose `result` is 0, is
    repeated so late that searching takes a fifth of the time. `took`: seconds.
    """
    return max(seconds, min(_REST * took, _LONGEST_REST)) if result == 0 else seconds


class TaskState(Struct, kw_only=True):
    """What a periodic task did so far. Times are UTC seconds by the machine's clock."""

    started_at: float
    """When its process began it."""
    succeeded_at: float = 0.0
    """End of its last run without an error; 0: none so far."""
    interval: float = 0.0
    """Seconds until the next run, from the end of the last one."""
    runs: int = 0
    failures: int = 0
    """Runs that ended with an error."""


class PeriodicTask:
    """Runs a function at an interval; a failure is logged and retried at the next interval."""

    def __init__(self, work: Callable[[], Awaitable[object]], *, name: str) -> None:
        """`name`: of the task in logs and metrics."""
        self._work = work
        self.name = name
        self.state = TaskState(started_at=time.time())
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self, seconds: float) -> None:
        """Start the task; it runs every `seconds`, later where `pause_after` says so."""
        self._task = asyncio.get_running_loop().create_task(self._run(seconds))

    async def end(self) -> None:
        """Stop the task after a run in progress has finished."""
        if self._task is not None:
            # never cancelled: it would be unknown whether its transaction was committed
            self._stopping.set()
            await self._task

    async def _run(self, seconds: float) -> None:
        pause = seconds
        state = self.state = TaskState(started_at=time.time(), interval=seconds)
        while not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()
            pause, began = seconds, time.monotonic()
            try:
                result = await self._work()
                pause = pause_after(result, took=time.monotonic() - began, seconds=seconds)
                state.succeeded_at = time.time()
            except Exception as error:
                state.failures += 1
                log.error("routine failed", extra={"task": self.name, "reason": str(error)})
            state.runs += 1
            state.interval = pause
