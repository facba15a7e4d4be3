"""Search: over what operations are called and do, and over the names of what they take and answer.

Every word must be found somewhere; where it is found says how early an operation is listed.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.contract import api_versions
from openmall.pages.reference import fields
from openmall.pages.reference.books import APIS, Entry, book

LONGEST: Final = 200
"""Characters of a question that are read."""
_MOST_WORDS: Final = 10
_WORD: Final = re.compile(r"[^\s/{}.,;:]+")
_POINTS: Final = {"segment": 60, "exact": 40, "path": 30, "summary": 20, "field": 8, "text": 2}


class Indexed(Struct, frozen=True):
    """An operation, and the words it is found by, all in small letters."""

    entry: Entry
    path: str
    summary: str
    names: tuple[str, ...]
    """Parameters and answer fields, those inside others as well, without repetition."""
    text: str


class Hit(Struct, frozen=True):
    """An operation that was found."""

    entry: Entry
    names: tuple[str, ...]
    """The parameters and fields that hold a word of the question."""
    points: int


@lru_cache(maxsize=1)
def index() -> tuple[Indexed, ...]:
    """Return every operation of the newest version; made once, which takes a third of a second."""
    return tuple(
        _indexed(entry) for api in APIS for entry in book(api, api_versions.NEWEST).entries
    )


def _indexed(entry: Entry) -> Indexed:
    described = [
        below
        for each in (
            *fields.parameters(entry.row, entry.lacking),
            *fields.answered(entry.row, entry.lacking),
        )
        for below in each.all()
    ]
    said = dict.fromkeys(each.text for each in described if each.text)
    return Indexed(
        entry,
        f"{entry.row.method} {entry.path}".lower(),
        entry.row.summary.lower(),
        tuple(dict.fromkeys(each.name for each in described)),
        " ".join([entry.description, entry.row.scope, *said]).lower(),
    )


def found(question: str, api: str = "") -> list[Hit]:
    """Return the operations that have every word of a question, the best first."""
    asked = question.lower()[:LONGEST]
    words = list(dict.fromkeys(_WORD.findall(asked)))[:_MOST_WORDS]
    if not words:
        return []
    hits = [
        hit
        for each in index()
        if api in ("", each.entry.door.name)
        and (hit := _hit(each, words, asked.strip())) is not None
    ]
    order = list(APIS)
    return sorted(
        hits,
        key=lambda hit: (-hit.points, order.index(hit.entry.door.name), len(hit.entry.path)),
    )


def _hit(each: Indexed, words: list[str], asked: str) -> Hit | None:
    points = 0
    named: dict[str, None] = {}
    for word in words:
        inside = [name for name in each.names if word in name.lower()]
        named |= dict.fromkeys(inside)
        best = max(
            _POINTS["segment"] if word in _WORD.findall(each.path) else 0,
            _POINTS["exact"] if word in inside else 0,
            _POINTS["path"] if word in each.path else 0,
            _POINTS["summary"] if word in each.summary else 0,
            _POINTS["field"] if inside else 0,
            _POINTS["text"] if word in each.text else 0,
        )
        if not best:
            return None
        points += best
    if asked.replace(" ", "_") in each.names:
        points += 40
    if asked in (each.entry.row.name.lower(), each.path, each.entry.row.path.lower()):
        points += 1_000
    return Hit(each.entry, tuple(named), points)
