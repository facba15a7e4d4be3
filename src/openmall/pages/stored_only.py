"""Fields of settings that are stored and returned, and that nothing here acts upon.

They are listed in `stored_only.csv`, each with its reason. A field stands for those within it.
`tests/guards/test_settings_have_effect.py` compares the list with what the source reads.
"""

import csv
from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby

from msgspec import Struct


class StoredOnly(Struct, frozen=True):
    """A field of a setting without an effect."""

    resource: str
    """The path of the setting's operations."""
    kind: str
    """The name of its struct."""
    field: str
    """Its path within the struct, with dots."""
    reason: str


def stored_only() -> Sequence[StoredOnly]:
    """Return the fields without an effect."""
    text = (files("openmall.pages") / "stored_only.csv").read_text(encoding="utf-8")
    return tuple(StoredOnly(**row) for row in csv.DictReader(text.splitlines()))


def section() -> list[str]:
    """Return the lines of `docs/operations.md` about them."""
    lines = [
        "## Stored only",
        "",
        "These fields of settings are stored and returned, and nothing here acts upon them. A "
        "field stands for those within it.",
        "",
    ]
    for (resource, reason), found in groupby(
        stored_only(), key=lambda each: (each.resource, each.reason)
    ):
        lines.append(f"- `{resource}`, {reason}: {', '.join(f'`{each.field}`' for each in found)}")
    return [*lines, ""]
