"""Schemas of error bodies: the documented shape, and problem details. Specification: "Errors"."""

from typing import Final

from openmall.pages.reference.openapi.schemas import Json, reference

MORE_INFO: Final[Json] = {
    "type": "object",
    "description": "Further facts for a program.",
    "additionalProperties": True,
    "properties": {
        "parameter": {
            "type": "string",
            "description": "Name of the wrong parameter.",
            "examples": ["product_name"],
        },
        "reason": {
            "type": "string",
            "pattern": "^[a-z][a-z0-9_]*$",
            "description": "Code of the refusal: what a program decides by.",
            "examples": ["missing"],
        },
        "values": {
            "type": "object",
            "description": "The values in the message, by name.",
            "additionalProperties": {"type": ["string", "number"]},
            "examples": [{"most": 100}],
        },
    },
    "examples": [{"parameter": "product_name", "reason": "missing"}],
}
_ERROR_DETAIL: Final[Json] = {
    "type": "object",
    "description": "What is wrong with a call.",
    "required": ["code", "message", "more_info"],
    "additionalProperties": False,
    "properties": {
        "code": {
            "type": "string",
            "pattern": "^[0-9]{3}$",
            "description": "The status as a text.",
            "examples": ["422"],
        },
        "message": {
            "type": "string",
            "description": "What is wrong, in English; it names the parameter.",
            "examples": ["A required parameter is missing. (parameter.product_name)"],
        },
        "more_info": MORE_INFO,
    },
}
_ERROR_RESPONSE: Final[Json] = {
    "type": "object",
    "description": "Why a call was refused.",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {"error": reference("ErrorDetail")},
}
_PROBLEM_DETAILS: Final[Json] = {
    "type": "object",
    "description": "Why a call was refused, for clients that accept `application/problem+json` "
    "(RFC 9457); `error` is the documented shape.",
    "required": ["type", "title", "status", "detail", "error"],
    "additionalProperties": True,
    "properties": {
        "type": {
            "type": "string",
            "description": "`about:blank`: the status says what kind of problem it is.",
            "examples": ["about:blank"],
        },
        "title": {
            "type": "string",
            "description": "The name of the status.",
            "examples": ["Unprocessable Content"],
        },
        "status": {"type": "integer", "description": "The status.", "examples": [422]},
        "detail": {
            "type": "string",
            "description": "What is wrong, in English; it names the parameter.",
            "examples": ["A required parameter is missing. (parameter.product_name)"],
        },
        "error": reference("ErrorDetail"),
    },
}
COMPONENTS: Final = {
    "ErrorDetail": _ERROR_DETAIL,
    "ErrorResponse": _ERROR_RESPONSE,
    "ProblemDetails": _PROBLEM_DETAILS,
}
"""Name of a shared schema -> the schema."""
PROBLEM_CONTENT: Final[Json] = {
    "application/problem+json": {"schema": reference("ProblemDetails")},
}
"""What an error is answered as to clients that accept problem details."""
