"""Renders pages of themes. Of a page that fails visitors see what it was before.

The failure is recorded for the merchant. A worker shows the older version for a while before it
tries the newest one again, so that a slow page costs its time only now and then.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from openmall.commerce.design.themes import default_pages, publication_store
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.template_errors import TemplateError
from openmall.database.session import Database
from openmall.pages.sampleshop.themes.theme import Theme, default

_LOG: Final = logging.getLogger(__name__)
SECONDS: Final = 60.0
"""How long a worker shows the older version before it tries the newest one again."""
_MOST_OLDER: Final = 3
"""Older versions of a page that are tried before the shipped one."""
_MOST_ATTEMPTS: Final = 8


class ThemeRenderer:
    """Renders pages of themes, with what they were before where they fail."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def render(
        self, mall_id: str, theme: Theme, path: str, values: Mapping[str, Any], *, now: float
    ) -> Markup:
        """Return the HTML of a page and of those placed below it. `now`: of the mall's clock."""
        theme.retry(now)
        pages = [path, *theme.placed(path)]
        return Markup("\n").join(
            [await self._page(mall_id, theme, each, values, now=now) for each in pages]
        )

    async def _page(
        self, mall_id: str, theme: Theme, path: str, values: Mapping[str, Any], *, now: float
    ) -> Markup:
        tried: dict[str, list[str]] = {}
        for _ in range(_MOST_ATTEMPTS):
            try:
                return theme.render(path, values)
            except TemplateError as error:
                # a shipped part fails only with what a page of the mall passes to it
                failed = error.path if theme.stored_version(error.path) is not None else path
                if theme.stored_version(failed) is None:
                    break
                await self._fall_back(mall_id, theme, failed, error, tried, now)
        return default().render(path, values) if path in default_pages.PAGES else Markup("")

    async def _fall_back(
        self,
        mall_id: str,
        theme: Theme,
        path: str,
        error: TemplateError,
        tried: dict[str, list[str]],
        now: float,
    ) -> None:
        """Show what a page was before; after that the shipped page, or nothing."""
        if path not in tried:
            tried[path] = await self._older(mall_id, theme, path)
            if theme.is_own(path):
                await self._record(mall_id, theme, path, error, int(now))
        older = tried[path]
        source = older.pop(0) if older else default_pages.PAGES.get(path, "")
        theme.replace(path, source, until=now + SECONDS)

    async def _older(self, mall_id: str, theme: Theme, path: str) -> list[str]:
        async with self._database.reading(mall_id) as db:
            versions = await theme_store.versions(db, theme.skin_no, path)
        return [each.source for each in versions[:_MOST_OLDER]]

    async def _record(
        self, mall_id: str, theme: Theme, path: str, error: TemplateError, now: int
    ) -> None:
        if error.path != path:
            error = TemplateError(path, f"{error.path}: {error.message}")
        _LOG.warning("theme page failed", extra={"page": path, "problem": str(error)})
        version = theme.stored_version(path) or 0
        try:
            async with self._database.writing(mall_id) as db:
                await publication_store.record_failure(
                    db, theme.skin_no, path, error, version=version, now=now
                )
        except Exception:  # the visitor's page does not depend on the log
            _LOG.exception("failure of a theme page was not recorded")
