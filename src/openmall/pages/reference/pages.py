"""The pages of the reference: start, search, an API, an area, an operation, and OpenAPI to keep."""

import asyncio
import json
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from openmall.contract import api_versions, events
from openmall.contract import scopes as scope_names
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.console.desk import Failed
from openmall.pages.reference import errors, fields, finding, openapi, requests, samples
from openmall.pages.reference import versions as reference_versions
from openmall.pages.reference.books import APIS, Book, Entry, book
from openmall.pages.reference.fields import Described
from openmall.pages.reference.lending import Bench
from openmall.pages.reference.reader import Reader, address, address_of, anchor
from openmall.pages.reference.tries import Tried, Typed, prefilled

OPENAPI: Final = "openapi.json"
PER_PAGE: Final = 25
"""Operations on a page of what was found."""
_NAMES: Final = 8
"""Field names told of each operation that was found."""
_LIMITED: Final = {
    "bucket": marked("Each shop has a bucket that calls fill and that drains with time."),
    "minute": marked("The number of calls per minute is limited for each address."),
    "tokens": marked(
        "Each address and path has tokens; calls use them up, and they refill with time."
    ),
}
_CREDENTIALS: Final = {
    "bearer": marked("OAuth 2.0: an access token, sent as Authorization: Bearer."),
    "storefront": marked(
        "HTTP Basic with client id and front API key, or the client id alone in"
        " X-Platform-Client-Id."
    ),
    "partner": marked("HTTP Basic with client id and client secret."),
}
_PURPOSES: Final = {
    "admin": marked("What a shop's manager does: products, orders, customers, settings."),
    "storefront": marked("What a shopper sees and does: products on display, cart, own orders."),
    "partner": marked("Shops and products of the malls that take part in a programme; read only."),
    "analytics": marked("What visitors do: visits, page views, sales by path; read only."),
}


class About(Struct, frozen=True, kw_only=True):
    """An API at a glance."""

    api: str
    purpose: str
    base: str
    credential: str
    limit: str
    operations: int
    address: str


def start(reader: Reader) -> Response:
    """`GET /developers/reference`."""
    return reader.show(
        "reference/start.html",
        abouts=[_about(reader, book(api, api_versions.NEWEST)) for api in APIS],
        limits=reader.configuration,
        refusals=errors.every("admin"),
        releases_told=[
            (each, _served(reader, each), len(reference_versions.of_release(each)))
            for each in reversed(api_versions.RELEASES)
        ],
        default_version=api_versions.DEFAULT,
        default_address=address(book("admin", api_versions.DEFAULT)),
        list_address=f"{address(book('admin', api_versions.NEWEST))}/get-products",
    )


def api_page(reader: Reader, at: Book) -> Response:
    """`GET /developers/reference/{api}/{version}`."""
    return reader.show(
        "reference/api.html",
        at=at,
        about=_about(reader, at),
        served=_served(reader, at.version),
        changed=_changes(at),
        scopes=_scopes(at),
        refusals=errors.every(at.door.name),
        openapi_address=f"{address(at)}/{OPENAPI}",
        by_version=[(each, address(book(at.door.name, each))) for each in api_versions.RELEASES],
        anchor=anchor,
    )


def area_page(reader: Reader, at: Book, area: str) -> Response:
    """`GET /developers/reference/{api}/{version}/{area}`."""
    return reader.show(
        "reference/area.html",
        at=at,
        area=area,
        resources=at.areas[area],
        address_of=address_of,
        anchor=anchor,
    )


def operation_page(
    reader: Reader,
    entry: Entry,
    bench: Bench,
    *,
    typed: Typed | None = None,
    tried: Tried | None = None,
    problem: str = "",
) -> Response:
    """`GET /developers/reference/{api}/{version}/{operation}`, and what a call there came to.

    `problem`: why it was not sent.
    """
    return reader.show(
        "reference/operation.html",
        status=422 if problem else 200,
        malls=[(mall.mall_id, f"{mall.name} ({mall.mall_id})") for mall in bench.malls],
        own_apps=[(app.client_id, app.name) for app in bench.apps],
        typed=typed or prefilled(entry),
        tried=tried,
        problem=problem,
        **_shown(reader, entry),
    )


