"""Every operation of the specification, to list the missing ones."""

import csv
import re
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

_PLACEHOLDER: Final = re.compile(r"\{\w+\}")


class SpecifiedOperation(NamedTuple):
    """An operation of the specification; `path` is below the API's prefix."""

    api: str
    area: str
    """Resource area of the admin API; empty for the other APIs."""
    method: str
    path: str
    name: str
    since: str
    """The version that added it: `first` (the specification's own), `between`, or `later`."""
    parameters: int
    """Its parameters in path, query and body, those within objects included."""
    without_effect: int
    """How many of them are refused (`Operation.refuses`)."""

    @property
    def operation_name(self) -> str:
        """Method and path as in the registry."""
        return f"{self.method} {self.path}"


@lru_cache(maxsize=1)
def operations() -> tuple[SpecifiedOperation, ...]:
    """Return every operation of the specification, by API and area."""
    text = (files("openmall.pages.reference") / "specified.csv").read_text(encoding="utf-8")
    reader = csv.reader(text.splitlines()[1:])
    return tuple(
        SpecifiedOperation(api, area, method, path, name, since, int(known), int(without_effect))
        for api, area, method, path, name, since, known, without_effect in reader
    )


def normalized(operation_name: str) -> str:
    """Return method and path without placeholder names, for comparison."""
    return _PLACEHOLDER.sub("{}", operation_name)
