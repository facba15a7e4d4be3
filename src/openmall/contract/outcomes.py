"""Combines the outcomes of the objects of one call into its status and body.

Specification: "Errors", 207: only where the status differs per object.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from openmall.contract.errors import ApiError, stored
from openmall.contract.json_values import Encodable


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of one object of a call."""

    content: dict[str, Encodable]
    """The resource; of a failed object its key parameters, `status` and the fields of an error."""
    error: ApiError | None = None
    """Why it failed; None: it succeeded."""


def failure(error: ApiError, keys: Mapping[str, Encodable]) -> Outcome:
    """Return the outcome of a failed object, which its parameters `keys` identify."""
    content = {
        **keys,
        "status": error.status,
        "code": error.code(),
        "message": error.message,
        "more_info": error.more_info(),
    }
    return Outcome(content=content, error=error)


def stored_failure(content: dict[str, Any]) -> Outcome:
    """Return the outcome of a failed object whose `content` was stored, and may be erased."""
    more_info = content.get("more_info", {})
    error = stored(content.get("status", 0), content.get("message", ""), more_info)
    return Outcome(content=content, error=error)


def combine(
    key: str, success_status: int, outcomes: Sequence[Outcome], *, complete: bool = True
) -> tuple[int, dict[str, Encodable]]:
    """Return status and body of a call: that of a success, or 207 with a status for each object.

    `complete`: all objects of the call have an outcome.
    Raises the first object's error when all failed with the same status; with several objects its
    `more_info` has the outcome of each.
    """
    statuses = {each.error.status if each.error else success_status for each in outcomes}
    if not complete or len(statuses) > 1:
        # replaces a field of that name; only 207 has a status for each object
        rows = [
            each.content if each.error else {**each.content, "status": success_status}
            for each in outcomes
        ]
        return 207, {key: rows}
    error = outcomes[0].error if outcomes else None
    if error is None:
        return success_status, {key: [each.content for each in outcomes]}
    if len(outcomes) > 1:
        error.objects = [each.content for each in outcomes]
    raise error