def _shown(reader: Reader, entry: Entry) -> dict[str, Any]:
    """Return what the page of an operation shows."""
    at = book(entry.door.name, entry.version)
    sample = samples.of(entry)
    origin = reader.address.origin
    written = requests.of_sample(entry, sample, origin) if sample else None
    return {
        "at": at,
        "area": entry.area,
        "entry": entry,
        "sentence": scope_names.SENTENCES[entry.row.scope],
        "base": requests.host(entry, origin),
        "parameters": _sections(entry),
        "answered": fields.once(fields.answered(entry.row, entry.lacking)),
        "answer_status": 201 if entry.row.method == "POST" else 200,
        "sample": _json(sample.answer) if sample else "",
        "sample_status": sample.status if sample else 0,
        "written": requests.written(written) if written else {},
        "titles": requests.TITLES,
        "refusals": errors.of(entry),
        "events": [(each, _event(each)) for each in sample.events] if sample else [],
        "notes": [
            (change.release, change.changelog_entry(), change.added, change.within)
            for change in entry.changed
        ],
        "beside": [(address_of(each), each) for each in at.areas[entry.area][entry.resource]],
        "by_version": [
            (each, address_of(msgspec.structs.replace(entry, version=each)))
            for each in api_versions.RELEASES
        ],
        "limits": reader.configuration,
        "address": address_of(entry),
        "anchor": anchor,
    }


def search_page(reader: Reader) -> Response:
    """`GET /developers/reference/search`: what has every word of `q`, a page at a time."""
    question = reader.query.text("q").strip()[: finding.LONGEST]
    api = reader.query.text("api")
    api = api if api in APIS else ""
    page = _number(reader.query.text("page"))
    hits = finding.found(question, api)
    there = hits[(page - 1) * PER_PAGE : page * PER_PAGE]
    return reader.show(
        "reference/search.html",
        question=question,
        api=api,
        count=len(hits),
        first=(page - 1) * PER_PAGE + 1,
        hits=[
            (address_of(hit.entry), hit.entry, hit.names[:_NAMES], len(hit.names) - _NAMES)
            for hit in there
        ],
        page=page,
        more=len(hits) > page * PER_PAGE,
    )


async def download(at: Book) -> Response:
    """`GET /developers/reference/{api}/{version}/openapi.json`: as `openmall openapi` prints it."""
    name = f"openmall-{at.door.name}-{at.version}.json"
    return Response(
        await asyncio.to_thread(openapi.printed, at.door.name, at.version),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "public, max-age=300",
            "X-Content-Type-Options": "nosniff",
        },
    )


def newest(api: str) -> Response:
    """`GET /developers/reference/{api}`: leads to its newest version."""
    return RedirectResponse(address(book(api, api_versions.NEWEST)), status_code=303)


def _about(reader: Reader, at: Book) -> About:
    door = at.door
    base = requests.host(next(iter(at.by_slug.values())), reader.address.origin)
    return About(
        api=door.name,
        purpose=reader.said(_PURPOSES[door.name]),
        base=base + "".join(f"/{part}" for part in door.prefix),
        credential=reader.said(_CREDENTIALS[door.credential]),
        limit=reader.said(_LIMITED[door.limited_by]),
        operations=len(at.by_slug),
        address=address(at),
    )


def _sections(entry: Entry) -> list[tuple[str, list[Described]]]:
    """Return the parameters by where they are sent."""
    found = fields.once(fields.parameters(entry.row, entry.lacking))
    return [
        (where, [each for each in found if each.where == where])
        for where in ("path", "query", "body")
        if any(each.where == where for each in found)
    ]


def _changes(at: Book) -> list[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    """Return what changed for an API at each release, and for which of its operations."""
    found = []
    for release in reversed(api_versions.RELEASES):
        told = []
        for change in reference_versions.of_release(release):
            touched = change.operations
            rows = [each for each in at.entries if f"{at.door.name} {each.row.name}" in touched]
            if rows:
                links = [(address_of(each), each.row.name) for each in rows]
                told.append((change.changelog_entry(), links))
        if told:
            found.append((release, told))
    return found


def _scopes(at: Book) -> list[tuple[str, str, int]]:
    counts: dict[str, int] = {}
    for entry in at.entries:
        counts[entry.row.scope] = counts.get(entry.row.scope, 0) + 1
    return [(scope, scope_names.SENTENCES[scope], count) for scope, count in sorted(counts.items())]


def _served(reader: Reader, release: str) -> str:
    """Return how long a release is served, in words."""
    until = api_versions.expires(release)
    today = moment(int(reader.clock.now())).date().isoformat()
    if release > today:
        return reader.said(marked("not released yet"))
    if until is None:
        return reader.said(marked("the newest"))
    if until <= today:
        return reader.said(marked("served until %(day)s")) % {"day": until}
    return reader.said(marked("served before %(day)s")) % {"day": until}


def _event(number: int) -> str:
    """Return what an event says happened."""
    kind = events.kinds().get(number)
    return " ".join(((kind and kind.__doc__) or "").split())


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 and int(text) else 1


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def missing() -> Failed:
    """Return what is said where no page is."""
    return Failed(marked("Page not found"), marked("There is no page at this address."), status=404)
