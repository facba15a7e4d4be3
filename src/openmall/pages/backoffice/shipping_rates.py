"""Forms of shipping fees, of products and of carriers: types of fees, and rows of tiers."""

from collections.abc import Mapping, Sequence
from typing import Final

from openmall.http.web.languages import marked

TYPES: Final = {
    "T": marked("Free"),
    "R": marked("Fixed"),
    "N": marked("Per unit"),
    "M": marked("Free above an amount"),
    "D": marked("Tiers by amount"),
    "W": marked("Tiers by weight"),
    "C": marked("Tiers by quantity"),
}
WITH_FEE: Final = "RNM"
"""Types with one fee."""
WITH_TIERS: Final = "DWC"
MOST_ROWS: Final = 50
_SPARE_ROWS: Final = 2


def kind(values: Mapping[str, str]) -> str:
    """Return the type that a form names; an unknown one is free of charge."""
    named = values.get("shipping_fee_type", "")
    return named if named in TYPES else "T"


def rows(values: Mapping[str, str], columns: Sequence[str]) -> range:
    """Return the numbers of the rows of tiers: those with values, and some more.

    `columns`: names of fields, which a row has with `-` and its number behind.
    """
    used = [row for row in range(MOST_ROWS) if any(values.get(f"{each}-{row}") for each in columns)]
    return range(min(MOST_ROWS, (used[-1] + 1 if used else 1) + _SPARE_ROWS))
