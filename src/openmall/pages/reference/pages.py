"""The pages of the reference: start, search, API, area, operation, and OpenAPI download."""

import json
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from openmall.contract import api_versions, events
from openmall.contract import scopes as scope_names
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.console.page_context import PageError
from openmall.pages.reference import (
    client_samples,
    errors,
    fields,
    operation_search,
    requests,
    samples,
)
from openmall.pages.reference import versions as reference_versions
from openmall.pages.reference.catalog import APIS, Catalog, Entry, catalog_of
from openmall.pages.reference.fields import FieldDescription
from openmall.pages.reference.openapi import addresses, document_store
from openmall.pages.reference.openapi.document_store import DocumentStore
from openmall.pages.reference.openapi.service import installation_of
from openmall.pages.reference.page_context import ReferenceContext, address, address_of, anchor
from openmall.pages.reference.samples import Sample
from openmall.pages.reference.temporary_tokens import TryItOptions
from openmall.pages.reference.try_forms import TryForm, TryResult, prefilled

OPENAPI: Final = "openapi.json"
PAGE_SIZE: Final = 25
"""Operations per page of search results."""
_MAX_NAMES: Final = 8
"""Maximum number of matching field names shown per search result."""
_LIMITS: Final = {
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


class ApiSummary(Struct, frozen=True, kw_only=True):
    """Summary of an API."""

    api: str
    purpose: str
    base: str
    credential: str
    limit: str
    operations: int
    address: str


def start(context: ReferenceContext) -> Response:
    """Handle `GET /developers/reference`."""
    return context.show(
        "reference/start.html",
        api_summaries=[_api_summary(context, catalog_of(api, api_versions.NEWEST)) for api in APIS],
        limits=context.configuration,
        errors=errors.of_api("admin"),
        release_rows=[
            (each, _support_period(context, each), len(reference_versions.changes_of(each)))
            for each in reversed(api_versions.RELEASES)
        ],
        default_version=api_versions.DEFAULT,
        default_address=address(catalog_of("admin", api_versions.DEFAULT)),
        list_address=f"{address(catalog_of('admin', api_versions.NEWEST))}/get-products",
    )


def api_page(context: ReferenceContext, catalog: Catalog) -> Response:
    """Handle `GET /developers/reference/{api}/{version}`."""
    return context.show(
        "reference/api.html",
        catalog=catalog,
        summary=_api_summary(context, catalog),
        support_period=_support_period(context, catalog.version),
        changes_by_release=_changes(catalog),
        scopes=_scopes(catalog),
        errors=errors.of_api(catalog.api.name),
        openapi_address=f"{address(catalog)}/{OPENAPI}",
        by_version=[
            (each, address(catalog_of(catalog.api.name, each))) for each in api_versions.RELEASES
        ],
        anchor=anchor,
    )


def area_page(context: ReferenceContext, catalog: Catalog, area: str) -> Response:
    """Handle `GET /developers/reference/{api}/{version}/{area}`."""
    return context.show(
        "reference/area.html",
        catalog=catalog,
        area=area,
        resources=catalog.areas[area],
        address_of=address_of,
        anchor=anchor,
    )


def operation_page(
    context: ReferenceContext,
    entry: Entry,
    options: TryItOptions,
    *,
    typed: TryForm | None = None,
    result: TryResult | None = None,
    problem: str = "",
) -> Response:
    """Render `/developers/reference/{api}/{version}/{operation}`, with the result of a call.

    `problem`: why the call was not sent.
    """
    return context.show(
        "reference/operation.html",
        status=422 if problem else 200,
        malls=[(mall.mall_id, f"{mall.name} ({mall.mall_id})") for mall in options.malls],
        apps=[(app.client_id, app.name) for app in options.apps],
        typed=typed or prefilled(entry),
        result=result,
        problem=problem,
        **_operation_values(context, entry),
    )


class CodeSample(Struct, frozen=True):
    """The sample call in one language."""

    name: str
    title: str
    text: str


def _code_samples(entry: Entry, sample: Sample, origin: str) -> list[CodeSample]:
    curl = requests.curl(requests.sample_request(entry, sample, origin))
    return [
        CodeSample("curl", "curl", curl),
        CodeSample("python", "Python", client_samples.python(entry, sample, origin)),
        CodeSample("typescript", "TypeScript", client_samples.typescript(entry, sample, origin)),
    ]


def _operation_values(context: ReferenceContext, entry: Entry) -> dict[str, Any]:
    """Return the template variables of an operation page."""
    catalog = catalog_of(entry.api.name, entry.version)
    sample = samples.sample_of(entry)
    origin = context.address.origin
    return {
        "catalog": catalog,
        "area": entry.area,
        "entry": entry,
        "sentence": scope_names.SENTENCES[entry.operation.scope],
        "base": requests.host(entry, origin),
        "parameters": _sections(entry),
        "response_fields": fields.deduplicate(
            fields.response_fields(entry.operation, entry.missing)
        ),
        "response_status": 201 if entry.operation.method == "POST" else 200,
        "sample": _json(sample.answer) if sample else "",
        "sample_status": sample.status if sample else 0,
        "code_samples": _code_samples(entry, sample, origin) if sample else [],
        "errors": errors.of_operation(entry),
        "events": [(each, _event(each)) for each in sample.events] if sample else [],
        "notes": [
            (change.release, change.changelog_entry(), change.added, change.within)
            for change in entry.changes
        ],
        "siblings": [
            (address_of(each), each) for each in catalog.areas[entry.area][entry.resource]
        ],
        "by_version": [
            (each, address_of(msgspec.structs.replace(entry, version=each)))
            for each in api_versions.RELEASES
            if entry.api.has(entry.operation, each)
        ],
        "limits": context.configuration,
        "address": address_of(entry),
        "anchor": anchor,
    }


def search_page(context: ReferenceContext) -> Response:
    """Handle `GET /developers/reference/search`: list matches of `q`, a page at a time."""
    question = context.query.text("q").strip()[: operation_search.MAX_QUERY_LENGTH]
    api = context.query.text("api")
    api = api if api in APIS else ""
    page = _number(context.query.text("page"))
    hits = operation_search.search(question, api)
    page_hits = hits[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return context.show(
        "reference/search.html",
        question=question,
        api=api,
        count=len(hits),
        first=(page - 1) * PAGE_SIZE + 1,
        hits=[
            (address_of(hit.entry), hit.entry, hit.names[:_MAX_NAMES], len(hit.names) - _MAX_NAMES)
            for hit in page_hits
        ],
        page=page,
        more=len(hits) > page * PAGE_SIZE,
    )


async def download(
    context: ReferenceContext, catalog: Catalog, documents: DocumentStore
) -> Response:
    """Handle `GET .../{api}/{version}/openapi.json`: return the output of `openmall openapi`."""
    api, version = catalog.api.name, catalog.version
    kept = await documents.openapi(api, version)
    origin = installation_of(context.address)
    return Response(
        await document_store.text_at(
            kept,
            document_store.servers_text(api, origin, ""),
            addresses.oauth_address(origin, "").encode(),
        ),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="openmall-{api}-{version}.json"',
            "Cache-Control": "public, max-age=300",
            "X-Content-Type-Options": "nosniff",
        },
    )


def newest(api: str) -> Response:
    """Handle `GET /developers/reference/{api}`: redirect to the newest version."""
    return RedirectResponse(address(catalog_of(api, api_versions.NEWEST)), status_code=303)


def _api_summary(context: ReferenceContext, catalog: Catalog) -> ApiSummary:
    api_definition = catalog.api
    base = requests.host(next(iter(catalog.by_slug.values())), context.address.origin)
    return ApiSummary(
        api=api_definition.name,
        purpose=context.translate(_PURPOSES[api_definition.name]),
        base=base + "".join(f"/{part}" for part in api_definition.prefix),
        credential=context.translate(_CREDENTIALS[api_definition.credential]),
        limit=context.translate(_LIMITS[api_definition.limited_by]),
        operations=len(catalog.by_slug),
        address=address(catalog),
    )


def _sections(entry: Entry) -> list[tuple[str, list[FieldDescription]]]:
    """Return the parameters by location."""
    descriptions = fields.deduplicate(fields.parameters(entry.operation, entry.missing))
    return [
        (location, [each for each in descriptions if each.location == location])
        for location in ("path", "query", "body")
        if any(each.location == location for each in descriptions)
    ]


def _changes(catalog: Catalog) -> list[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    """Return the changes of an API by release, each with the affected operations."""
    by_release = []
    for release in reversed(api_versions.RELEASES):
        changes = []
        for change in reference_versions.changes_of(release):
            touched = change.operations
            rows = [
                each
                for each in catalog.entries
                if f"{catalog.api.name} {each.operation.name}" in touched
            ]
            if rows:
                links = [(address_of(each), each.operation.name) for each in rows]
                changes.append((change.changelog_entry(), links))
        if changes:
            by_release.append((release, changes))
    return by_release


def _scopes(catalog: Catalog) -> list[tuple[str, str, int]]:
    counts: dict[str, int] = {}
    for entry in catalog.entries:
        counts[entry.operation.scope] = counts.get(entry.operation.scope, 0) + 1
    return [(scope, scope_names.SENTENCES[scope], count) for scope, count in sorted(counts.items())]


def _support_period(context: ReferenceContext, release: str) -> str:
    """Return the support period of a release as text."""
    until = api_versions.expires(release)
    today = moment(int(context.clock.now())).date().isoformat()
    if release > today:
        return context.translate(marked("not released yet"))
    if until is None:
        return context.translate(marked("the newest"))
    if until <= today:
        return context.translate(marked("served until %(day)s")) % {"day": until}
    return context.translate(marked("served before %(day)s")) % {"day": until}


def _event(number: int) -> str:
    """Return the description of an event."""
    kind = events.kinds().get(number)
    return " ".join(((kind and kind.__doc__) or "").split())


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 and int(text) else 1


def _json(value: Encodable) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def not_found() -> PageError:
    """Return the error for an unknown page."""
    return PageError(
        marked("Page not found"), marked("There is no page at this address."), status=404
    )
