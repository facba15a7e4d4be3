"""Removes pictures that are no longer referenced.

An uploaded picture is unreferenced until it is used, so only pictures older than a day are swept.
A picture that is uploaded again is written again first (`workshop.FRESH`).
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.database.session import Database
from openmall.media import search
from openmall.media.store import Store
from openmall.media.workshop import FRESH

MIN_AGE_SECONDS: Final = 2 * FRESH
"""Seconds: the lowest age from which pictures may be swept."""


class SweepResult(Struct, frozen=True, kw_only=True):
    """The result of a sweep in a mall."""

    mall_id: str
    pictures: int
    """Pictures before the sweep."""
    young: int
    """Unreferenced pictures that are not old enough."""
    removed: int
    """Unreferenced pictures that were removed, or would be without `dry_run`."""
    freed: int
    """Bytes of the removed pictures."""


async def sweep(
    database: Database,
    store: Store,
    mall_id: str,
    *,
    now: float,
    older_than: float,
    dry_run: bool = False,
    watch: Callable[[float], None] = lambda share: None,
) -> SweepResult:
    """Remove the unreferenced pictures of a mall that are older than `older_than` seconds.

    `now`: UTC epoch seconds by the clock of the store; `older_than`: at least YOUNGEST. `watch` is
    called with the share that is done. Keeps the names of all pictures in memory, some hundred
    bytes each. Pictures are listed before the rows are read, so that concurrent uploads stay; only
    an old unreferenced picture that is referenced during the sweep may be lost. Raises
    PicturesAway, DatabaseAway, and ValueError for a lower age.
    """
    if older_than < MIN_AGE_SECONDS:
        raise ValueError(f"pictures are swept from {MIN_AGE_SECONDS // 3600} hours on")
    every = list(store.every(mall_id))
    named = await search.find_referenced(database, mall_id, watch)
    unnamed = [each for each in every if each.path not in named]
    old = [each for each in unnamed if each.written_at < now - older_than]
    removed = freed = 0
    for each in old:
        if not dry_run:
            if store.written_at(mall_id, each.path) != each.written_at:
                # it was uploaded again a moment ago
                continue
            store.delete(mall_id, each.path)
        removed += 1
        freed += each.size
    return SweepResult(
        mall_id=mall_id,
        pictures=len(every),
        young=len(unnamed) - len(old),
        removed=removed,
        freed=freed,
    )
