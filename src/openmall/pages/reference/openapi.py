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
"""Address of the demo mall: OpenAPI requires absolute URLs here, without variables."""

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
"""Error status -> its condition."""
_BODY_ONLY: Final = frozenset({408, 409, 413})
_RETRYABLE: Final = frozenset({429, 503})

_HEADERS: Final = {
    "X-Request-Id": "Id of the call, to quote when something is wrong.",
    "X-Platform-Api-Version": "Version the call was answered in.",
    "X-Platform-Ignored": "Names that were sent and ignored, parted by commas.",
    "X-Api-Call-Limit": "Calls in the bucket closest to full, the operation's own or the general "
    "one; a slash; its capacity.",
    "X-Platform-Call-Usage": "Percent of the same bucket, refused calls included.",
    "X-Platform-Time-Usage": "Percent of the processing time that is used.",
    "X-Platform-Call-Remain": "Seconds until a call is served; from 100 percent on, while calls "
    "are refused.",
    "X-Platform-Time-Remain": "Seconds until a call is served; from 100 percent on.",
    "X-RateLimit-Limit": "Calls allowed in a minute.",
    "X-RateLimit-Remaining": "Calls or tokens that are left.",
    "X-RateLimit-Requested-Tokens": "Tokens the call cost.",
    "X-RateLimit-Burst-Capacity": "Tokens there are at most.",
    "X-RateLimit-Replenish-Rate": "Tokens that come back in a second.",
    "Retry-After": "Seconds after which the same call may be repeated.",
}
_LIMIT_HEADERS: Final = {
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


def apis() -> dict[str, ApiDefinition]:
    """Return the APIs by name."""
    return {api_definition.name: api_definition for api_definition in registry.apis().all}


def document(api: str, version: str = api_versions.NEWEST) -> Json:
    """Return the OpenAPI document of an API in a version.

    Raises ValueError for an unknown API or version.
    """
    if api not in apis():
        raise ValueError(f"there is no API {api!r}: {', '.join(sorted(apis()))}")
    if version not in api_versions.RELEASES:
        raise ValueError(f"{version!r} is no release: {', '.join(api_versions.RELEASES)}")
    api_definition = apis()[api]
    operations = [each for each in api_definition.operations if api_definition.has(each, version)]
    schemas = Schemas(operations)
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(f"/{operation.path}", {})[operation.method.lower()] = _operation(
            api_definition, operation, version, schemas
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": f"openmall {api} API", "version": version},
        "servers": [_server(api_definition)],
        "paths": paths,
        "components": {
            "schemas": {"Error": _ERROR, **schemas.components()},
            "responses": {
                str(status): _error_response(status, api_definition) for status in STATUSES
            },
            "headers": {
                name: {"description": text, "schema": {"type": "string"}}
                for name, text in _HEADERS.items()
            },
            "securitySchemes": _security_schemes(api_definition, operations),
        },
    }


@lru_cache(maxsize=4)
def document_text(api: str, version: str) -> str:
    """Return the document as text, as the command prints it. Raises ValueError."""
    return json.dumps(document(api, version), indent=2, ensure_ascii=False) + "\n"


def statuses(operation: Operation) -> list[int]:
    """Return the error statuses of an operation."""
    return [status for status in STATUSES if operation.has_body or status not in _BODY_ONLY]


def _server(api_definition: ApiDefinition) -> Json:
    prefix = "".join(f"/{part}" for part in api_definition.prefix)
    host = "{mall_id}" if api_definition.mall_from == "host" else api_definition.sites[0]
    variables = {"domain": {"default": _DOMAIN}}
    if api_definition.mall_from == "host":
        variables["mall_id"] = {"default": _MALL}
    return {"url": f"https://{host}.{{domain}}{prefix}", "variables": variables}


def _operation(
    api_definition: ApiDefinition, operation: Operation, version: str, schemas: Schemas
) -> Json:
    between = changes.between(f"{api_definition.name} {operation.name}", version)
    # fields added within a sub-resource may have namesakes above it that always existed
    missing = frozenset(name for change in between if not change.within for name in change.added)
    success_status = "201" if operation.method == "POST" else "200"
    answer = _response_schema(operation, missing, schemas)
    responses: Json = {
        success_status: _success_response(api_definition, "The call succeeded.", answer)
    }
    if operation.objects > 1:
        outcomes_schema = {
            "type": "object",
            "required": [operation.key],
            "properties": {operation.key: _OUTCOMES},
        }
        responses["207"] = _success_response(
            api_definition, "The objects of the call ended differently.", outcomes_schema
        )
    if api_definition.has_validators and not operation.writes:
        responses["304"] = {
            "description": "What the client named in `If-None-Match` is unchanged.",
            "headers": {"ETag": {"schema": {"type": "string"}}},
        }
    for status in statuses(operation):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    operation_object: Json = {
        "operationId": re.sub(r"\W+", "_", operation.name).strip("_").lower(),
        "summary": operation.summary,
        "tags": [operation.path.partition("/")[0]],
        "security": _security(api_definition, operation),
        "parameters": _parameters(operation, missing, schemas),
        "responses": responses,
        "x-request-limit": operation.limit,
        "x-restricted": operation.restricted,
    }
    if operation.has_body:
        operation_object["x-objects-per-call"] = operation.objects
        operation_object["requestBody"] = _body(operation, missing, schemas)
    return operation_object


def _parameters(operation: Operation, missing: frozenset[str], schemas: Schemas) -> list[Json]:
    parameters: list[Json] = []
    for name, field in operation.fields.items():
        in_path = name in operation.placeholders
        if name in missing or (operation.has_body and not in_path):
            continue
        parameter: Json = {
            "name": name,
            "in": "path" if in_path else "query",
            "required": in_path or field.required,
            "schema": schemas.parameter(operation, name),
        }
        if field.many and not in_path:
            parameter |= {"style": "form", "explode": False}
        parameters.append(parameter)
    if operation.gives is not None:
        parameters.append(_names_parameter("fields", "Fields to answer, parted by commas.", None))
    if operation.embeds:
        parameters.append(
            _names_parameter("embed", "Sub-resources to answer as well.", sorted(operation.embeds))
        )
    parameters.append(
        {
            "name": api_versions.HEADER,
            "in": "header",
            "required": False,
            "description": "Version to speak; without it, the app's.",
            "schema": {"type": "string", "enum": list(api_versions.RELEASES)},
        }
    )
    return parameters


def _names_parameter(name: str, description: str, allowed: list[str] | None) -> Json:
    item: Json = (
        {"type": "string", "pattern": "^[a-z_]+$"} if allowed is None else {"enum": allowed}
    )
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "style": "form",
        "explode": False,
        "schema": {"type": "array", "items": item, "minItems": 1, "maxItems": 100},
    }


