"""A list a manager looks through: what was asked for, and where its other pages are."""

import re
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.pages.backoffice.desk import Desk

ROWS: Final = 30
"""Rows of a page."""

_HOW: Final = frozenset(("shop_no", "field", "search", "dates", "date_type", "sort"))
"""Fields that say where and how something is searched for, not what."""
_PAGE: Final = re.compile(r"[1-9][0-9]{0,5}")


class Look(Struct, frozen=True, kw_only=True):
    """What of a list is to be seen."""

    path: str
    given: dict[str, str]
    """Every name the list's form has -> what stands in it, empty where nothing does."""
    page: int
    """From 1."""

    @property
    def filtered(self) -> bool:
        """Say whether anything was asked for."""
        return any(text for name, text in self.given.items() if name not in _HOW)

    def asks(self, *names: str) -> bool:
        """Say whether one of these fields was filled in."""
        return any(self.given[name] for name in names)

    @property
    def window(self) -> dict[str, Any]:
        """Return limit and offset of the page, and one row more: it says whether there are more."""
        return {"limit": ROWS + 1, "offset": (self.page - 1) * ROWS}

    def sent(self, names: Iterable[str]) -> dict[str, Any]:
        """Return what stands in fields that are called as the operation's parameters are."""
        return {name: self.given[name] for name in names if self.given[name]}

    def address(self, **other: str | int) -> str:
        """Return the address of the list as it is seen; `other` goes before what was asked."""
        here = {"page": self.page} if self.page > 1 else {}
        asked = {name: value for name, value in {**self.given, **here, **other}.items() if value}
        return f"{self.path}?{urlencode(asked)}" if asked else self.path

    def turn(self, found: list[Any]) -> dict[str, str]:
        """Return where the pages around this one are, for `parts.turn`; `found` by `window`."""
        return {
            "newer": self.address(page=self.page - 1 if self.page > 2 else "")
            if self.page > 1
            else "",
            "older": self.address(page=self.page + 1) if len(found) > ROWS else "",
        }


def look(desk: Desk, names: Iterable[str], *, path: str = "") -> Look:
    """Return what the address asks to see; `names` are those of the fields of the list's form."""
    query = desk.visit.query
    page = query.text("page")
    return Look(
        path=path or desk.page.path,
        given={name: query.text(name).strip() for name in names},
        page=int(page) if _PAGE.fullmatch(page) else 1,
    )
