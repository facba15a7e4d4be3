"""Which script tags a page has, for the sample shop and the script of other shops.

A worker remembers the tags of a shop for `LIFETIME`, or until a call changes one: changes advance
the cache epoch, so that the next page has what a call has created.
"""

from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from openmall.commerce.application.scripttags import store as script_tag_store
from openmall.commerce.application.scripttags.shape import EVERYWHERE, ScriptTag
from openmall.contract.moments import Clock
from openmall.database.session import Database

LIFETIME: Final = 5.0
"""Seconds for which a worker remembers the tags of a shop."""
_MOST: Final = 1_000
"""Shops whose tags a worker remembers."""


class _Remembered(Struct, frozen=True):
    at: float
    cache_epoch: int
    tags: Sequence[ScriptTag]


class ScriptTags:
    """Looks up the script tags of shops."""

    def __init__(self, database: Database, clock: Clock, cache_epoch: Callable[[], int]) -> None:
        """`clock`: the machine's. `cache_epoch`: as of `Directory`."""
        self._database = database
        self._clock = clock
        self._cache_epoch = cache_epoch
        self._remembered: dict[tuple[str, int], _Remembered] = {}

    async def of(self, mall_id: str, shop_no: int) -> Sequence[ScriptTag]:
        """Return the script tags of a shop, in the order in which they run."""
        now, cache_epoch = self._clock.now(), self._cache_epoch()
        found = self._remembered.get((mall_id, shop_no))
        if found is None or found.cache_epoch != cache_epoch or not 0 <= now - found.at < LIFETIME:
            async with self._database.reading(mall_id) as db:
                found = _Remembered(now, cache_epoch, await script_tag_store.of_shop(db, shop_no))
            if len(self._remembered) >= _MOST:
                self._remembered.clear()
            self._remembered[mall_id, shop_no] = found
        return found.tags


def at_location(tags: Sequence[ScriptTag], location: str, skin_no: int | None) -> list[ScriptTag]:
    """Return the tags at a display location of a design; None: the design is not known."""
    return [
        tag
        for tag in tags
        if {location, EVERYWHERE} & set(tag.display_location)
        and (tag.skin_no is None or skin_no in tag.skin_no)
    ]


def not_excluded(tags: Sequence[ScriptTag], *paths: str) -> list[ScriptTag]:
    """Return the tags that exclude none of the paths that a page is known by."""
    return [tag for tag in tags if not set(paths) & set(tag.exclude_path or ())]


def sources(tags: Sequence[ScriptTag]) -> tuple[str, ...]:
    """Return the addresses of the scripts as sources of a content security policy.

    It compares paths without their query, and separates its parts by `;` and `,`.
    """
    addresses = (tag.src.partition("?")[0] for tag in tags)
    encoded = (each.replace(";", "%3B").replace(",", "%2C") for each in addresses)
    return tuple(dict.fromkeys(encoded))


def hosts(tags: Sequence[ScriptTag]) -> tuple[str, ...]:
    """Return the origins of the scripts, each once."""
    return tuple(dict.fromkeys(f"https://{urlsplit(tag.src).netloc}" for tag in tags))
