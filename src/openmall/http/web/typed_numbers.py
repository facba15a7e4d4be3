"""Numbers as people type them into forms and spreadsheets.

A comma or a blank separates thousands only where it stands in groups of three, as in `1,250.50`.
Many countries write 12.50 as `12,50`, so any other comma is left in the text, which the operation
refuses: it is never dropped. Full-width digits, as input methods of Chinese, Japanese and Korean
type them, are read as usual ones.
"""

import re
import unicodedata
from decimal import Decimal
from typing import Final

_GROUPED: Final = re.compile(
    r"[+\-−]?[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]*)?\s*%?"
)

_WITH_COMMA: Final = re.compile(r"[+\-−]?[0-9][0-9., ]*%?")
_WIDE: Final = re.compile("[\uff01-\uff5e\u3000]+")
"""Full-width forms; other characters that NFKC makes digits of, such as ², are none here."""
_NUMERIC: Final = re.compile(r"[+\-−]?[0-9.][0-9., ]*%?")

_DIGITS: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_LONGEST: Final = 25
"""Characters of a number that is read: fewer than the 28 digits of calculations."""


def amount(text: str) -> Decimal | None:
    """Return a typed number; None: it is none.

    What `Decimal` takes beyond the digits of a number is none: `nan` cannot be compared, and a
    number with an exponent, such as `1e999999999`, is a text of a gigabyte when it is written out.
    """
    number = plain(text).replace("−", "-")
    if len(number) > _LONGEST or not _DIGITS.fullmatch(number):
        return None
    return Decimal(number)


def plain(text: str) -> str:
    """Return a typed number without thousands separators; any other text without outer blanks."""
    text = _half_width(text.strip())
    return text.replace(",", "").replace(" ", "") if _GROUPED.fullmatch(text) else text


def _half_width(text: str) -> str:
    """Return a number that was typed in full-width characters in usual ones; else the text."""
    half = _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text).strip()
    return half if _NUMERIC.fullmatch(half) else text


def has_misplaced_comma(text: str) -> bool:
    """Return whether a text would be a number but for a comma that separates no thousands."""
    return "," in (read := plain(text)) and bool(_WITH_COMMA.fullmatch(read))
