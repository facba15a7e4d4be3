"""Paging of lists: page number, and links to the previous and next page."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from openmall.pages.sampleshop.page_context import PageContext

_MAX_PAGES: Final = 100
"""Last page number; older entries are reached by search."""


Values = Mapping[str, str | list[str]]
"""What an address says beside the page number."""


class Paging:
    """The page of a list from `?page=`; invalid values mean the first page."""

    def __init__(self, context: PageContext, size: int) -> None:
        text = context.visit.query.text("page")
        number = int(text) if text.isdecimal() and len(text) < 5 else 1
        self.number = min(max(number, 1), _MAX_PAGES)
        self.size = size
        self._context = context

    @property
    def parameters(self) -> dict[str, int]:
        """Limit and offset for the operation."""
        return {"limit": self.size, "offset": (self.number - 1) * self.size}

    def newer(self, values: Values | None = None) -> str:
        """Return the address of the previous page; empty without one."""
        return self._at(self.number - 1, values) if self.number > 1 else ""

    def older(self, row_count: int, values: Values | None = None) -> str:
        """Return the address of the next page if this one is full; empty otherwise."""
        full = row_count >= self.size and self.number < _MAX_PAGES
        return self._at(self.number + 1, values) if full else ""

    def _at(self, number: int, values: Values | None) -> str:
        query: dict[str, str | list[str]] = {
            name: value for name, value in (values or {}).items() if value
        }
        if number > 1:
            query["page"] = str(number)
        path = self._context.link(self._context.path)
        return f"{path}?{urlencode(query, doseq=True)}" if query else path
