"""Search of operations by path, summary, parameters and response fields.

Every word of the query must match; the place of a match determines the rank.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.contract import api_versions
from openmall.pages.reference import fields
from openmall.pages.reference.catalog import APIS, Entry, catalog_of

MAX_QUERY_LENGTH: Final = 200
"""Maximum number of characters of a query; the rest is ignored."""
_MAX_WORDS: Final = 10
_WORD: Final = re.compile(r"[^\s/{}.,;:]+")
_POINTS: Final = {"segment": 60, "exact": 40, "path": 30, "summary": 20, "field": 8, "text": 2}


class IndexedOperation(Struct, frozen=True):
    """An operation, and its search texts in lower case."""

    entry: Entry
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
        names = [name for name in indexed.names if word in name.lower()]
        matching_names |= dict.fromkeys(names)
        best = max(
            _POINTS["segment"] if word in _WORD.findall(indexed.path) else 0,
            _POINTS["exact"] if word in names else 0,
            _POINTS["path"] if word in indexed.path else 0,
            _POINTS["summary"] if word in indexed.summary else 0,
            _POINTS["field"] if names else 0,
            _POINTS["text"] if word in indexed.text else 0,
        )
        if not best:
            return None
        points += best
    if query.replace(" ", "_") in indexed.names:
        points += 40
    if query in (
        indexed.entry.operation.name.lower(),
        indexed.path,
        indexed.entry.operation.path.lower(),
    ):
        points += 1_000
    return Hit(indexed.entry, tuple(matching_names), points)
