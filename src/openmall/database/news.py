"""How machines on one database learn that what they remember is no longer so. Decision 26.

A number stands in the database, and grows with each such change, after its commit and before
anybody is told of it. Every call looks at it first, so that it knows of whatever was told before
it began. Calls of one worker that begin at the same time share a look.
"""

import asyncio
import time
from typing import Final

from openmall.database import numbers
from openmall.database.session import Database

_SERIES: Final = "generation"
_PATIENCE: Final = 2.0
"""Seconds the database may take to say it."""


class News:
    """What this worker knows of the number."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen = 0
        self._asked = 0
        self._covered = 0
        """The last of those who asked before the last look began."""
        self._failure: Exception | None = None
        self._one_looks = asyncio.Lock()

    def generation(self) -> int:
        """Return the number as it was last seen."""
        return self._seen

    async def outdate(self) -> None:
        """Let every machine forget what it remembers. Raises DatabaseAway."""
        async with self._database.writing("") as db:
            self._seen = max(self._seen, await numbers.take(db, _SERIES))

    async def look(self) -> None:
        """See the number as it is now or later. Raises DatabaseAway, DeadlinePassed."""
        self._asked += 1
        mine = self._asked
        async with self._one_looks:
            if self._covered < mine:
                await self._look()
            if self._failure is not None:
                raise self._failure

    async def _look(self) -> None:
        covered, self._failure = self._asked, None
        try:
            deadline = time.monotonic() + _PATIENCE
            async with self._database.reading("", deadline=deadline) as db:
                self._seen = max(self._seen, await numbers.taken(db, _SERIES))
        except Exception as error:
            # whoever asked before is told the same, not after waiting as long each
            self._failure = error
        self._covered = covered
