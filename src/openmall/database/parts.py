"""How texts are cut so that any part of them is found: folded, in short pieces, by number.

Pure arithmetic, shared by the index of a room and the migrations that fill it. Whoever changes it
brings a migration that makes the index anew. See docs/decisions/0013-names-by-their-parts.md.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

BLOCK: Final = 2_048
"""Numbers in one block: each is two characters in it, of 46 kinds each (46 * 46 > 2048)."""
_KINDS: Final = 46
_FIRST: Final = 33
_SECOND: Final = 80
"""The first characters of places begin here, the second ones there: no character is both, so that
a place is found or replaced in a text of many without ever being mistaken for halves of two."""
_DENSE: Final = 0x1100
"""From here on (Hangul, kana, ideographs) a piece is two characters: they say more than three
Latin ones."""
_BITS: Final = 21
"""Of a character's code point: three of them fit in a whole number of 63 bits."""

_PLACES: Final = tuple(
    chr(_FIRST + number // _KINDS) + chr(_SECOND + number % _KINDS) for number in range(BLOCK)
)
_NUMBERS: Final = {place: number for number, place in enumerate(_PLACES)}


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

    Every one of the first list; when that is empty, because the part is shorter than a piece, any
    between the two numbers, which are one behind the other when nothing at all is wanted.
    """
    whole = set()
    codes = [*map(ord, text)]
    for at, first in enumerate(codes):
        length = 2 if first >= _DENSE else 3
        if at + length <= len(codes):
            whole.add(_joined(codes[at : at + length]))
    if whole:
        return sorted(whole), (1, 0)
    low = _joined(codes)
    return [], (low, low + (1 << (3 - len(codes)) * _BITS) - 1)


def _joined(codes: list[int]) -> int:
    number = 0
    for code in (*codes, 0, 0)[:3]:
        number = number << _BITS | code
    return number


def place(number: int) -> str:
    """Return the two characters that stand for a number in the list of its block."""
    return _PLACES[number % BLOCK]


def in_all(block: int, lists: list[str]) -> list[int]:
    """Return the numbers that stand in each of several lists of a block."""
    shortest, *others = sorted(lists, key=len)
    first = block * BLOCK
    return [first + _NUMBERS[each] for each in _split(shortest) if all(each in o for o in others)]


def in_any(block: int, lists: list[str]) -> set[int]:
    """Return the numbers that stand in one of several lists of a block."""
    first = block * BLOCK
    return {first + _NUMBERS[each] for text in lists for each in _split(text)}


def _split(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]
