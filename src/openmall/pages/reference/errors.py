"""The error responses of operations, with their bodies."""

import json

from msgspec import Struct

from openmall.api.pipeline import parsing
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.pages.reference import samples
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.openapi import responses


class ErrorResponse(Struct, frozen=True):
    """An error response of an operation."""

    status: int
    when: str
    body: str
    """A real body as JSON; empty when it adds nothing to the status."""


def of_operation(entry: Entry) -> list[ErrorResponse]:
    """Return the error responses of an operation, by status."""
    return [
        ErrorResponse(status, responses.STATUSES[status], _body(entry, status))
        for status in responses.statuses(entry.api, entry.operation)
    ]


def of_api(api: str) -> list[ErrorResponse]:
    """Return the error responses of an API, with the bodies common to all operations."""
    bodies = samples.errors(api)
    return [
        ErrorResponse(status, when, _json(bodies[str(status)]) if str(status) in bodies else "")
        for status, when in responses.STATUSES.items()
    ]


def _body(entry: Entry, status: int) -> str:
    if status == 409:
        return _json(NotModified().body()) if entry.operation.has_body else ""
    if status == 422:
        return _json(error.body()) if (error := _validation_error(entry)) else ""
    body = samples.errors(entry.api.name).get(str(status))
    return _json(body) if body else ""


def _validation_error(entry: Entry) -> ApiError | None:
    """Return the error of a call without parameters, or with an invalid shop or limit."""
    for parameters in ({}, {"shop_no": "0"}, {"limit": "0"}):
        try:
            parsing.to_struct(
                entry.operation, dict.fromkeys(entry.operation.placeholders, "1") | parameters
            )
        except ApiError as error:
            return error
    return None


def _json(body: Encodable) -> str:
    return json.dumps(body, indent=2, ensure_ascii=False)
