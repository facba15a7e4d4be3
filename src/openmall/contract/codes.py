"""Codes that name brands, manufacturers, suppliers, variants and similar."""

from typing import Annotated, Final

from msgspec import Meta

from openmall.contract import patterns

Code = Annotated[str, Meta(min_length=8, max_length=8, pattern=patterns.CAPITALS_AND_DIGITS)]
"""Eight capital letters or digits, as the specification writes `B000000A`."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters(number: int, width: int) -> str:
    """Return `number`, from 0, as letters A to Z padded with zeros: 23 is X, 27 is BB."""
    found = ""
    while True:
        number, digit = divmod(number, 26)
        found = LETTERS[digit] + found
        if not number:
            return found.rjust(width, "0")
