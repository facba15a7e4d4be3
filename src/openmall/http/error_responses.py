"""Renders every error body: `{"error": {"code", "message", "more_info"}}`.

A client that accepts `application/problem+json` gets the same body with the members of RFC 9457
beside `error`. Specification: "Errors".
"""

import logging
from http import HTTPStatus
from typing import Final

from openmall.contract.errors import (
    ApiError,
    BudgetSpent,
    InternalError,
    Invalid,
    Unavailable,
)
from openmall.contract.json_values import Encodable
from openmall.contract.pictures import PicturesAway
from openmall.database.session import DatabaseAway, DatabaseFull, DeadlinePassed, DuplicateRow
from openmall.http.json_body import JSON, encode
from openmall.http.refusals import (
    BEYOND_CALCULATION,
    DUPLICATE,
    INTERNAL_FAILURE,
    NO_ROOM_LEFT,
    PICTURES_UNAVAILABLE,
    SERVICE_UNAVAILABLE,
    TIME_BUDGET_SPENT,
)
from openmall.http.request import Answer, Headers, Request

log = logging.getLogger("openmall")

_DISK_FULL_RETRY_SECONDS: Final = 30
"""`Retry-After` of a write that failed on a full disk: a person has to free space."""

_BEARER: Final = b'Bearer realm="openmall"'
_PROBLEM_KIND: Final = b"application/problem+json"
_PROBLEM: Final = (b"content-type", _PROBLEM_KIND)
_TITLES: Final = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Names of statuses that RFC 9110 has renamed since; other names are those of `http`."""


def as_api_error(error: Exception, request_id: str) -> ApiError:
    """Convert an exception to the error sent to the client; unexpected ones are logged."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, DatabaseFull):
        log.error("database full", extra={"request_id": request_id, "reason": str(error)})
        return Unavailable(NO_ROOM_LEFT, retry_after=_DISK_FULL_RETRY_SECONDS)
    if isinstance(error, DatabaseAway):
        log.error("database away", extra={"request_id": request_id, "reason": str(error)})
        return Unavailable(SERVICE_UNAVAILABLE, retry_after=1)
    if isinstance(error, PicturesAway):
        log.error("pictures away", extra={"request_id": request_id, "reason": str(error)})
        return Unavailable(PICTURES_UNAVAILABLE, retry_after=1)
    if isinstance(error, DuplicateRow):
        return Invalid(DUPLICATE)
    if isinstance(error, DeadlinePassed | TimeoutError):
        return BudgetSpent(TIME_BUDGET_SPENT)
    if isinstance(error, OverflowError | UnicodeError):
        # a date at the end of the calendar, a number or a text that no store takes
        log.error("beyond what can be calculated", exc_info=error, extra={"request_id": request_id})
        return Invalid(BEYOND_CALCULATION)
    log.error("internal error", exc_info=error, extra={"request_id": request_id})
    return InternalError(INTERNAL_FAILURE, request_id=request_id)


def answer(
    error: ApiError, headers: Headers, *, challenge: bytes = b"", request: Request | None = None
) -> Answer:
    """Return the error response of a call, with the headers collected so far.

    `challenge`: names the credentials that a 401 asks for, by default an access token. `request`:
    says whether the client accepts problem details.
    """
    body = error.body()
    if request is not None and _accepts_problem(request.headers.get(b"accept", b"")):
        headers = [_PROBLEM, *headers]
        body = _problem(error) | body
    else:
        headers = [JSON, *headers]
    if error.retry_after:
        headers.append((b"retry-after", b"%d" % error.retry_after))
    if error.status == 401:
        headers.append((b"www-authenticate", challenge or _BEARER))
    return Answer(error.status, encode(body), headers)


def of_request(error: Exception, request: Request, headers: Headers | None = None) -> Answer:
    """Return the error response of a request that is no API call, with its id and `headers`."""
    own = [(b"x-request-id", request.id.encode()), *(headers or ())]
    return answer(as_api_error(error, request.id), own, request=request)


def _accepts_problem(accept: bytes) -> bool:
    """Return whether `Accept` names problem details; a range such as `*/*` does not."""
    if _PROBLEM_KIND not in accept.lower():
        return False
    for part in accept.lower().split(b","):
        kind, *parameters = (each.strip() for each in part.split(b";"))
        if kind == _PROBLEM_KIND:
            return not any(_is_zero(each) for each in parameters)
    return False


def _is_zero(parameter: bytes) -> bool:
    """Return whether a parameter of a media range is a weight of zero (RFC 9110, 12.4.2)."""
    name, _, weight = parameter.partition(b"=")
    return name.strip() == b"q" and not weight.strip().strip(b"0.")


def _problem(error: ApiError) -> dict[str, Encodable]:
    """Return the members of problem details (RFC 9457): no status means more than itself here."""
    title = _TITLES.get(error.status) or HTTPStatus(error.status).phrase
    return {
        "type": "about:blank",
        "title": title,
        "status": error.status,
        "detail": error.text(),
    }
