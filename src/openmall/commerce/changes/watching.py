"""Waiting for changes: one query for all waiting calls of a mall in this process."""

import asyncio
import contextlib
import time
from typing import Final
from weakref import WeakKeyDictionary

from openmall.commerce.changes import numbering
from openmall.commerce.changes import store as change_store
from openmall.database.session import Database, DatabaseAway, DeadlinePassed

_PAUSE: Final = 0.25
"""Seconds between two queries."""


class _Watch:
    """The calls that wait for changes of one mall, and the task that looks for these."""

    def __init__(self) -> None:
        self.waiting = 0
        self.head = 0
        """Number of the last change that was seen."""
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None


_WATCHES: Final[WeakKeyDictionary[Database, dict[str, _Watch]]] = WeakKeyDictionary()


async def wait(database: Database, mall_id: str, since: int, seconds: float) -> None:
    """Return when the mall has a change after the number `since`, or after so many seconds."""
    watches = _WATCHES.setdefault(database, {})
    watch = watches.setdefault(mall_id, _Watch())
    if watch.head > since:
        return
    watch.head = since
    watch.waiting += 1
    if watch.task is None:
        watch.task = asyncio.create_task(_look(database, mall_id, watch))
    changed = watch.changed
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()
    finally:
        watch.waiting -= 1
        if not watch.waiting:
            watch.task.cancel()
            watches.pop(mall_id, None)


async def _look(database: Database, mall_id: str, watch: _Watch) -> None:
    """Wake the waiting calls at every change, and number the changes for all of them."""
    while True:
        try:
            async with database.reading(mall_id, deadline=time.monotonic() + 5.0) as db:
                state = await change_store.state(db)
            if state is not None and state[3]:
                await numbering.number_marks(database, mall_id)
                continue
        except (DatabaseAway, DeadlinePassed):
            state = None  # the waiting calls find out themselves
        if state is None or state[0] > watch.head:
            watch.head = watch.head if state is None else state[0]
            watch.changed.set()
            watch.changed = asyncio.Event()
        await asyncio.sleep(_PAUSE)