def _body(operation: Operation, missing: frozenset[str], schemas: Schemas) -> Json:
    excluded = frozenset(operation.placeholders) | {"shop_no"} | missing
    draft = schemas.draft(operation, excluded)
    name = "requests" if operation.objects > 1 else "request"
    properties: Json = {
        name: {"type": "array", "items": draft, "minItems": 1, "maxItems": operation.objects}
        if operation.objects > 1
        else draft
    }
    if "shop_no" in operation.fields:
        properties = {"shop_no": schemas.parameter(operation, "shop_no"), **properties}
    schema = {"type": "object", "required": [name], "properties": properties}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _response_schema(operation: Operation, missing: frozenset[str], schemas: Schemas) -> Json:
    if operation.answers == "count":
        inner: Json = {"type": "integer", "minimum": 0}
    else:
        inner = schemas.answer(operation, missing)
    if operation.answers == "many":
        inner = {"type": "array", "items": inner}
    properties = {operation.key: inner} | ({"links": _LINKS} if operation.links else {})
    return {
        "type": "object",
        "required": [operation.key],
        "properties": properties,
        "additionalProperties": False,
    }


_OUTCOMES: Final[Json] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["status"],
        "properties": {
            "status": {"type": "integer"},
            "code": {"type": "string"},
            "message": {"type": "string"},
            "more_info": {"type": "object"},
        },
    },
}


def _success_response(api_definition: ApiDefinition, description: str, schema: Json) -> Json:
    return {
        "description": description,
        "headers": _headers(("X-Request-Id", *_LIMIT_HEADERS[api_definition.limited_by])),
        "content": {"application/json": {"schema": schema}},
    }


def _error_response(status: int, api_definition: ApiDefinition) -> Json:
    names = ["X-Request-Id"]
    if status == 429:
        names += _LIMIT_HEADERS[api_definition.limited_by]
    if status in _RETRYABLE:
        names.append("Retry-After")
    return {
        "description": STATUSES[status],
        "headers": _headers(names),
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }


def _headers(names: Any) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _security(api_definition: ApiDefinition, operation: Operation) -> list[dict[str, list[str]]]:
    if api_definition.credential == "bearer":
        return [{"oauth": [operation.scope]}]
    if api_definition.credential == "storefront":
        return [{"key": []}, {"client": []}]
    return [{"key": []}]


def _security_schemes(api_definition: ApiDefinition, operations: list[Operation]) -> Json:
    if api_definition.credential == "bearer":
        flow = {
            "authorizationUrl": f"{_OAUTH}/authorize",
            "tokenUrl": f"{_OAUTH}/token",
            "refreshUrl": f"{_OAUTH}/token",
            "scopes": {
                operation.scope: scope_names.SENTENCES[operation.scope] for operation in operations
            },
        }
        return {"oauth": {"type": "oauth2", "flows": {"authorizationCode": flow}}}
    key = {"type": "http", "scheme": "basic", "description": "Client id and key."}
    if api_definition.credential == "partner":
        return {"key": key}
    client = {"type": "apiKey", "in": "header", "name": "X-Platform-Client-Id"}
    return {"key": key, "client": client}
