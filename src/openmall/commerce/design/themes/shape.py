"""Themes and their pages as apps see them, and the parameters of their operations.

Specification: "Themes", "Themes pages".
"""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.params import EntityNo, Params

PATH: Final = patterns.pattern(
    r"^(/[A-Za-z0-9_-]{1,200}){1,8}\.html\Z", "a path such as /product/list.html"
)
ThemeType = Literal["pc", "mobile"]
PagePath = Annotated[str, Meta(min_length=7, max_length=200, pattern=PATH)]
Source = Annotated[str, Meta(max_length=65_536)]


class Theme(Struct, frozen=True, kw_only=True):
    """A theme of a mall."""

    skin_no: int
    skin_code: str
    skin_name: str
    skin_thumbnail_url: str = ""
    """Empty: it has no picture."""
    usage_type: Literal["S", "C", "I", "M", "N"] = "S"
    """S the theme that a mall has from its first day, C a copy of a theme."""
    editor_type: Literal["H", "D", "W", "E"] = "H"
    """H its pages are written as HTML."""
    parent_skin_no: int | None = None
    seller_id: str | None = None
    seller_skin_code: str | None = None
    design_purchase_no: int = 0
    design_product_code: str | None = None
    language_code: str
    published_in: str
    """Numbers of the shops that show it, separated by commas; `unpublished`: none."""
    created_date: datetime
    updated_date: datetime | None
    """When a page or a text was last written; null: never."""
    preview_domain: list[str]
    """Addresses at which it is seen before it is published, of the first ten shops."""


class Page(Struct, frozen=True, kw_only=True):
    """A page of a theme and its template."""

    skin_no: str
    skin_code: str
    path: str
    source: str
    display_location: str = ""
    """The page below whose content it is shown: MAIN the home page, LIST a category, SEARCH the
    search; empty: none. Ten are shown below one page."""


class RemovedPage(Struct, frozen=True, kw_only=True):
    skin_no: int


class ThemeFilters(Params, frozen=True, kw_only=True):
    type: ThemeType = "pc"
    """mobile: themes that are made for phones. The default theme is for all screens: `pc`."""


class ThemePath(Params, frozen=True, kw_only=True):
    skin_no: EntityNo


class PageKey(ThemePath, frozen=True, kw_only=True):
    path: PagePath


class PageDraft(PageKey, frozen=True, kw_only=True):
    source: Source = ""
    display_location: Literal["", "MAIN", "LIST", "SEARCH"] = ""


class PageChange(PageKey, frozen=True, kw_only=True):
    source: Source
