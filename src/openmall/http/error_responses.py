"""Renders every error body: `{"error": {"code", "message", "more_info"}}`.

Specification: "Errors".
"""

import logging
from typing import Final

from openmall.contract.errors import (
    ApiError,
    BudgetSpent,
    InternalError,
    Invalid,
    Unavailable,
)
from openmall.contract.pictures import PicturesAway
from openmall.database.session import DatabaseAway, DatabaseFull, DeadlinePassed, DuplicateRow
from openmall.http.json_body import JSON, encode
from openmall.http.request import Answer, Headers

log = logging.getLogger("openmall")

_DISK_FULL_RETRY_SECONDS: Final = 30
"""`Retry-After` of a write that failed on a full disk: a person has to free space."""

_BEARER: Final = b'Bearer realm="openmall"'


def as_api_error(error: Exception, request_id: str) -> ApiError:
    """Convert an exception to the error sent to the client; unexpected ones are logged."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, DatabaseFull):
        log.error("database full", extra={"request_id": request_id, "reason": str(error)})
        message = "The service has no room left to write to, nothing was changed. Try again later."
        return Unavailable(message, retry_after=_DISK_FULL_RETRY_SECONDS)
    if isinstance(error, DatabaseAway):
        log.error("database away", extra={"request_id": request_id, "reason": str(error)})
        return Unavailable("The service is unavailable for a moment, try again.", retry_after=1)
    if isinstance(error, PicturesAway):
        log.error("pictures away", extra={"request_id": request_id, "reason": str(error)})
        return Unavailable("Pictures are unavailable for a moment, try again.", retry_after=1)
    if isinstance(error, DuplicateRow):
        return Invalid("There is one like this already.")
    if isinstance(error, DeadlinePassed | TimeoutError):
        return BudgetSpent("The call took longer than its time budget.")
    log.error("internal error", exc_info=error, extra={"request_id": request_id})
    return InternalError(f"Internal error. Quote {request_id} when you report it.")


def answer(error: ApiError, headers: Headers, *, challenge: bytes = _BEARER) -> Answer:
    """Return the error response of a call, with the headers collected so far.

    `challenge`: names the credentials that a 401 asks for.
    """
    headers = [JSON, *headers]
    if error.retry_after:
        headers.append((b"retry-after", b"%d" % error.retry_after))
    if error.status == 401:
        headers.append((b"www-authenticate", challenge))
    return Answer(error.status, encode(error.body()), headers)
