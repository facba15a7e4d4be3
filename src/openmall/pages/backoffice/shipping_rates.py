"""Forms of shipping fees, of products and of carriers: types of fees, and rows of tiers."""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from openmall.access.oauth.refusals import UNKNOWN_CHOICE
from openmall.contract.errors import Malformed
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
SWITCH: Final = ("T", "F")
"""Fees of its own: used, or not."""
MOST_ROWS: Final = 50
"""Rows that a form has room for."""
_SPARE_ROWS: Final = 2


def kind(values: Mapping[str, str]) -> str:
    """Return the type of `values`; T, free of charge, where they have none yet.

    Raises Malformed (400) for a type that the form does not offer: it is not taken for free.
    """
    return offered(values, "shipping_fee_type", TYPES, without="T")


def offered(values: Mapping[str, str], name: str, choices: Container[str], *, without: str) -> str:
    """Return a choice of a form, `without` where it has none yet.

    Raises Malformed (400) for a value that the form does not offer.
    """
    named = values.get(name) or without
    if named not in choices:
        raise Malformed(UNKNOWN_CHOICE)
    return named


def rows(values: Mapping[str, str], columns: Sequence[str]) -> range:
    """Return the numbers of the rows of tiers: those with values, and some more up to MOST_ROWS.

    Apps may have sent more tiers than that: a page shows and keeps them all.

    `columns`: names of fields, which a row has with `-` and its number behind.
    """
    known = range(max(MOST_ROWS, sum(name.startswith(f"{columns[0]}-") for name in values)))
    used = [row for row in known if any(values.get(f"{each}-{row}") for each in columns)]
    return range(min(len(known), (used[-1] + 1 if used else 1) + _SPARE_ROWS))
