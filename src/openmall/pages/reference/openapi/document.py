"""Each API in each version as an OpenAPI 3.1 document, printed from the registry.

Specification: "Errors"; "Limits" 3-5, 7, 8; "Versioning" 2; "Shared query conventions".
"""

import json
from collections.abc import Mapping
from typing import Final

from openmall.api.pipeline import job_deferral, rehearsal
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.versions import changes
from openmall.contract import api_versions
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.events.jobs.shape import Job
from openmall.pages.reference.catalog import AREAS, Catalog, Entry, catalog_of
from openmall.pages.reference.openapi import examples, names, responses, webhooks
from openmall.pages.reference.openapi.addresses import (
    DEFAULT_MALL,
    DEFAULT_ORIGIN,
    apis,
    oauth_address,
    security,
    security_schemes,
    servers,
)
from openmall.pages.reference.openapi.examples import Examples
from openmall.pages.reference.openapi.responses import LIMIT_HEADERS, PLAN_HEADERS, headers_of
from openmall.pages.reference.openapi.schemas import Json, Schemas, reference

_PURPOSES: Final = {
    "admin": "What a shop's manager does: products, orders, customers, settings.",
    "storefront": "What a shopper sees and does: products on display, cart, own orders.",
    "partner": "Shops and products of the malls that take part in a programme; read only.",
    "analytics": "What visitors do: visits, page views, sales by path; read only.",
}


def document(
    api: str,
    version: str = api_versions.NEWEST,
    origin: str = DEFAULT_ORIGIN,
    mall: str = DEFAULT_MALL,
) -> Json:
    """Return the OpenAPI document of an API in a version.

    `origin`: address of the installation, without the name of a mall; `mall`: the default one.
    Raises ValueError for an unknown API or version.
    """
    if api not in apis():
        raise ValueError(f"there is no API {api!r}: {', '.join(sorted(apis()))}")
    if version not in api_versions.RELEASES:
        raise ValueError(f"{version!r} is no release: {', '.join(api_versions.RELEASES)}")
    return _Document(catalog_of(api, version)).render(
        servers(api, origin, mall), oauth_address(origin, mall)
    )


def document_text(
    api: str, version: str, origin: str = DEFAULT_ORIGIN, mall: str = DEFAULT_MALL
) -> str:
    """Return the document as text, as the command prints it. Arguments: as of `document`."""
    return text_of(document(api, version, origin, mall))


