"""Search of operations by operation ID, path, summary, parameters and response fields.

Every word of the query must match; the place of a match determines the rank. A match inside a word
(`stock` in `restock`) counts half as much as one at its beginning.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.contract import api_versions
from openmall.pages.reference import fields
from openmall.pages.reference.catalog import APIS, Entry, catalog_of
from openmall.pages.reference.openapi import names

MAX_QUERY_LENGTH: Final = 200
"""Maximum number of characters of a query; the rest is ignored."""
_MAX_WORDS: Final = 10
_WORD: Final = re.compile(r"[^\s/{}.,;:]+")
_RUN: Final = re.compile(r"(?<![^\W_])(?=[^\W_])")
"""Where letters or digits begin: behind neither of them."""
_BEGINNING: Final = "\0"
"""Marks the beginning of letters or digits; in no text and no query."""
_POINTS: Final = {"segment": 60, "exact": 40, "path": 30, "summary": 20, "field": 8, "text": 2}
_VERBS: Final = {
    "get": "GET",
    "read": "GET",
    "show": "GET",
    "list": "GET",
    "find": "GET",
    "add": "POST",
    "make": "POST",
    "create": "POST",
    "change": "PUT",
    "edit": "PUT",
    "set": "PUT",
    "update": "PUT",
    "delete": "DELETE",
    "remove": "DELETE",
}
"""Verbs of queries, and the method of the operations that do that."""
_SYNONYMS: Final = {
    "stock": ("inventory", "inventories"),
    "buyer": ("customer",),
    "member": ("customer",),
    "shopper": ("customer",),
}
"""Common words of queries, and the words of the specification for the same."""


class SearchedText(Struct, frozen=True):
    """A text in lower case, and the same with the beginning of each run of letters marked."""

    plain: str
    marked: str


class IndexedOperation(Struct, frozen=True):
    """An operation, and its search texts."""

    entry: Entry
    operation_id: str
    """The name of its method in the Python SDK."""
    path: str
    names: tuple[str, ...]
    """Distinct names of parameters and response fields, including nested ones."""
    words: frozenset[str]
    """The words of the method and the path."""
    places: dict[str, SearchedText]
    """Place of a match, a key of `_POINTS`, -> its texts."""

    @property
    def prose(self) -> str:
        """What the operation is described by, in lower case."""
        return f"{self.places['summary'].plain} {self.places['text'].plain}"


class Hit(Struct, frozen=True):
    """A search result."""

    entry: Entry
    points: int
    all_names: tuple[str, ...]
    words: tuple[str, ...]
    """The words of the query and their synonyms."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters and fields that contain a word of the query."""
        matching = (name for word in self.words for name in self.all_names if word in name.lower())
        return tuple(dict.fromkeys(matching))


@lru_cache(maxsize=1)
def index() -> tuple[IndexedOperation, ...]:
    """Return the index of the newest version; built once, which takes a second."""
    return tuple(
        _index_entry(entry)
        for api in APIS
        for entry in catalog_of(api, api_versions.NEWEST).entries
    )


def _index_entry(entry: Entry) -> IndexedOperation:
    descriptions = [
        description
        for each in (
            *fields.parameters(entry.operation, entry.missing),
            *fields.response_fields(entry.operation, entry.missing),
        )
        for description in each.all()
    ]
    texts = dict.fromkeys(each.text for each in descriptions if each.text)
    operation_id = names.operation_id(entry.operation)
    path = f"{entry.operation.method} {entry.path}".lower()
    field_names = tuple(dict.fromkeys(each.name for each in descriptions))
    return IndexedOperation(
        entry,
        operation_id,
        path,
        field_names,
        frozenset(_WORD.findall(path)),
        {
            "path": _searched(f"{path}\n{operation_id}"),
            "summary": _searched(entry.operation.summary),
            "field": _searched("\n".join(field_names)),
            "text": _searched(" ".join([entry.description, entry.operation.scope, *texts])),
        },
    )


def _searched(text: str) -> SearchedText:
    plain = text.lower()
    return SearchedText(plain, _RUN.sub(_BEGINNING, plain))


def search(question: str, api: str = "") -> list[Hit]:
    """Return the operations that match every word of a query, best first.

    The time is proportional to the words of the query, of which it reads ten, and to the index.
    """
    query = question.lower()[:MAX_QUERY_LENGTH].replace(_BEGINNING, " ")
    words = list(dict.fromkeys(_WORD.findall(query)))[:_MAX_WORDS]
    if not words:
        return []
    # each word with its synonyms
    groups = [[_searched(each) for each in (word, *_SYNONYMS.get(word, ()))] for word in words]
    looked_for = tuple(dict.fromkeys(each.plain for group in groups for each in group))
    hits = [
        Hit(each.entry, points, each.names, looked_for)
        for each in index()
        if api in ("", each.entry.api.name) and (points := _points(each, groups, query.strip()))
    ]
    order = list(APIS)
    return sorted(
        hits,
        key=lambda hit: (-hit.points, order.index(hit.entry.api.name), len(hit.entry.path)),
    )


def _points(indexed: IndexedOperation, groups: list[list[SearchedText]], query: str) -> int:
    """Return the points of an operation; 0: a word of the query is not found in it."""
    points = 0
    for group in groups:
        best = max(_points_of_word(indexed, word) for word in group)
        if not best:
            return 0
        points += best
    if query.replace(" ", "_") in indexed.names:
        points += 15
    if query in (
        indexed.entry.operation.name.lower(),
        indexed.path,
        indexed.entry.operation.path.lower(),
        indexed.operation_id,
    ):
        points += 1_000
    return points


def _points_of_word(indexed: IndexedOperation, word: SearchedText) -> int:
    """Return the points of the best place of a word: half as many inside of another word."""
    if word.plain in indexed.words:
        return _POINTS["segment"]  # no place has more
    best = _POINTS["exact"] if word.plain in indexed.names else 0
    if _VERBS.get(word.plain) == indexed.entry.operation.method:
        best = max(best, _POINTS["path"])
    for place, text in indexed.places.items():
        # a place with fewer points than those of a better one need not be read
        if _POINTS[place] > best and word.plain in text.plain:
            found = _POINTS[place] if word.marked in text.marked else _POINTS[place] // 2
            best = max(best, found)
    return best
