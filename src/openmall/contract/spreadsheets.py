"""Escapes cells against formula injection in spreadsheet programs.

A text that looks like a formula is exported with a leading quote, which import removes.
"""

import re
from typing import Any, Final

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")  # wide ones, too
"""The beginning of a formula, or of a text that is already escaped."""


def safe(value: Any) -> str:
    """Return a cell, with a leading quote if a spreadsheet program would run it as a formula."""
    text = "" if value is None else str(value)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def meant(cell: str) -> str:
    """Return the text of a cell without the quote that `safe` or a person put before it."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
