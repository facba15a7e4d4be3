"""The query of a list page: filters, page number, and links to other pages."""

import re
from collections.abc import Iterable, Sized
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.page_context import PageContext

ROWS: Final = 30
"""Rows per page."""

_MODIFIERS: Final = frozenset(
    ("shop_no", "field", "search", "dates", "date_type", "sort", "select", "totals", "edit")
)
"""Fields that modify a search but are no filters by themselves."""
_PAGE_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")


class ListQuery(Struct, frozen=True, kw_only=True):
    """The filters and the page number of a list."""

    path: str
    fields: dict[str, str]
    """Every field of the list's form -> its value, possibly empty."""
    page: int
    """From 1."""

    @property
    def filtered(self) -> bool:
        """Return whether a filter is set."""
        return any(text for name, text in self.fields.items() if name not in _MODIFIERS)

    def has_any(self, *names: str) -> bool:
        """Return whether one of these fields has a value."""
        return any(self.fields[name] for name in names)

    @property
    def paging(self) -> dict[str, Encodable]:
        """Return limit and offset of the page; one extra row shows whether there is a next page."""
        return {"limit": ROWS + 1, "offset": (self.page - 1) * ROWS}

    def parameters(self, names: Iterable[str]) -> dict[str, Encodable]:
        """Return the non-empty fields whose names are those of the operation's parameters."""
        return {name: self.fields[name] for name in names if self.fields[name]}

    def address(self, **overrides: str | int) -> str:
        """Return the address of the list as it is shown; `overrides` replace its values."""
        page = {"page": self.page} if self.page > 1 else {}
        query = {
            name: value for name, value in {**self.fields, **page, **overrides}.items() if value
        }
        return f"{self.path}?{urlencode(query)}" if query else self.path

    def page_links(self, rows: Sized) -> dict[str, str]:
        """Return the links for `parts.turn`; `rows`: those fetched with `paging`."""
        return {
            "newer": self.address(page=self.page - 1 if self.page > 2 else "")
            if self.page > 1
            else "",
            "older": self.address(page=self.page + 1) if len(rows) > ROWS else "",
        }


def read_list_query(context: PageContext, names: Iterable[str], *, path: str = "") -> ListQuery:
    """Return the list query of the address; `names`: fields of the list's form."""
    query = context.visit.query
    page = query.text("page")
    return ListQuery(
        path=path or context.page.path,
        fields={name: query.text(name).strip() for name in names},
        page=int(page) if _PAGE_NUMBER.fullmatch(page) else 1,
    )
