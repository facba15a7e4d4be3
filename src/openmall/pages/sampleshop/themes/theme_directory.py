"""Looks up the themes and icons of shops, with a cache in each worker.

As with the directory of malls, the cache is dropped when any process changes what is cached, which
advances the cache epoch of the counters. Themes are read again only when their revision changed.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.design.icons import store as design_icon_store
from openmall.commerce.design.icons.store import ChangedIcon
from openmall.commerce.design.themes import publication_store
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.publication_store import ShownTheme
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.pages.sampleshop.themes.theme import Theme, default

_LIFETIME: Final = 5.0
"""Seconds for which a look-up is used without asking whether anything changed."""
_MOST: Final = 1_000
"""Most shops, and most themes, that are remembered."""
_MOST_CHARACTERS: Final = 8 * 1024 * 1024
"""Most characters of sources that malls have of their own, before all are forgotten."""

_UNTOUCHED: Final = ShownTheme(theme_rules.DEFAULT, "pc", 0)


class ShopDesign(Struct, frozen=True):
    """What a shop looks like."""

    themes: dict[str, Theme]
    """Type of screen -> the theme it shows; `pc` is always there."""
    icons: tuple[ChangedIcon, ...]

    def theme(self, screen: str) -> Theme:
        """Return the theme for a type of screen."""
        return self.themes.get(screen) or self.themes["pc"]


class _Remembered(Struct, frozen=True):
    at: float
    cache_epoch: int
    design: ShopDesign


class ThemeDirectory:
    """The designs of shops, remembered until something changes."""

    def __init__(self, database: Database, clock: Clock, cache_epoch: Callable[[], int]) -> None:
        """`cache_epoch`: returns the cache epoch, which grows with every change of cached data."""
        self._database = database
        self._clock = clock
        self._cache_epoch = cache_epoch
        self._designs: dict[tuple[str, int, int], _Remembered] = {}
        self._themes: dict[tuple[str, int], Theme] = {}
        self._characters = 0

    async def design(self, mall_id: str, shop_no: int, preview: int = 0) -> ShopDesign | None:
        """Return what a shop looks like; `preview`: with this theme, None where it is missing."""
        now, epoch = self._clock.now(), self._cache_epoch()
        key = (mall_id, shop_no, preview)
        known = self._designs.get(key)
        if known is None or known.cache_epoch != epoch or not 0 <= now - known.at < _LIFETIME:
            async with self._database.reading(mall_id) as db:
                design = await self._read(db, mall_id, shop_no, preview)
            if design is None:
                return None
            if len(self._designs) >= _MOST:
                self._designs.clear()
            known = self._designs[key] = _Remembered(now, epoch, design)
        return known.design

    async def _read(
        self, db: Session, mall_id: str, shop_no: int, preview: int
    ) -> ShopDesign | None:
        if preview:
            one = await publication_store.revision(db, preview)
            if one is None and preview != theme_rules.DEFAULT:
                return None
            themes = {"pc": await self._theme(db, mall_id, one or _UNTOUCHED)}
        else:
            shown = await publication_store.shown(db, shop_no, theme_rules.DEFAULT)
            # the default theme is there as well, whatever else the shop published
            chosen = {each.type: each for each in shown if each.skin_no == theme_rules.DEFAULT}
            chosen.setdefault("pc", _UNTOUCHED)
            chosen |= {each.type: each for each in shown if each.skin_no != theme_rules.DEFAULT}
            themes = {
                screen: await self._theme(db, mall_id, each) for screen, each in chosen.items()
            }
        return ShopDesign(themes, await design_icon_store.of_shop(db, shop_no))

    async def _theme(self, db: Session, mall_id: str, shown: ShownTheme) -> Theme:
        key = (mall_id, shown.skin_no)
        known = self._themes.get(key)
        if known is not None and known.revision == shown.revision:
            return known
        stored = await theme_store.read(db, shown.skin_no)
        untouched = shown == _UNTOUCHED and stored == default().stored
        # malls that changed nothing share one
        theme = default() if untouched else Theme(shown.skin_no, shown.revision, stored)
        self._characters += theme.size
        if len(self._themes) >= _MOST or self._characters > _MOST_CHARACTERS:
            self._themes.clear()
            self._designs.clear()
            self._characters = theme.size
        self._themes[key] = theme
        return theme
