"""What all operations of a document share: errors, headers, and parameters of the pipeline.

Specification: "Errors"; "Limits" 3-5, 7, 8; "Versioning" 2; "Shared query conventions".
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from openmall.api import registry
from openmall.api.pipeline import job_deferral, preconditions
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.contract import api_versions
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED
from openmall.http.web.languages import marked
from openmall.pages.reference import samples
from openmall.pages.reference.openapi import error_schemas
from openmall.pages.reference.openapi.schemas import Json, reference

STATUSES: Final = {
    400: marked("The URL, the content type or the JSON is malformed."),
    401: marked("The credentials are missing, unknown, revoked or expired."),
    403: marked("Not over HTTPS, a scope is missing, or the app is not in the shop."),
    404: marked("The URL, shop or resource does not exist."),
    408: marked("The body did not arrive in time."),
    409: marked(
        "The content is identical to what is stored, or the first call with the same "
        "`Idempotency-Key` is still in progress."
    ),
    410: marked("What is asked for is kept no longer: begin with a new snapshot."),
    412: marked("`If-Match` names another state of the resource than it has now."),
    413: marked("The body is too large."),
    422: marked("A parameter is missing or outside its bounds; the message names it."),
    429: marked("A bucket is full; `Retry-After` says for how long."),
    500: marked("A server error; the message contains an ID to quote."),
    503: marked("The service is temporarily unavailable."),
    504: marked("The call took too long."),
}
"""Error status -> its condition."""
_BODY_ONLY: Final = frozenset({408, 413})
_RETRYABLE: Final = frozenset({429, 503})
_KEPT_FOR_A_TIME: Final = frozenset({"GET changes"})
"""Operations of which a client may ask for what is kept no longer."""
_ACCEPTED: Final = "Accepted"

_HEADERS: Final = {
    "X-Request-Id": (
        "Id of the call, to quote when something is wrong.",
        "01KB2M9W5QK6W1T1Q2J3H4G5F6",
    ),
    "X-Platform-Api-Version": ("Version of the response.", api_versions.NEWEST),
    "X-Platform-Ignored": ("Names that were sent and ignored, separated by commas.", "colour"),
    "X-Api-Call-Limit": (
        "Calls in the bucket closest to full, the operation's own or the general one; a slash; "
        "its capacity.",
        "3/40",
    ),
    "X-Platform-Call-Usage": ("Percent of the same bucket, refused calls included.", "7"),
    "X-Platform-Time-Usage": ("Percent of the processing time that is used.", "2"),
    "X-Platform-Call-Remain": (
        "Seconds until a call is served; from 100 percent on, while calls are refused.",
        "1",
    ),
    "X-Platform-Time-Remain": ("Seconds until a call is served; from 100 percent on.", "1"),
    "X-RateLimit-Limit": ("Calls allowed in a minute.", "60"),
    "X-RateLimit-Remaining": ("Calls or tokens that are left.", "59"),
    "X-RateLimit-Requested-Tokens": ("Tokens the call cost.", "1"),
    "X-RateLimit-Burst-Capacity": ("Tokens there are at most.", "40"),
    "X-RateLimit-Replenish-Rate": ("Tokens that come back in a second.", "2"),
    "RateLimit-Policy": (
        "The limits that apply (draft-ietf-httpapi-ratelimit-headers): `q` calls in `w` seconds.",
        '"shop";q=40;w=20',
    ),
    "RateLimit": (
        "Of the limit closest to its end: `r` calls are left, and there are more in `t` seconds.",
        '"shop";r=37;t=1',
    ),
    "Retry-After": ("Seconds after which the same call may be repeated.", "1"),
    "ETag": (
        "Validator of the response, for `If-None-Match` and `If-Match`.",
        '"3c6e0b8a9c15224a8228b9a9"',
    ),
    "Location": ("Path at which the job is found.", "/api/v2/admin/jobs/17"),
    "Link": ("Plan of a rehearsed call.", '</api/v2/admin/plans/12>; rel="plan"'),
    "X-Platform-Plan-Token": ("Token that applies the plan.", "fM0m2mUJ4b0x0g3pQ6YkJw"),
    "Preference-Applied": ("The preference that was applied.", "respond-async"),
}
"""Header -> what it says, and an example."""
PLAN_HEADERS: Final = ("Link", "X-Platform-Plan-Token")
"""Headers of a rehearsed call."""
_STANDARD: Final = ("RateLimit-Policy", "RateLimit")
LIMIT_HEADERS: Final = {
    "bucket": (
        *(
            name
            for name in _HEADERS
            if name.startswith(("X-Api-Call", "X-Platform-")) and name not in PLAN_HEADERS
        ),
        *_STANDARD,
    ),
    "minute": ("X-RateLimit-Limit", "X-RateLimit-Remaining", *_STANDARD),
    "tokens": (
        *(
            name
            for name in _HEADERS
            if name.startswith("X-RateLimit-") and name != "X-RateLimit-Limit"
        ),
        *_STANDARD,
    ),
}

_API_VERSION: Final[Json] = {
    "type": "string",
    "enum": list(api_versions.RELEASES),
    "description": "A dated version of the APIs.",
    "examples": [api_versions.NEWEST],
}
_PAGE_LINK: Final[Json] = {
    "type": "object",
    "description": "A link to the page before or after this one.",
    "required": ["rel", "href"],
    "properties": {
        "rel": {
            "type": "string",
            "enum": ["prev", "next"],
            "description": "`prev`: the page before; `next`: the page after.",
            "examples": ["next"],
        },
        "href": {
            "type": "string",
            "format": "uri",
            "description": "Address of that page.",
            "examples": ["https://myshop.example.com/api/v2/admin/products?limit=10&offset=10"],
        },
    },
}
_OBJECT_OUTCOME: Final[Json] = {
    "type": "object",
    "description": "What became of one object of a call: the resource itself with its `status`, or "
    "the parameters that identify it with `status`, `code`, `message` and `more_info`.",
    "required": ["status"],
    "additionalProperties": True,
    "properties": {
        "status": {
            "type": "integer",
            "description": "Status of the object: 200 or 201 for a success.",
            "examples": [422],
        },
        "code": {
            "type": "string",
            "description": "The status as a text, of a failed object.",
            "examples": ["422"],
        },
        "message": {
            "type": "string",
            "description": "What is wrong with a failed object.",
            "examples": ["A required parameter is missing. (parameter.product_name)"],
        },
        "more_info": error_schemas.MORE_INFO,
    },
}


def schema_components(operations: Iterable[Operation]) -> Json:
    """Return the shared schemas that operations use."""
    listed = list(operations)
    found = {
        "ApiVersion": _API_VERSION,
        **error_schemas.COMPONENTS,
    }
    if any(operation.links for operation in listed):
        found["PageLink"] = _PAGE_LINK
    if any(operation.objects > 1 for operation in listed):
        found["ObjectOutcome"] = _OBJECT_OUTCOME
    return found


def statuses(api_definition: ApiDefinition, operation: Operation) -> list[int]:
    """Return the error statuses of an operation."""
    left_out = set() if operation.has_body else set(_BODY_ONLY)
    if not (operation.has_body or idempotency_rules.accepts(operation)):
        left_out.add(409)
    if not conditional(api_definition, operation):
        left_out.add(412)
    if operation.name not in _KEPT_FOR_A_TIME:
        left_out.add(410)
    return [status for status in STATUSES if status not in left_out]


def conditional(api_definition: ApiDefinition, operation: Operation) -> bool:
    """Return whether a call of the operation may send `If-Match`."""
    return operation.name in _conditional_writes(api_definition.name)


def tagged(api_definition: ApiDefinition, operation: Operation) -> bool:
    """Return whether responses of an operation have an entity tag."""
    if operation.method == "GET":
        return api_definition.has_validators or operation.lock is not None
    return operation.method == "PUT" and conditional(api_definition, operation)


@cache
def _conditional_writes(api: str) -> frozenset[str]:
    definition = next(each for each in registry.apis().all if each.name == api)
    return preconditions.conditional_writes(definition.operations)


def error_references(api_definition: ApiDefinition, operation: Operation) -> Json:
    """Return the responses of an operation that are errors."""
    return {
        str(each): {"$ref": f"#/components/responses/{each}"}
        for each in statuses(api_definition, operation)
    }


def response_components(
    api_definition: ApiDefinition, operations: Iterable[Operation], job: Json | None
) -> Json:
    """Return the shared responses. `job`: the schema of a job, where calls may become one."""
    used = {status for operation in operations for status in statuses(api_definition, operation)}
    found = {
        str(status): _error_response(status, api_definition)
        for status in STATUSES
        if status in used
    }
    if job is not None:
        found[_ACCEPTED] = {
            "description": "The call became a job, because `Prefer: respond-async` was sent.",
            "headers": headers_of(
                ("X-Request-Id", "Location", "Preference-Applied", *LIMIT_HEADERS["bucket"])
            ),
            "content": {"application/json": {"schema": job}},
        }
    return found


def accepted() -> Json:
    """Return a reference to the response of a call that became a job."""
    return {"$ref": f"#/components/responses/{_ACCEPTED}"}


def header_components(api_definition: ApiDefinition, operations: Iterable[Operation]) -> Json:
    """Return the headers of responses of an API."""
    wanted = {"X-Request-Id", "Retry-After", *LIMIT_HEADERS[api_definition.limited_by]}
    if any(tagged(api_definition, operation) for operation in operations):
        wanted.add("ETag")
    if api_definition.name == job_deferral.API:
        wanted |= {"Location", "Preference-Applied", *PLAN_HEADERS}
    return {
        name: {"description": text, "schema": {"type": "string", "examples": [example]}}
        for name, (text, example) in _HEADERS.items()
        if name in wanted
    }


def headers_of(names: Iterable[str]) -> Json:
    """Return references to headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_PARAMETERS: Final[dict[str, Json]] = {
    "Fields": {
        "name": "fields",
        "in": "query",
        "required": False,
        "description": "Fields to return, separated by commas; without it, all of them.",
        "style": "form",
        "explode": False,
        "schema": {
            "type": "array",
            "items": {"type": "string", "pattern": "^[a-z_]+$"},
            "minItems": 1,
            "maxItems": MOST_LISTED,
        },
        "example": ["shop_no"],
    },
    "ApiVersion": {
        "name": api_versions.HEADER,
        "in": "header",
        "required": False,
        "description": "Version to call; without it, the app's own.",
        "schema": reference("ApiVersion"),
        "example": api_versions.NEWEST,
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "A text that the client chooses for one call, so that it can be repeated "
        "safely: the same call with the same key is executed once and gets the stored response.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        "example": "9f2c5b1e-7c1d-4a86-9a0e-6f0f1f7f8f11",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": "The `ETag` of the resource: the call is carried out only while it is the "
        "resource of the tag, and is 412 otherwise. `*`: while there is one.",
        "schema": {"type": "string", "minLength": 1},
        "example": '"0dfd2407aebbb172b604ce13"',
    },
    "Prefer": {
        "name": "Prefer",
        "in": "header",
        "required": False,
        "description": "`respond-async` makes the call a job, whose response is 202 at once; with "
        "`wait=N` the ordinary response follows if the job ends within N seconds. "
        "`handling=rehearse` executes the call and rolls it back: the response is the call's own, "
        "and the header `Link` names a plan of what would follow.",
        "schema": {
            "type": "string",
            "pattern": "^(respond-async(, wait=[0-9]{1,2})?|handling=rehearse)$",
        },
        "example": "respond-async",
    },
}


def parameter(name: str) -> Json:
    """Return a reference to a shared parameter."""
    return {"$ref": f"#/components/parameters/{name}"}


def parameter_components(used: Iterable[str]) -> Json:
    """Return the shared parameters that a document uses."""
    return {name: _PARAMETERS[name] for name in _PARAMETERS if name in set(used)}


def _error_response(status: int, api_definition: ApiDefinition) -> Json:
    names = ["X-Request-Id"]
    if status == 429:
        names += LIMIT_HEADERS[api_definition.limited_by]
    if status in _RETRYABLE and "Retry-After" not in names:
        names.append("Retry-After")
    content: dict[str, Any] = {"schema": reference("ErrorResponse")}
    if (example := samples.errors(api_definition.name).get(str(status))) is not None:
        content["example"] = example
    return {
        "description": STATUSES[status],
        "headers": headers_of(names),
        "content": {"application/json": content, **error_schemas.PROBLEM_CONTENT},
    }
