"""Generated codes: letters that count up, padded with zeros."""

from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters(number: int, width: int) -> str:
    """Return `number`, from 0, as letters A to Z padded with zeros: 23 is X, 27 is BB."""
    found = ""
    while True:
        number, digit = divmod(number, 26)
        found = LETTERS[digit] + found
        if not number:
            return found.rjust(width, "0")
