"""Writes batches that arrive at the same time in one transaction.

A worker that is asked often spends most of a page view on the transaction. The first batch of a
mall is written at once; those that arrive until it is committed follow together.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.analytics.collecting import store as collecting_store
from openmall.analytics.collecting.store import CollectedBatch
from openmall.database.session import Database

AT_ONCE: Final = 25
"""Batches of one transaction: a millisecond, after which the worker answers others."""


class _Arrival(Struct, frozen=True):
    """A batch, and the call that waits for it."""

    batch: CollectedBatch
    deadline: float
    written: asyncio.Future[None]


class BatchWriter:
    """Writes the batches of one worker."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: dict[str, list[_Arrival]] = {}
        """Batches that are not in a transaction yet, of each mall that is written to."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, mall_id: str, batch: CollectedBatch, *, deadline: float) -> None:
        """Write a batch, unless one of its id was written; return after the commit.

        Raises DatabaseAway and DeadlinePassed.
        """
        arrival = _Arrival(batch, deadline, asyncio.get_running_loop().create_future())
        waiting = self._waiting.get(mall_id)
        if waiting is None:
            self._waiting[mall_id] = [arrival]
            task = asyncio.create_task(self._write_waiting(mall_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            waiting.append(arrival)
        await arrival.written

    async def _write_waiting(self, mall_id: str) -> None:
        waiting = self._waiting[mall_id]
        try:
            while waiting:
                some, waiting[:] = waiting[:AT_ONCE], waiting[AT_ONCE:]
                await self._write_together(mall_id, some)
        finally:
            del self._waiting[mall_id]

    async def _write_together(self, mall_id: str, arrivals: Sequence[_Arrival]) -> None:
        """Write batches in one transaction, and let the calls go on that wait for them."""
        deadline = max(each.deadline for each in arrivals)
        try:
            async with self._database.writing(mall_id, deadline=deadline) as db:
                await collecting_store.write_new(db, [each.batch for each in arrivals])
        except Exception as error:
            for each in arrivals:
                if not each.written.done():
                    each.written.set_exception(error)
        else:
            for each in arrivals:
                if not each.written.done():
                    each.written.set_result(None)
