"""The errors an operation can answer, with their bodies."""

import json
from typing import Any

from msgspec import Struct

from openmall.contract.errors import ApiError, NotModified
from openmall.pipeline import failure, parsing
from openmall.reference import openapi, samples
from openmall.reference.books import Entry
from openmall.web.languages import marked

_WHEN = {
    400: marked("The URL, the content type or the JSON is malformed."),
    401: marked("The credentials are missing, unknown, revoked or expired."),
    403: marked("The call came without HTTPS, a scope is missing, or the app is not in the shop."),
    404: marked("There is no such URL, shop or resource."),
    408: marked("The body did not arrive in time."),
    409: marked("The content is identical to what is stored."),
    413: marked("The body is too large."),
    422: marked("A parameter is missing or outside its bounds; the message names it."),
    429: marked("A bucket is full; Retry-After says for how long."),
    500: marked("A fault of the service; the message has an id to quote."),
    503: marked("The service is unavailable for a moment."),
    504: marked("The call's time budget is spent."),
}
"""Status -> when it is answered."""


class Refusal(Struct, frozen=True):
    """An error an operation can answer."""

    status: int
    when: str
    body: str
    """A real body as JSON; empty where it says no more than the status."""


def of(entry: Entry) -> list[Refusal]:
    """Return the errors an operation can answer, by status."""
    return [
        Refusal(status, _WHEN[status], _body(entry, status))
        for status in openapi.statuses(entry.row)
    ]


def every(api: str) -> list[Refusal]:
    """Return the errors an API can answer, with the bodies that are alike for all operations."""
    known = samples.errors(api)
    return [
        Refusal(status, when, _json(known[str(status)]) if str(status) in known else "")
        for status, when in _WHEN.items()
    ]


def _body(entry: Entry, status: int) -> str:
    if status == 409:
        return _json(failure.content(NotModified()))
    if status == 422:
        return _json(failure.content(refused)) if (refused := _refused(entry)) else ""
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
