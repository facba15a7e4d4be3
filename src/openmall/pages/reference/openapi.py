"""Each API in each version as an OpenAPI 3.1 document, printed from the registry.

Specification: "Errors"; "Limits" 3-5, 7, 8; "Versioning" 2; "Shared query conventions".
"""

import json
import re
from functools import lru_cache
from typing import Any, Final

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.versions import changes
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.operation import Operation
from openmall.http.web.languages import marked
from openmall.pages.reference.schemas import Json, Schemas

_DOMAIN: Final = "openmall.localhost:8443"
_MALL: Final = "demo"
_OAUTH: Final = f"https://{_MALL}.{_DOMAIN}/api/v2/oauth"
"""Of the demo mall: OpenAPI wants whole addresses here, and has no variables for them."""

STATUSES: Final = {
    400: marked("The URL, the content type or the JSON is malformed."),
    401: marked("The credentials are missing, unknown, revoked or expired."),
    403: marked("Not over HTTPS, a scope is missing, or the app is not in the shop."),
    404: marked("The URL, shop or resource does not exist."),
    408: marked("The body did not arrive in time."),
    409: marked("The content is identical to what is stored."),
    413: marked("The body is too large."),
    422: marked("A parameter is missing or outside its bounds; the message names it."),
    429: marked("A bucket is full; `Retry-After` says for how long."),
    500: marked("A server error; the message contains an ID to quote."),
    503: marked("The service is temporarily unavailable."),
    504: marked("The call took too long."),
}
"""Status of an error -> when it is answered."""
_BODY_ONLY: Final = frozenset({408, 409, 413})
_WAITING: Final = frozenset({429, 503})

_HEADERS: Final = {
    "X-Request-Id": "Id of the call, to quote when something is wrong.",
    "X-Platform-Api-Version": "Version the call was answered in.",
    "X-Platform-Ignored": "Names that were sent and ignored, parted by commas.",
    "X-Api-Call-Limit": "Calls in the bucket, a slash, its capacity.",
    "X-Platform-Call-Usage": "Percent of the call limit that is used, refused calls included.",
    "X-Platform-Time-Usage": "Percent of the processing time that is used.",
    "X-Platform-Call-Remain": "Seconds until calls may resume, from 100 percent on.",
    "X-Platform-Time-Remain": "Seconds until calls may resume, from 100 percent on.",
    "X-RateLimit-Limit": "Calls allowed in a minute.",
    "X-RateLimit-Remaining": "Calls or tokens that are left.",
    "X-RateLimit-Requested-Tokens": "Tokens the call cost.",
    "X-RateLimit-Burst-Capacity": "Tokens there are at most.",
    "X-RateLimit-Replenish-Rate": "Tokens that come back in a second.",
    "Retry-After": "Seconds after which the same call may be repeated.",
}
_OF_LIMIT: Final = {
    "bucket": tuple(name for name in _HEADERS if name.startswith(("X-Api-Call", "X-Platform-"))),
    "minute": ("X-RateLimit-Limit", "X-RateLimit-Remaining"),
    "tokens": tuple(
        name for name in _HEADERS if name.startswith("X-RateLimit-") and name != "X-RateLimit-Limit"
    ),
}

_ERROR: Final[Json] = {
    "type": "object",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "more_info"],
            "additionalProperties": False,
            "properties": {
                "code": {"type": "string", "pattern": "^[0-9]{3}$"},
                "message": {"type": "string"},
                "more_info": {"type": "object"},
            },
        }
    },
}
_LINKS: Final[Json] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["rel", "href"],
        "properties": {
            "rel": {"enum": ["prev", "next"]},
            "href": {"type": "string", "format": "uri"},
        },
    },
}


def doors() -> dict[str, ApiDefinition]:
    """Return the APIs by name."""
    return {door.name: door for door in registry.apis().all}


def document(api: str, version: str = api_versions.NEWEST) -> Json:
    """Return the OpenAPI document of an API in a version.

    Raises ValueError for an API or a version that is none.
    """
    if api not in doors():
        raise ValueError(f"there is no API {api!r}: {', '.join(sorted(doors()))}")
    if version not in api_versions.RELEASES:
        raise ValueError(f"{version!r} is no release: {', '.join(api_versions.RELEASES)}")
    door = doors()[api]
    schemas = Schemas(door.operations)
    paths: dict[str, Json] = {}
    for row in door.operations:
        paths.setdefault(f"/{row.path}", {})[row.method.lower()] = _operation(
            door, row, version, schemas
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": f"openmall {api} API", "version": version},
        "servers": [_server(door)],
        "paths": paths,
        "components": {
            "schemas": {"Error": _ERROR, **schemas.components()},
            "responses": {str(status): _error(status, door) for status in STATUSES},
            "headers": {
                name: {"description": text, "schema": {"type": "string"}}
                for name, text in _HEADERS.items()
            },
            "securitySchemes": _security_schemes(door),
        },
    }


@lru_cache(maxsize=4)
def printed(api: str, version: str) -> str:
    """Return the document as text, as the command prints it. Raises ValueError."""
    return json.dumps(document(api, version), indent=2, ensure_ascii=False) + "\n"


def statuses(row: Operation) -> list[int]:
    """Return the statuses of the errors an operation can answer."""
    return [status for status in STATUSES if row.has_body or status not in _BODY_ONLY]


def _server(door: ApiDefinition) -> Json:
    prefix = "".join(f"/{part}" for part in door.prefix)
    host = "{mall_id}" if door.mall_from == "host" else door.sites[0]
    variables = {"domain": {"default": _DOMAIN}}
    if door.mall_from == "host":
        variables["mall_id"] = {"default": _MALL}
    return {"url": f"https://{host}.{{domain}}{prefix}", "variables": variables}


