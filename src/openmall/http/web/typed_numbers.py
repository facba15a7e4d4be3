"""Numbers as people type them into forms and spreadsheets.

A comma or a blank separates thousands only where it stands in groups of three, as in `1,250.50`.
Many countries write 12.50 as `12,50`, so any other comma is left in the text, which the operation
refuses: it is never dropped.
"""

import re
from typing import Final

_GROUPED: Final = re.compile(
    r"[+\-−]?[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]*)?\s*%?"
)

_WITH_COMMA: Final = re.compile(r"[+\-−]?[0-9][0-9., ]*%?")


def plain(text: str) -> str:
    """Return a typed number without thousands separators; any other text without outer blanks."""
    text = text.strip()
    return text.replace(",", "").replace(" ", "") if _GROUPED.fullmatch(text) else text


def has_misplaced_comma(text: str) -> bool:
    """Return whether a text would be a number but for a comma that separates no thousands."""
    return "," in plain(text) and bool(_WITH_COMMA.fullmatch(text.strip()))
