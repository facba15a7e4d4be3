"""Writes the counts of a worker's calls to the database every few seconds."""

import logging
import time
from typing import Final

from openmall.contract.tally import Tally
from openmall.database.session import Database
from openmall.http.periodic_task import PeriodicTask

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Interval of writes: the longest lag of a count, and the most that a killed worker loses."""


class TallyWriter:
    """Writes the tally of a worker to the database at intervals."""

    def __init__(self, database: Database, tally: Tally) -> None:
        self._database = database
        self._tally = tally
        self._task = PeriodicTask(self.write, name="counts")

    def begin(self, seconds: float = SECONDS) -> None:
        """Start writing every `seconds`."""
        self._task.begin(seconds)

    async def end(self) -> None:
        """Stop after a final write."""
        await self._task.end()
        await self.write()

    async def write(self) -> None:
        """Write the counts, a transaction for each mall; failed ones are retried at the next."""
        for (mall_id, write_counts), counts in self._tally.take().items():
            deadline = time.monotonic() + SECONDS
            try:
                async with self._database.writing(mall_id, deadline=deadline) as db:
                    await write_counts(db, counts)
            except Exception as error:
                self._tally.add(mall_id, write_counts, counts)
                log.error("tally not written", extra={"mall_id": mall_id, "reason": str(error)})
