"""What the search dialog of the developers' pages finds, as JSON: `GET .../search/suggestions`.

The script of the dialog (`assets/palette.js`) asks while a reader types. It finds what the search
page finds, and guides; a body has at most `MOST` operations.
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.contract import api_versions
from openmall.http.web.languages import marked
from openmall.pages.console import menu
from openmall.pages.reference import operation_search
from openmall.pages.reference.catalog import APIS, catalog_of
from openmall.pages.reference.operation_search import Hit
from openmall.pages.reference.page_context import ReferenceContext, address, address_of

MOST: Final = 12
"""Operations of a response."""
_MOST_GUIDES: Final = 3
_MOST_NAMES: Final = 3
"""Names of matching fields that are shown for an operation."""


class Line(Struct, frozen=True):
    """A result: a link."""

    name: str
    detail: str
    address: str
    icon: str


class Group(Struct, frozen=True):
    """Results below one heading."""

    title: str
    lines: Sequence[Line]


class Results(Struct, frozen=True):
    """The body of the response."""

    groups: Sequence[Group]
    more: str = ""
    """Address of the search page with the same query; empty where nothing was typed."""


def show(context: ReferenceContext) -> Response:
    """Handle `GET /developers/reference/search/suggestions`: what `q` finds, or where to begin."""
    typed = context.query.text("q").strip()[: operation_search.MAX_QUERY_LENGTH]
    results = _found(context, typed) if typed else _beginnings(context)
    return Response(
        msgspec.json.encode(results),
        media_type="application/json",
        headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
    )


def _found(context: ReferenceContext, typed: str) -> Results:
    by_api: dict[str, list[Line]] = {}
    for hit in operation_search.search(typed)[:MOST]:
        by_api.setdefault(hit.entry.api.name, []).append(_line(hit))
    # groups in the order of their best results, so that the first line is the best of all
    groups = [Group(context.translate(APIS[api]), lines) for api, lines in by_api.items()]
    guides = _guides(context, typed)[:_MOST_GUIDES]
    if guides:
        groups.append(Group(context.translate(marked("Guides")), guides))
    return Results(groups, f"{menu.REFERENCE_SEARCH}?{urlencode({'q': typed})}")


def _line(hit: Hit) -> Line:
    operation = hit.entry.operation
    detail = " · ".join([operation.name, *hit.names[:_MOST_NAMES]])
    return Line(hit.entry.title.replace("`", ""), detail, address_of(hit.entry), "code")


def _guides(context: ReferenceContext, typed: str) -> list[Line]:
    """Return the guides whose title has every word of a query, in English or as it is shown."""
    words = typed.lower().split()
    lines = []
    for path, title in menu.GUIDES:
        shown = context.translate(title)
        if all(word in f"{title} {shown}".lower() for word in words):
            lines.append(Line(shown, "", path, "book-open"))
    return lines


def _beginnings(context: ReferenceContext) -> Results:
    apis = [
        Line(context.translate(title), "", address(catalog_of(api, api_versions.NEWEST)), "code")
        for api, title in APIS.items()
    ]
    return Results(
        [
            Group(context.translate(marked("API reference")), apis),
            Group(context.translate(marked("Guides")), _guides(context, "")[:_MOST_GUIDES]),
        ]
    )
