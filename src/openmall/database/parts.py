"""How texts are cut so that any part of them is found: folded, in short pieces, by number.

Pure arithmetic, shared by the index of a room and the migrations that fill it. Whoever changes it
brings a migration that makes the index anew. See docs/decisions/0013-names-by-their-parts.md.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

BLOCK: Final = 4_096
"""Numbers in one block. A smaller one costs a search more steps, a larger one makes each write
longer."""
_FIRST: Final = 0x3400
"""A number is written as one character, beginning here: each is of three octets and none is part of
another, so that a number is looked for and taken out like a letter."""
_DENSE: Final = 0x1100
"""From here on (Hangul, kana, ideographs) a piece is two characters: they say more than three
Latin ones."""
_BITS: Final = 21
"""Of a character's code point: three of them fit in a whole number of 63 bits."""


def folded(text: str) -> str:
    """Return a text as it is compared: without case, and without width or form of its letters."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def pieces(texts: Iterable[str]) -> set[int]:
    """Return the pieces of folded texts: one begins at every character, shorter at the end."""
    found: set[int] = set()
    for text in texts:
        if text:
            codes = [*map(ord, text), 0, 0]
            found.update(
                [
                    one << 42 | two << 21 | (0 if one >= _DENSE else three)
                    for one, two, three in zip(codes, codes[1:], codes[2:], strict=False)
                ]
            )
    return found


def wanted(text: str) -> tuple[list[int], tuple[int, int]]:
    """Return what the pieces of a folded text that holds `text` must have.

    Every one of the first list: those that say the most stand first in it, which do not overlap. It
    is empty when the part is shorter than a piece: then any piece from the first to the second
    number.
    """
    codes = [*map(ord, text)]
    apart: set[int] = set()
    others: set[int] = set()
    free = 0
    for at, first in enumerate(codes):
        end = at + (2 if first >= _DENSE else 3)
        if end <= len(codes):
            (apart if at >= free else others).add(_joined(codes[at:end]))
            free = end if at >= free else free
    if apart:
        return [*sorted(apart, reverse=True), *sorted(others - apart, reverse=True)], (0, 0)
    low = _joined(codes)
    return [], (low, low + (1 << (3 - len(codes)) * _BITS) - 1)


def _joined(codes: list[int]) -> int:
    number = 0
    for code in (*codes, 0, 0)[:3]:
        number = number << _BITS | code
    return number


def place(number: int) -> str:
    """Return the character that stands for a number in the list of its block."""
    return chr(_FIRST + number % BLOCK)


def numbers(block: int, places: Iterable[str]) -> list[int]:
    """Return the numbers that characters in a list of a block stand for."""
    first = block * BLOCK - _FIRST
    return [first + ord(place) for place in places]
