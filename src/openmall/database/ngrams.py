"""N-gram index of texts for substring search: folding, n-grams as numbers, posting lists.

Pure functions, shared by the search indexes and the migrations that fill them. A change here needs
a migration that rebuilds the indexes. See docs/decisions/0013-names-by-their-parts.md.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

BLOCK: Final = 4_096
"""Numbers in one block. Smaller blocks need more steps for a search, larger ones longer writes."""
_FIRST: Final = 0x3400
"""A number is encoded as one character from here on: each has three octets and none is a part of
another, so that a number is found and removed like a letter."""
_DENSE: Final = 0x1100
"""From here on (Hangul, kana, ideographs) an n-gram has two characters, which are more selective
than three Latin ones."""
_BITS: Final = 21
"""Bits of a code point: three of them fit in an integer of 63 bits."""


def fold(text: str) -> str:
    """Fold a text for comparison: without case, width and compatibility forms (NFKC)."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def ngrams_of(texts: Iterable[str]) -> set[int]:
    """Return the n-grams of folded texts, one at every character, shorter at the end."""
    ngrams: set[int] = set()
    for text in texts:
        if text:
            codes = [*map(ord, text), 0, 0]
            ngrams.update(
                [
                    one << 42 | two << 21 | (0 if one >= _DENSE else three)
                    for one, two, three in zip(codes, codes[1:], codes[2:], strict=False)
                ]
            )
    return ngrams


def required(text: str) -> tuple[list[int], tuple[int, int]]:
    """Return the n-grams that a folded text containing `text` must have.

    It must have every n-gram of the list, in which non-overlapping ones, the most selective, come
    first. The list is empty when `text` is shorter than an n-gram: then the text must have any
    n-gram in the range of the two numbers, both included.
    """
    codes = [*map(ord, text)]
    disjoint: set[int] = set()
    others: set[int] = set()
    next_free = 0
    for at, first in enumerate(codes):
        end = at + (2 if first >= _DENSE else 3)
        if end <= len(codes):
            (disjoint if at >= next_free else others).add(_as_number(codes[at:end]))
            next_free = end if at >= next_free else next_free
    if disjoint:
        return [*sorted(disjoint, reverse=True), *sorted(others - disjoint, reverse=True)], (0, 0)
    low = _as_number(codes)
    return [], (low, low + (1 << (3 - len(codes)) * _BITS) - 1)


def _as_number(codes: list[int]) -> int:
    number = 0
    for code in (*codes, 0, 0)[:3]:
        number = number << _BITS | code
    return number


def encode(number: int) -> str:
    """Encode a number as a character of its block's posting list."""
    return chr(_FIRST + number % BLOCK)


def decode(block: int, characters: Iterable[str]) -> list[int]:
    """Decode the numbers of characters in a block's posting list."""
    first = block * BLOCK - _FIRST
    return [first + ord(character) for character in characters]
