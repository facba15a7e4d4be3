"""Every operation the specification names, so that a page can say which are missing."""

import csv
import re
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

_PLACEHOLDER: Final = re.compile(r"\{\w+\}")


class Named(NamedTuple):
    """An operation of the specification; `path` is below the API's prefix."""

    api: str
    area: str
    """Resource area of the admin API; empty for the other APIs."""
    method: str
    path: str
    name: str
    since: str
    """`first`: it was always there; `later`: a later version of the specification names it."""

    @property
    def row(self) -> str:
        """Return method and path as the registry writes them."""
        return f"{self.method} {self.path}"


@lru_cache(maxsize=1)
def operations() -> tuple[Named, ...]:
    """Return every operation the specification names, by API and area."""
    text = (files("openmall.pages.reference") / "specified.csv").read_text(encoding="utf-8")
    reader = csv.reader(text.splitlines()[1:])
    return tuple(Named(*row) for row in reader)


def alike(row: str) -> str:
    """Return method and path as they compare: whatever its placeholders are called."""
    return _PLACEHOLDER.sub("{}", row)
