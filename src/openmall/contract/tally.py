"""What is counted in passing: gathered in memory, and written by the application a little later.

A call that only reads must not wait for a write, nor make one for every shopper who looks at a
page. Adding to a tally costs a microsecond; the write that follows is one row for each thing that
was counted, however often it was. A worker that is killed loses what it counted since its last
write; one that is told to stop writes first. Nothing that somebody may rely on belongs here.
"""

from collections import Counter
from collections.abc import Awaitable, Callable

from openmall.database.session import Session

Key = tuple[int, ...]
"""The numbers that tell what was counted."""
Keep = Callable[[Session, dict[Key, int]], Awaitable[None]]
"""Adds counts to those that are stored, in a session of the mall they are of."""


class Tally:
    """Counts of one process that are not written yet."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, Keep], Counter[Key]] = {}

    def add(self, mall_id: str, keep: Keep, counted: dict[Key, int]) -> None:
        """Count something in a mall; `keep` will write it."""
        self._counts.setdefault((mall_id, keep), Counter()).update(counted)

    def take(self) -> dict[tuple[str, Keep], Counter[Key]]:
        """Return what was counted, by mall and by who writes it, and begin anew."""
        taken, self._counts = self._counts, {}
        return taken
