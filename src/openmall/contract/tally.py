"""Counts of reads, collected in memory and written to the database in batches.

A call that only reads must neither wait for a write nor cause one for every page view. Adding to a
tally costs a microsecond; the batch writes one row for each key, however often it was counted. A
worker that is killed loses the counts since its last write; one that is stopped writes first. Only
counts that may be lost belong here.
"""

from collections import Counter
from collections.abc import Awaitable, Callable

from openmall.database.session import Session

Key = tuple[int, ...]
"""The numbers that identify the counted entity."""
Keep = Callable[[Session, dict[Key, int]], Awaitable[None]]
"""Adds counts to the stored ones, in a session of their mall."""


class Tally:
    """The counts of one process that are not yet written."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, Keep], Counter[Key]] = {}

    def add(self, mall_id: str, keep: Keep, counted: dict[Key, int]) -> None:
        """Add counts of a mall; `keep` writes them later."""
        self._counts.setdefault((mall_id, keep), Counter()).update(counted)

    def take(self) -> dict[tuple[str, Keep], Counter[Key]]:
        """Return the counts by mall and writer, and start again from zero."""
        counts, self._counts = self._counts, {}
        return counts
