"""N-gram index of texts for substring search: folding, n-grams as numbers, posting lists.

Pure functions, shared by the search indexes and the migrations that fill them. A change here needs
a migration that rebuilds the indexes. See docs/decisions/0013-names-by-their-parts.md.
"""

import re
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

_SINGLE: Final = {
    "'": "\u2018\u2019\u201a\u201b\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u2032\u2035\ua78c\u05f3",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u05be",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "i": "\u0131",
    "l": "\u0142",
    "o": "\u00f8",
    "d": "\u0111\u00f0",
    "h": "\u0127",
    "t": "\u0167",
    "ae": "\u00e6",
    "oe": "\u0153",
    "th": "\u00fe",
    # soft hyphen, joiners, marks and isolates of direction, byte order mark
    "": "\u00ad\u034f\u061c\u0640\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff",
}
"""Text in its place -> the characters that are compared as it."""
ALIKE: Final = {ord(each): alike for alike, characters in _SINGLE.items() for each in characters}
_WITH_MARKS: Final = re.compile(
    "[\u00c0-\u0233\u0300-\u06ff\u1ab0-\u1aff\u1dc0-\u1fff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
)
"""Letters of the scripts whose marks do not count, and the marks."""
MARKS: Final = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\ufe00-\ufe0f\ufe20-\ufe2f]"
)
"""Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and variation selectors."""
_IS_MARK: Final = re.compile(MARKS)
_PLAIN: Final = re.compile("[\x00-\x7f\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff\uac00-\ud7a3]*")
"""Letters that fold to themselves, but for the case of ASCII: kana, ideographs and Hangul."""
ACUTE: Final = " \u0301"
"""NFKC of an acute accent alone, which is typed in the place of an apostrophe."""
_BETWEEN_WORDS: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def fold(text: str) -> str:
    """Fold a text for comparison: without case, width, accents and invisible characters.

    Apostrophes and hyphens of all forms become one. Marks that make another letter (voiced kana,
    vowel signs) stay. Idempotent, also on what `fold_with_marks` returns.
    """
    folded = fold_with_marks(text)
    if folded.isascii() or _PLAIN.fullmatch(folded):
        return folded
    folded = folded.replace(ACUTE, "'").translate(ALIKE)
    if _WITH_MARKS.search(folded) is None:
        return folded
    bare = _IS_MARK.sub("", unicodedata.normalize("NFD", folded)).translate(ALIKE)
    return unicodedata.normalize("NFKC", bare)


def fold_with_marks(text: str) -> str:
    """Fold as stores before schema 0243 did: without case, width and compatibility forms (NFKC)."""
    if text.isascii() or _PLAIN.fullmatch(text):
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def words(folded: str) -> list[str]:
    """Return the words of a folded text that is searched for; none where nothing is left of it.

    A search without a word finds nothing, such as one for marks alone. A hyphen between letters
    separates words (`t-shirt`), one beside a digit does not (`ab-12`).
    """
    return list(dict.fromkeys(_BETWEEN_WORDS.sub(" ", folded).split()))


def alternatives(text: str) -> list[list[str]]:
    """Return lists of words, with and without marks: a name passes that has all words of one.

    Those with marks find names that programs before schema 0243 have written. Without a list, which
    is so for blanks, no name passes.
    """
    bare, marked = words(fold(text)), words(fold_with_marks(text))
    return [each for each in ([bare] if bare == marked else [bare, marked]) if each]


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