def text_of(document: Json) -> str:
    """Return a document as text."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


class _Document:
    """One document while it is made."""

    def __init__(self, catalog: Catalog) -> None:
        self._api = catalog.api
        self._version = catalog.version
        # in declared order, which is that of the specification
        by_name = {entry.operation.name: entry for entry in catalog.entries}
        self._entries = [
            by_name[operation.name]
            for operation in catalog.api.operations
            if operation.name in by_name
        ]
        self._ids = names.operation_ids(entry.operation for entry in self._entries)
        self._examples = Examples(catalog.api.name, catalog.version)
        self._schemas = Schemas(self._entries, self._ids, self._examples)
        self._parameters: set[str] = set()

    def render(self, servers: list[Json], oauth: str) -> Json:
        """Return the document. `oauth`: where apps are authorized."""
        paths: dict[str, Json] = {}
        for entry in self._entries:
            operation = entry.operation
            paths.setdefault(f"/{operation.path}", {})[operation.method.lower()] = self._operation(
                entry
            )
        api = self._api.name
        job = self._job() if api == job_deferral.API else None
        operations = [entry.operation for entry in self._entries]
        used = self._schemas.components()
        used |= responses.schema_components(operations)
        found: Json = {
            "openapi": "3.1.0",
            "info": {
                "title": f"openmall {api} API",
                "version": self._version,
                "description": _PURPOSES[api],
                "contact": {"name": "Operator of this installation"},
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            "servers": servers,
            "tags": self._tags(),
            "paths": paths,
        }
        if api == "admin":
            found["webhooks"] = webhooks.section()
            used |= webhooks.schemas()
        components: Json = {
            "schemas": dict(sorted(used.items())),
            "responses": responses.response_components(self._api, operations, job),
            "parameters": responses.parameter_components(self._parameters),
            "headers": responses.header_components(self._api, operations),
            "securitySchemes": security_schemes(self._api, operations, oauth),
        }
        return {**found, "components": components}

    def _tags(self) -> list[Json]:
        used = dict.fromkeys(entry.area for entry in self._entries)
        return [{"name": area, "description": AREAS[area]} for area in AREAS if area in used]

    def _job(self) -> Json:
        inner = self._schemas.embedded_struct(Job)
        return self._schemas.add(
            "JobResult",
            {
                "type": "object",
                "description": "A call that became a job.",
                "required": ["job"],
                "properties": {"job": inner},
            },
        )

    def _operation(self, entry: Entry) -> Json:
        operation = entry.operation
        id_ = self._ids[operation.name]
        operation_object: Json = {
            "operationId": id_,
            "summary": operation.summary,
            "description": _description(entry),
            "tags": [entry.area],
            "security": security(self._api, operation),
            "parameters": self._operation_parameters(entry),
            "responses": self._responses(entry, id_),
            "x-request-limit": operation.limit,
            "x-restricted": operation.restricted,
        }
        if operation.has_body:
            operation_object["x-objects-per-call"] = operation.objects
            operation_object["requestBody"] = self._body(entry, id_)
        return operation_object

    def _responses(self, entry: Entry, id_: str) -> Json:
        operation = entry.operation
        sample = examples.of_operation(self._api.name, operation.name, self._version)
        success = "201" if operation.method == "POST" else "200"
        content: Json = {"schema": self._result(entry, id_)}
        if sample is not None:
            content["example"] = sample.answer
        tagged = responses.tagged(self._api, operation)
        found: Json = {success: self._success("The call succeeded.", content, tagged=tagged)}
        if operation.lines is not None:
            found[success]["content"]["application/jsonl"] = {
                "schema": {
                    "type": "string",
                    "description": "JSON Lines, for a client that accepts them.",
                }
            }
        if rehearsal.accepts(self._api.name, operation):
            found[success]["headers"] |= headers_of(("Preference-Applied", *PLAN_HEADERS))
        if operation.objects > 1:
            outcomes = {
                "type": "object",
                "description": "The objects of the call ended differently.",
                "required": [operation.key],
                "properties": {
                    operation.key: {
                        "type": "array",
                        "description": "The outcome of each object, in their order.",
                        "items": reference("ObjectOutcome"),
                    }
                },
            }
            mixed = self._schemas.add(f"{names.pascal(id_)}Outcomes", outcomes)
            found["207"] = self._success(
                "The objects of the call ended differently.", {"schema": mixed}
            )
        if job_deferral.accepts(self._api.name, operation):
            found["202"] = responses.accepted()
        if tagged and not operation.writes:
            found["304"] = {
                "description": "What the client named in `If-None-Match` is unchanged.",
                "headers": headers_of(["ETag"]),
            }
        return found | responses.error_references(self._api, operation)

    def _success(self, description: str, content: Json, *, tagged: bool = False) -> Json:
        tag = ("ETag",) if tagged else ()
        return {
            "description": description,
            "headers": headers_of(("X-Request-Id", *tag, *LIMIT_HEADERS[self._api.limited_by])),
            "content": {"application/json": content},
        }

    def _result(self, entry: Entry, id_: str) -> Json:
        operation = entry.operation
        if operation.answers == "count":
            inner: Json = {
                "type": "integer",
                "minimum": 0,
                "description": "How many there are.",
                "examples": [12],
            }
        else:
            inner = self._schemas.answer(entry)
        if operation.answers == "many":
            inner = {"type": "array", "items": inner}
        properties: Json = {operation.key: inner}
        if operation.links:
            properties["links"] = {
                "type": "array",
                "description": "The pages before and after this one.",
                "items": reference("PageLink"),
            }
        result = {
            "type": "object",
            "description": f"The response of `{operation.name}`.",
            "required": [operation.key],
            "properties": properties,
            "additionalProperties": False,
        }
        return self._schemas.add(names.result_name(id_), result)

    def _operation_parameters(self, entry: Entry) -> list[Json]:
        operation, missing = entry.operation, entry.missing.top
        sample = examples.of_operation(self._api.name, operation.name, self._version)
        values: Mapping[str, Encodable] = {**sample.query, **sample.path} if sample else {}
        found: list[Json] = []
        for name, field in operation.fields.items():
            in_path = name in operation.placeholders
            # in the path of a write it stays, whatever the body lacks
            if (name in missing and not in_path) or (operation.has_body and not in_path):
                continue
            schema = self._schemas.parameter(operation, name)
            parameter: Json = {
                "name": name,
                "in": "path" if in_path else "query",
                "required": in_path or field.required,
                "description": schema.pop("description"),
                "schema": schema,
            }
            example = schema.pop("examples", [None])[0]
            if name in values and examples.fits(values[name], schema):
                example = values[name]
            if example is not None:
                parameter["example"] = example
            if field.many and not in_path:
                parameter |= {"style": "form", "explode": False}
            found.append(parameter)
        if operation.embeds:
            found.append(_embed(sorted(operation.embeds)))
        return found + [responses.parameter(name) for name in self._shared_parameters(operation)]

    def _shared_parameters(self, operation: Operation) -> list[str]:
        found = ["Fields"] if operation.gives is not None else []
        found.append("ApiVersion")
        if idempotency_rules.accepts(operation):
            found.append("IdempotencyKey")
        if responses.conditional(self._api, operation):
            found.append("IfMatch")
        if job_deferral.accepts(self._api.name, operation):
            found.append("Prefer")
        self._parameters |= set(found)
        return found

    def _body(self, entry: Entry, id_: str) -> Json:
        operation = entry.operation
        excluded = frozenset(operation.placeholders) | {"shop_no"} | entry.missing.top
        draft = self._schemas.draft(entry, excluded)
        name = "requests" if operation.objects > 1 else "request"
        properties: Json = {
            name: {"type": "array", "items": draft, "minItems": 1, "maxItems": operation.objects}
            if operation.objects > 1
            else draft
        }
        if "shop_no" in operation.fields:
            properties = {
                "shop_no": self._schemas.parameter(operation, "shop_no"),
                **properties,
            }
        schema = {
            "type": "object",
            "description": f"The body of `{operation.name}`.",
            "required": [name],
            "properties": properties,
        }
        content: Json = {"schema": self._schemas.add(names.body_name(id_), schema)}
        sample = examples.of_operation(self._api.name, operation.name, self._version)
        if sample is not None and sample.body is not None:
            content["example"] = sample.body
        return {"required": True, "content": {"application/json": content}}


def _description(entry: Entry) -> str:
    operation = entry.operation
    # a summary may have several sentences, of which the description has all but the first
    parts = [f"{entry.title}."]
    if text := entry.description:
        parts.append(text)
    if entry.api.credential == "bearer":
        parts.append(f"Needs the scope `{operation.scope}`.")
    if operation.objects > 1:
        parts.append(f"At most {operation.objects} objects in a call.")
    if operation.restricted:
        parts.append("Restricted: only apps that the operator allowed may call it.")
    parts += [
        f"`{name}` is refused: {why.reason[:1].lower()}{why.reason[1:]}."
        if not why.harmless
        else f"`{name}` is refused unless `{why.harmless}`: "
        f"{why.reason[:1].lower()}{why.reason[1:]}."
        for name, why in operation.refuses.items()
    ]
    if release := changes.first_release(f"{entry.api.name} {operation.name}"):
        parts.append(f"Since version {release}.")
    return " ".join(parts)


def _embed(allowed: list[str]) -> Json:
    return {
        "name": "embed",
        "in": "query",
        "required": False,
        "description": "Sub-resources to return as well, separated by commas.",
        "style": "form",
        "explode": False,
        "schema": {
            "type": "array",
            "items": {"type": "string", "enum": allowed},
            "minItems": 1,
            "maxItems": 100,
        },
        "example": allowed[:1],
    }
