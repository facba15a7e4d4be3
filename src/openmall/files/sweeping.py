"""Removes pictures that nothing names any more.

A picture that was uploaded is named by nothing until it is used, which is why only those that are
older than a day are swept. One that is sent again is written again first (`workshop.FRESH`).
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.database.session import Database
from openmall.files import search
from openmall.files.store import Store
from openmall.files.workshop import FRESH

YOUNGEST: Final = 2 * FRESH
"""Seconds: less is no age from which a picture may be swept."""


class Swept(Struct, frozen=True, kw_only=True):
    """What a sweep found in a mall."""

    mall_id: str
    pictures: int
    """There were."""
    young: int
    """That nothing names yet and that are not old enough."""
    removed: int
    """That nothing names; in a dry run they are still there."""
    freed: int
    """Bytes of those."""


async def sweep(
    database: Database,
    store: Store,
    mall_id: str,
    *,
    now: float,
    older_than: float,
    dry_run: bool = False,
    watch: Callable[[float], None] = lambda share: None,
) -> Swept:
    """Remove the pictures of a mall that none of its rows names and that are older than an age.

    `now`: UTC epoch seconds by the clock of the store; `older_than`: seconds, at least YOUNGEST.
    `watch` is called with the share that is done. Keeps the names of all pictures in memory, some
    hundred bytes each. Pictures are looked at before the rows are, so that what is uploaded and
    used meanwhile stays; to name an old picture that nothing named, by its address and in the
    seconds of the sweep, is the one thing that comes too late. Raises PicturesAway, DatabaseAway,
    and ValueError for an age below.
    """
    if older_than < YOUNGEST:
        raise ValueError(f"pictures are swept from {YOUNGEST // 3600} hours on")
    every = list(store.every(mall_id))
    named = await search.named(database, mall_id, watch)
    unnamed = [each for each in every if each.path not in named]
    old = [each for each in unnamed if each.written_at < now - older_than]
    removed = freed = 0
    for each in old:
        if not dry_run:
            if store.written_at(mall_id, each.path) != each.written_at:
                # it was sent again a moment ago
                continue
            store.delete(mall_id, each.path)
        removed += 1
        freed += each.size
    return Swept(
        mall_id=mall_id,
        pictures=len(every),
        young=len(unnamed) - len(old),
        removed=removed,
        freed=freed,
    )
