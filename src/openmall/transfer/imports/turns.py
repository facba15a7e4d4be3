"""Turns of an import that reads many rows and writes few: others go on meanwhile."""

import asyncio
import time
from typing import Final

SKIPPED_AT_ONCE: Final = 1_000
"""Rows that are not selected, after which a reader gives way."""
_TURN: Final = 0.04
"""Seconds of reading."""
_SILENCE: Final = 5.0
"""Seconds after which an import that reads on writes how far it is, and so keeps its lease."""


class Turns:
    """When an import pauses, and when it writes though its batch is not full."""

    def __init__(self) -> None:
        self._began = self._written_at = time.perf_counter()

    def wrote(self) -> None:
        """Note that a batch was written, with a pause."""
        self._began = self._written_at = time.perf_counter()

    async def pause(self) -> bool:
        """Pause when the turn is over; return whether the import has been silent for too long."""
        if time.perf_counter() - self._began < _TURN:
            return False
        await asyncio.sleep(_TURN / 10)
        self._began = time.perf_counter()
        return self._began - self._written_at > _SILENCE
