"""The errors an operation can answer, with their bodies."""

import json
from typing import Any

from msgspec import Struct

from openmall.api.pipeline import parsing
from openmall.contract.errors import ApiError, NotModified
from openmall.http import error_responses
from openmall.pages.reference import openapi, samples
from openmall.pages.reference.books import Entry


class Refusal(Struct, frozen=True):
    """An error an operation can answer."""

    status: int
    when: str
    body: str
    """A real body as JSON; empty where it says no more than the status."""


def of(entry: Entry) -> list[Refusal]:
    """Return the errors an operation can answer, by status."""
    return [
        Refusal(status, openapi.STATUSES[status], _body(entry, status))
        for status in openapi.statuses(entry.row)
    ]


def every(api: str) -> list[Refusal]:
    """Return the errors an API can answer, with the bodies that are alike for all operations."""
    known = samples.errors(api)
    return [
        Refusal(status, when, _json(known[str(status)]) if str(status) in known else "")
        for status, when in openapi.STATUSES.items()
    ]


def _body(entry: Entry, status: int) -> str:
    if status == 409:
        return _json(error_responses.content(NotModified()))
    if status == 422:
        return _json(error_responses.content(refused)) if (refused := _refused(entry)) else ""
    known = samples.errors(entry.door.name).get(str(status))
    return _json(known) if known else ""


def _refused(entry: Entry) -> ApiError | None:
    """Return what is answered to a call that says nothing, or a wrong shop."""
    for sent in ({}, {"shop_no": "0"}, {"limit": "0"}):
        try:
            parsing.to_struct(entry.row, dict.fromkeys(entry.row.placeholders, "1") | sent)
        except ApiError as error:
            return error
    return None


def _json(body: Any) -> str:
    return json.dumps(body, indent=2, ensure_ascii=False)
