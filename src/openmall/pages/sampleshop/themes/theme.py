"""A theme as visitors see it: its pages, rendered with plain data."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from openmall.commerce.design.themes import default_pages, theme_look
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes.store import StoredTheme
from openmall.http.web import languages

MOST_PLACED: Final = 10
"""Most pages that are shown below the content of another."""


class Theme:
    """The shipped pages with the pages and texts that a mall has of its own."""

    def __init__(self, skin_no: int, revision: int, stored: StoredTheme) -> None:
        """`revision`: that of the theme when it was read."""
        self.skin_no = skin_no
        self.revision = revision
        self.stored = stored
        self.size = sum(len(each.source) for each in stored.pages) + sum(
            len(text) for texts in stored.texts.values() for text in texts.values()
        )
        """Characters of the mall's own sources and texts."""
        self._own = {each.path: each.source for each in stored.pages}
        self.look = theme_look.decode(self._own.get(theme_look.PATH))
        """What merchants designed of it without code."""
        self._versions = {each.path: each.version for each in stored.pages}
        self._replaced: dict[str, tuple[str, float]] = {}
        self._placed: dict[str, list[str]] = {}
        for each in stored.pages:
            if each.display_location:
                place = default_pages.PLACES[each.display_location]
                self._placed.setdefault(place, []).append(each.path)

    def has(self, path: str) -> bool:
        """Return whether the mall has a page of its own at a path that no other page uses."""
        return path in self._own and path not in (*default_pages.PAGES, theme_look.PATH)

    def is_own(self, path: str) -> bool:
        """Return whether visitors see the mall's page at a path, in its newest version."""
        return path in self._own and path not in self._replaced

    def stored_version(self, path: str) -> int | None:
        """Return the version of the mall's own page at a path; None where it has none."""
        return self._versions.get(path)

    def placed(self, path: str) -> list[str]:
        """Return the pages that are shown below the content of another."""
        return self._placed.get(path, [])[:MOST_PLACED]

    def source(self, path: str) -> str | None:
        """Return the source of a page that visitors see; None where there is none."""
        replaced = self._replaced.get(path)
        if replaced is not None:
            return replaced[0]
        own = self._own.get(path)
        return default_pages.PAGES.get(path) if own is None else own

    def replace(self, path: str, source: str, *, until: float) -> None:
        """Show another source of a page until then, because the newest one failed."""
        self._replaced[path] = (source, until)

    def retry(self, now: float) -> None:
        """Show the newest version again of pages that failed long enough ago."""
        if self._replaced:
            self._replaced = {path: each for path, each in self._replaced.items() if each[1] > now}

    def texts(self, shop_language: str, language: str) -> dict[str, str]:
        """Return the translated texts for a visitor who reads `language` in a shop."""
        spoken = languages.of_shop(shop_language, "sampleshop")
        if spoken in (language, ""):
            return self.stored.texts.get(shop_language, {})
        spoken_here = (
            texts
            for each, texts in self.stored.texts.items()
            if languages.of_shop(each, "sampleshop") == language
        )
        return next(spoken_here, {})

    def render(self, path: str, values: Mapping[str, Any]) -> Markup:
        """Return the HTML of a page. Raises TemplateError."""
        # Liquid takes 4 MB, and most workers never render a page
        from openmall.commerce.design.themes import liquid_templates

        return Markup(liquid_templates.render(path, values, self.source))  # noqa: S704 # templates escape


@cache
def default() -> Theme:
    """Return the theme of a mall that changed nothing."""
    return Theme(theme_rules.DEFAULT, 0, StoredTheme((), {}))
