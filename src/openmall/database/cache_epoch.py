"""Cache invalidation across machines that share one database. Decision 26.

The cache epoch is a number in the database that grows with each invalidation, after the commit of
the change and before its response. Every call reads it first, so that it sees all changes reported
before it began. Concurrent calls of one worker share a read.
"""

import asyncio
import time
from typing import Final

from openmall.database import sequences
from openmall.database.session import Database

_SEQUENCE_NAME: Final = "generation"
_TIMEOUT_SECONDS: Final = 2.0
"""Timeout of reading the epoch, in seconds."""


class CacheEpoch:
    """The cache epoch as last seen by this worker."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._epoch = 0
        self._requests = 0
        self._completed = 0
        """The last request made before the last read began."""
        self._failure: Exception | None = None
        self._lock = asyncio.Lock()

    def cache_epoch(self) -> int:
        """Return the cache epoch as last seen."""
        return self._epoch

    async def invalidate_caches(self) -> None:
        """Advance the cache epoch of all machines. Raises DatabaseAway."""
        async with self._database.writing("") as db:
            self._epoch = max(self._epoch, await sequences.allocate(db, _SEQUENCE_NAME))

    async def refresh(self) -> None:
        """Read the current cache epoch. Raises DatabaseAway, DeadlinePassed."""
        self._requests += 1
        request_no = self._requests
        async with self._lock:
            if self._completed < request_no:
                await self._read()
            if self._failure is not None:
                raise self._failure

    async def _read(self) -> None:
        completed, self._failure = self._requests, None
        try:
            deadline = time.monotonic() + _TIMEOUT_SECONDS
            async with self._database.reading("", deadline=deadline) as db:
                self._epoch = max(self._epoch, await sequences.allocated(db, _SEQUENCE_NAME))
        except Exception as error:
            # all waiting requests fail at once, instead of each after its own timeout
            self._failure = error
        self._completed = completed
