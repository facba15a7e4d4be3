"""The admin API's operations on themes and their pages."""

from typing import Final

from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes.shape import (
    Page,
    PageChange,
    PageDraft,
    PageKey,
    RemovedPage,
    Theme,
    ThemeFilters,
    ThemePath,
)
from openmall.contract.resource import Resource

_THEMES: Final = Resource(Theme, area="design", key="theme", listed="themes")
_PAGES: Final = Resource(Page, area="design", key="page")
_SHOWN: Final = ("skin_no", "skin_code", "path", "source")

OPERATIONS = [
    _THEMES.listing("themes", theme_rules.listing, takes=ThemeFilters),
    _THEMES.count("themes/count", theme_rules.count, takes=ThemeFilters),
    _THEMES.get("themes/{skin_no}", theme_rules.retrieve, takes=ThemePath),
    _PAGES.get("themes/{skin_no}/pages", theme_rules.retrieve_page, takes=PageKey, shows=_SHOWN),
    _PAGES.post(
        "themes/{skin_no}/pages", theme_rules.create_page, takes=PageDraft, restricted=True
    ),
    _PAGES.put(
        "themes/{skin_no}/pages", theme_rules.change_page, takes=PageChange, restricted=True
    ),
    _PAGES.giving(RemovedPage).delete(
        "themes/{skin_no}/pages", theme_rules.remove_page, takes=PageKey, restricted=True
    ),
]
