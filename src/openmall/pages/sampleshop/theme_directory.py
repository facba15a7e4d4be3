"""Looks up the themes of malls, with a cache in each worker.

As with the directory of malls, the cache is dropped when any process changes what is cached, which
advances the cache epoch of the counters.
"""

from collections.abc import Callable
from typing import Final

from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.pages.sampleshop.theme import Theme, default

_LIFETIME: Final = 5.0
"""Seconds for which a theme is used without looking whether it changed."""
_MOST: Final = 1_000
"""Most malls whose theme is remembered; those without pages of their own share one."""
_MOST_BYTES: Final = 8 * 1024 * 1024
"""Most bytes of sources that malls have of their own, before all are forgotten."""


class ThemeDirectory:
    """The themes of malls, remembered until something changes."""

    def __init__(self, database: Database, clock: Clock, cache_epoch: Callable[[], int]) -> None:
        """`cache_epoch`: returns the cache epoch, which grows with every change of cached data."""
        self._database = database
        self._clock = clock
        self._cache_epoch = cache_epoch
        self._themes: dict[str, tuple[float, int, Theme]] = {}
        self._bytes = 0

    async def theme(self, mall_id: str) -> Theme:
        """Return the theme that a mall shows."""
        now, epoch = self._clock.now(), self._cache_epoch()
        known = self._themes.get(mall_id)
        if known is not None and known[1] == epoch and 0 <= now - known[0] < _LIFETIME:
            return known[2]
        async with self._database.reading(mall_id) as db:
            stored = await theme_store.read(db, theme_rules.DEFAULT)
        if known is not None and known[2].stored == stored:
            theme = known[2]  # nothing of this mall changed: its pages stay parsed
        elif stored == default().stored:
            theme = default()
        else:
            theme = Theme(stored)
            self._bytes += theme.size
        if len(self._themes) >= _MOST or self._bytes > _MOST_BYTES:
            self._themes.clear()
            self._bytes = theme.size
        self._themes[mall_id] = (now, epoch, theme)
        return theme
