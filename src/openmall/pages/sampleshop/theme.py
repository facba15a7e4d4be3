"""A theme as visitors see it: its pages, rendered with plain data."""

import logging
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from openmall.commerce.design.themes import default_pages
from openmall.commerce.design.themes.store import StoredTheme
from openmall.http.web import languages

if TYPE_CHECKING:
    from openmall.commerce.design.themes.liquid_templates import Templates

_LOG: Final = logging.getLogger(__name__)


@cache
def _default_templates() -> "Templates":
    # Liquid takes 4 MB, and most workers never render a page
    from openmall.commerce.design.themes.liquid_templates import Templates

    return Templates(default_pages.PAGES)


class Theme:
    """The default theme with the pages and texts that a mall has of its own."""

    def __init__(self, stored: StoredTheme) -> None:
        self.stored = stored
        self.size = sum(len(each.source) for each in stored.pages)
        """Characters of the mall's own sources."""
        own = {each.path: each.source for each in stored.pages}
        self._templates = _default_templates() if not own else self._with_own(own)
        self._own = frozenset(own)
        self._placed: dict[str, list[str]] = {}
        for each in stored.pages:
            if each.display_location:
                place = default_pages.PLACES[each.display_location]
                self._placed.setdefault(place, []).append(each.path)

    @staticmethod
    def _with_own(own: Mapping[str, str]) -> "Templates":
        from openmall.commerce.design.themes.liquid_templates import Templates

        return Templates({**default_pages.PAGES, **own})

    def has(self, path: str) -> bool:
        """Return whether the mall has a page of its own at a path that no other page uses."""
        return path in self._own and path not in default_pages.PAGES

    def texts(self, shop_language: str, language: str) -> dict[str, str]:
        """Return the translated texts for a visitor who reads `language` in a shop."""
        spoken = shop_language.partition("_")[0]
        if spoken == language or spoken not in languages.NAMES:
            return self.stored.texts.get(shop_language, {})
        spoken_here = (
            texts for each, texts in self.stored.texts.items() if each.partition("_")[0] == language
        )
        return next(spoken_here, {})

    def render(self, path: str, values: Mapping[str, Any]) -> Markup:
        """Return the HTML of a page and of those placed below it.

        Of a page that fails visitors see the default theme's, or nothing where it has none.
        """
        pages = [path, *self._placed.get(path, ())]
        return Markup("\n").join(Markup(self._page(each, values)) for each in pages)  # noqa: S704 # templates escape

    def _page(self, path: str, values: Mapping[str, Any]) -> str:
        from openmall.commerce.design.themes.liquid_templates import TemplateError

        try:
            return self._templates.render(path, values)
        except TemplateError as error:
            _LOG.warning("theme page failed", extra={"page": path, "problem": str(error)})
        return _default_templates().render(path, values) if path in default_pages.PAGES else ""


@cache
def default() -> Theme:
    """Return the theme of a mall that changed nothing."""
    return Theme(StoredTheme((), {}))
