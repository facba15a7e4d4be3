"""Writes down every few seconds what calls counted in passing."""

import logging
import time
from typing import Final

from openmall.contract.tally import Tally
from openmall.database.session import Database
from openmall.pipeline.routine import Routine

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two writes: the most that a worker that is killed forgets, and that a count lags."""


class Tallying:
    """Keeps the tally of a worker in the database while it lives."""

    def __init__(self, database: Database, tally: Tally) -> None:
        self._database = database
        self._tally = tally
        self._routine = Routine(self.write)

    def begin(self, seconds: float = SECONDS) -> None:
        """Write again and again from now on, so many `seconds` apart."""
        self._routine.begin(seconds)

    async def end(self) -> None:
        """Write no more, after a last time."""
        await self._routine.end()
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
