"""Writes down every few seconds what calls counted in passing."""

import asyncio
import contextlib
import logging
import time
from typing import Final

from openmall.contract.tally import Tally
from openmall.database.session import Database

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two writes: the most that a worker that is killed forgets, and that a count lags."""


class Tallying:
    """Keeps the tally of a worker in the database while it lives."""

    def __init__(self, database: Database, tally: Tally) -> None:
        self._database = database
        self._tally = tally
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self, seconds: float = SECONDS) -> None:
        """Write again and again from now on, so many `seconds` apart."""
        self._task = asyncio.get_running_loop().create_task(self._go_on(seconds))

    async def end(self) -> None:
        """Write no more, after a last time."""
        if self._task is not None:
            # a write that is under way is never broken off: nobody would know whether it counts
            self._ending.set()
            await self._task
        await self.write()

    async def write(self) -> None:
        """Write what was counted, a transaction for each mall; what fails is tried next time."""
        for (mall_id, keep), counted in self._tally.take().items():
            deadline = time.monotonic() + SECONDS
            try:
                async with self._database.writing(mall_id, deadline=deadline) as db:
                    await keep(db, counted)
            except Exception as error:
                self._tally.add(mall_id, keep, counted)
                log.error("tally not written", extra={"mall_id": mall_id, "reason": str(error)})

    async def _go_on(self, seconds: float) -> None:
        while not self._ending.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._ending.wait()
            await self.write()
