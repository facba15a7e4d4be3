"""Cells of files that people open in a spreadsheet program, which takes some texts for formulas.

A quote before such a text says that it is one; a file that comes back is read without it.
"""

import re
from typing import Any, Final

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")  # wide ones, too
"""How a formula begins, and a text that says already that it is none."""


def safe(value: Any) -> str:
    """Return a cell that no spreadsheet program takes for a formula: a quote stands before it."""
    text = "" if value is None else str(value)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def meant(cell: str) -> str:
    """Return what a cell says: the text that `safe` was given, and what people type alike."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
