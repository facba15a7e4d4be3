"""A page of a list, and where the pages before and behind it are."""

from typing import Final
from urllib.parse import urlencode

from openmall.pages.sampleshop.visitor import Visitor

_LAST: Final = 100
"""Of all pages; whoever wants more searches."""


class Paging:
    """Which page somebody looks at, by `?page=`; anything that is no number is the first."""

    def __init__(self, here: Visitor, size: int) -> None:
        text = here.visit.query.text("page")
        number = int(text) if text.isdecimal() and len(text) < 5 else 1
        self.number = min(max(number, 1), _LAST)
        self.size = size
        self._here = here

    @property
    def sent(self) -> dict[str, int]:
        """What an operation is asked for."""
        return {"limit": self.size, "offset": (self.number - 1) * self.size}

    def newer(self, **said: str) -> str:
        """Return the address of the page before; empty: there is none."""
        return self._at(self.number - 1, said) if self.number > 1 else ""

    def older(self, found: int, **said: str) -> str:
        """Return the address of the page behind, where this one is as full as can be."""
        full = found >= self.size and self.number < _LAST
        return self._at(self.number + 1, said) if full else ""

    def _at(self, number: int, said: dict[str, str]) -> str:
        query = {name: value for name, value in said.items() if value}
        if number > 1:
            query["page"] = str(number)
        path = self._here.link(self._here.path)
        return f"{path}?{urlencode(query)}" if query else path
