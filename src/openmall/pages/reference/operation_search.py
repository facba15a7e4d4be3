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


class IndexedOperation(Struct, frozen=True):
    """An operation, and its search texts in lower case."""

    entry: Entry
    operation_id: str
    """The name of its method in the Python SDK."""
    path: str
    summary: str
    names: tuple[str, ...]
    """Distinct names of parameters and response fields, including nested ones."""
    text: str


class Hit(Struct, frozen=True):
    """A search result."""

    entry: Entry
    names: tuple[str, ...]
    """The parameters and fields that contain a word of the query."""
    points: int


@lru_cache(maxsize=1)
def index() -> tuple[IndexedOperation, ...]:
    """Return the index of the newest version; built once, which takes a third of a second."""
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
    return IndexedOperation(
        entry,
        names.operation_id(entry.operation),
        f"{entry.operation.method} {entry.path}".lower(),
        entry.operation.summary.lower(),
        tuple(dict.fromkeys(each.name for each in descriptions)),
        " ".join([entry.description, entry.operation.scope, *texts]).lower(),
    )


def search(question: str, api: str = "") -> list[Hit]:
    """Return the operations that match every word of a query, best first."""
    query = question.lower()[:MAX_QUERY_LENGTH]
    words = list(dict.fromkeys(_WORD.findall(query)))[:_MAX_WORDS]
    if not words:
        return []
    hits = [
        hit
        for each in index()
        if api in ("", each.entry.api.name)
        and (hit := _hit(each, words, query.strip())) is not None
    ]
    order = list(APIS)
    return sorted(
        hits,
        key=lambda hit: (-hit.points, order.index(hit.entry.api.name), len(hit.entry.path)),
    )


def _hit(indexed: IndexedOperation, words: list[str], query: str) -> Hit | None:
    points = 0
    matching_names: dict[str, None] = {}
    for word in words:
        best = 0
        for each in (word, *_SYNONYMS.get(word, ())):
            found = [name for name in indexed.names if each in name.lower()]
            matching_names |= dict.fromkeys(found)
            best = max(best, _points_of_word(indexed, each, found))
        if not best:
            return None
        points += best
    if query.replace(" ", "_") in indexed.names:
        points += 40
    if query in (
        indexed.entry.operation.name.lower(),
        indexed.path,
        indexed.entry.operation.path.lower(),
        indexed.operation_id,
    ):
        points += 1_000
    return Hit(indexed.entry, tuple(matching_names), points)


def _points_of_word(indexed: IndexedOperation, word: str, found: list[str]) -> int:
    """Return the points of the best place of a word; `found`: the names that contain it."""
    return max(
        _POINTS["segment"] if word in _WORD.findall(indexed.path) else 0,
        _POINTS["exact"] if word in found else 0,
        _POINTS["path"] if _VERBS.get(word) == indexed.entry.operation.method else 0,
        _points("path", word, indexed.path),
        _points("path", word, indexed.operation_id),
        _points("summary", word, indexed.summary),
        max((_points("field", word, name.lower()) for name in found), default=0),
        _points("text", word, indexed.text),
    )


def _points(place: str, word: str, text: str) -> int:
    """Return the points of a word in a text: half as many where it only is inside of others."""
    at = text.find(word)
    if at < 0:
        return 0
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return _POINTS[place] if at >= 0 else _POINTS[place] // 2
