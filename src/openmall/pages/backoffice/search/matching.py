"""Comparison of what was typed with names, in any language.

A name is stored as one line of words, each behind a blank, so that a word's beginning is found by
one search of a text: the time of a comparison grows with the lengths of both alone.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

MAX_QUERY: Final = 100
"""Characters of a query."""
_MOST_TERMS: Final = 8
"""Words of a query that are compared; the rest is ignored."""
_GAPS: Final = re.compile(r"[\W_]+")
EXACT, BEGINNING, WORDS, INSIDE, MENTIONED, MENTIONED_INSIDE = range(6)
"""How well a name matches, the best first."""


class Words(Struct, frozen=True):
    """The names of something, and further words by which it is found."""

    names: tuple[str, ...]
    """Each of its names, normalised."""
    name: str
    """All names as one line."""
    other: str
    """Further words as one line."""
    joined: str
    """All of them without blanks: Korean is written with and without."""


class Query(Struct, frozen=True):
    """What was typed, normalised."""

    phrase: str
    terms: tuple[tuple[str, ...], ...]
    """Each word with its forms: an English plural is also looked for as a singular."""

    @property
    def is_too_short(self) -> bool:
        """It has less than two letters of an alphabet, or nothing."""
        return len(self.phrase) < (2 if self.phrase.isascii() else 1)


def normalise(text: str) -> str:
    """Return a text in lower case, its words apart by one blank, without punctuation."""
    return _GAPS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def words_of(names: Iterable[str], other: Iterable[str] = ()) -> Words:
    """Return the words of something with these names."""
    normalised = tuple(dict.fromkeys(filter(None, map(normalise, names))))
    name = "".join(f" {each}" for each in normalised)
    more = "".join(f" {each}" for each in dict.fromkeys(map(normalise, other)) if each)
    return Words(normalised, name, more, f"{name}{more}".replace(" ", ""))


def read_query(typed: str) -> Query:
    """Return what was typed, at most its first `MAX_QUERY` characters."""
    phrase = normalise(typed[:MAX_QUERY])
    return Query(phrase, tuple(map(_forms, phrase.split(" ")[:_MOST_TERMS])) if phrase else ())


def _forms(term: str) -> tuple[str, ...]:
    if not term.isascii() or len(term) < 4 or not term.endswith("s"):
        return (term,)
    # "taxes": "taxe" as well as "tax" begin the word that is meant
    singular = (term[:-1], term[:-2]) if term.endswith("es") else (term[:-1],)
    return (term, *singular)


def compare(query: Query, words: Words) -> int | None:
    """Return how well words match a query, the least the best; None: a word is missing."""
    if query.is_too_short:
        return None
    if query.phrase in words.names:
        return EXACT
    if any(name.startswith(query.phrase) for name in words.names):
        return BEGINNING
    worst = WORDS
    for forms in query.terms:
        found = min(
            (rank for form in forms if (rank := _place(form, words)) is not None), default=None
        )
        if found is None:
            return None
        worst = max(worst, found)
    return worst


def _place(term: str, words: Words) -> int | None:
    if f" {term}" in words.name:
        return WORDS
    # a part of an English word is rarely meant ("tax" is no "syntax"); Korean compounds have no gap
    inside = not term.isascii() or len(term) > 3
    if inside and term in words.name:
        return INSIDE
    if f" {term}" in words.other:
        return MENTIONED
    if not term.isascii() and term in words.joined:
        return MENTIONED_INSIDE
    return None