def _operation(door: ApiDefinition, row: Operation, version: str, schemas: Schemas) -> Json:
    between = changes.between(f"{door.name} {row.name}", version)
    # what was added within a sub-resource has namesakes above it, which were always there
    lacking = frozenset(name for change in between if not change.within for name in change.added)
    good = "201" if row.method == "POST" else "200"
    answer = _answer(row, lacking, schemas)
    responses: Json = {good: _success(door, "The call succeeded.", answer)}
    if row.objects > 1:
        several = {"type": "object", "required": [row.key], "properties": {row.key: _OUTCOMES}}
        responses["207"] = _success(door, "The objects of the call ended differently.", several)
    if door.has_validators and not row.writes:
        responses["304"] = {
            "description": "What the client named in `If-None-Match` is unchanged.",
            "headers": {"ETag": {"schema": {"type": "string"}}},
        }
    for status in statuses(row):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    printed: Json = {
        "operationId": re.sub(r"\W+", "_", row.name).strip("_").lower(),
        "summary": row.summary,
        "tags": [row.path.partition("/")[0]],
        "security": _security(door, row),
        "parameters": _parameters(row, lacking, schemas),
        "responses": responses,
        "x-request-limit": row.limit,
        "x-restricted": row.restricted,
    }
    if row.has_body:
        printed["x-objects-per-call"] = row.objects
        printed["requestBody"] = _body(row, lacking, schemas)
    return printed


def _parameters(row: Operation, lacking: frozenset[str], schemas: Schemas) -> list[Json]:
    found: list[Json] = []
    for name, field in row.fields.items():
        inside = name in row.placeholders
        if name in lacking or (row.has_body and not inside):
            continue
        one: Json = {
            "name": name,
            "in": "path" if inside else "query",
            "required": inside or field.required,
            "schema": schemas.parameter(row, name),
        }
        if field.many and not inside:
            one |= {"style": "form", "explode": False}
        found.append(one)
    if row.gives is not None:
        found.append(_names("fields", "Fields to answer, parted by commas.", None))
    if row.embeds:
        found.append(_names("embed", "Sub-resources to answer as well.", sorted(row.embeds)))
    found.append(
        {
            "name": api_versions.HEADER,
            "in": "header",
            "required": False,
            "description": "Version to speak; without it, the app's.",
            "schema": {"type": "string", "enum": list(api_versions.RELEASES)},
        }
    )
    return found


def _names(name: str, description: str, known: list[str] | None) -> Json:
    item: Json = {"type": "string", "pattern": "^[a-z_]+$"} if known is None else {"enum": known}
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "style": "form",
        "explode": False,
        "schema": {"type": "array", "items": item, "minItems": 1, "maxItems": 100},
    }


def _body(row: Operation, lacking: frozenset[str], schemas: Schemas) -> Json:
    beside = frozenset(row.placeholders) | {"shop_no"} | lacking
    draft = schemas.draft(row, beside)
    name = "requests" if row.objects > 1 else "request"
    properties: Json = {
        name: {"type": "array", "items": draft, "minItems": 1, "maxItems": row.objects}
        if row.objects > 1
        else draft
    }
    if "shop_no" in row.fields:
        properties = {"shop_no": schemas.parameter(row, "shop_no"), **properties}
    schema = {"type": "object", "required": [name], "properties": properties}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _answer(row: Operation, lacking: frozenset[str], schemas: Schemas) -> Json:
    if row.answers == "count":
        inner: Json = {"type": "integer", "minimum": 0}
    else:
        inner = schemas.answer(row, lacking)
    if row.answers == "many":
        inner = {"type": "array", "items": inner}
    properties = {row.key: inner} | ({"links": _LINKS} if row.links else {})
    return {
        "type": "object",
        "required": [row.key],
        "properties": properties,
        "additionalProperties": False,
    }


_OUTCOMES: Final[Json] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["status"],
        "properties": {"status": {"type": "integer"}, "message": {"type": "string"}},
    },
}


def _success(door: ApiDefinition, description: str, schema: Json) -> Json:
    return {
        "description": description,
        "headers": _headers(("X-Request-Id", *_OF_LIMIT[door.limited_by])),
        "content": {"application/json": {"schema": schema}},
    }


def _error(status: int, door: ApiDefinition) -> Json:
    names = ["X-Request-Id"]
    if status == 429:
        names += _OF_LIMIT[door.limited_by]
    if status in _WAITING:
        names.append("Retry-After")
    return {
        "description": STATUSES[status],
        "headers": _headers(names),
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }


def _headers(names: Any) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _security(door: ApiDefinition, row: Operation) -> list[dict[str, list[str]]]:
    if door.credential == "bearer":
        return [{"oauth": [row.scope]}]
    if door.credential == "storefront":
        return [{"key": []}, {"client": []}]
    return [{"key": []}]


def _security_schemes(door: ApiDefinition) -> Json:
    if door.credential == "bearer":
        flow = {
            "authorizationUrl": f"{_OAUTH}/authorize",
            "tokenUrl": f"{_OAUTH}/token",
            "refreshUrl": f"{_OAUTH}/token",
            "scopes": {row.scope: scope_names.SENTENCES[row.scope] for row in door.operations},
        }
        return {"oauth": {"type": "oauth2", "flows": {"authorizationCode": flow}}}
    key = {"type": "http", "scheme": "basic", "description": "Client id and key."}
    if door.credential == "partner":
        return {"key": key}
    client = {"type": "apiKey", "in": "header", "name": "X-Platform-Client-Id"}
    return {"key": key, "client": client}
