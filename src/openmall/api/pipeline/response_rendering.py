"""Renders response bodies from the results of handlers: envelope and links.

Specification: "Shared conventions" 4.
"""

from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from openmall.api.pipeline.response_shaping import ResponseShape
from openmall.contract.call_state import CallState
from openmall.contract.json_values import Json
from openmall.contract.operation import Operation
from openmall.http.json_body import encode

_MAX_CACHED_LENGTH: Final = 400
"""Longest cached query: the cache must stay small whatever clients send."""


def render(state: CallState, result: Any, shape: ResponseShape) -> bytes:
    """Encode a call's result as JSON under its operation's key, or as JSON Lines."""
    operation = state.operation
    if state.lines and operation.lines is not None:
        return operation.lines(result)
    envelope: dict[str, Json] = {operation.key: _shaped(operation, result, shape)}
    if operation.links:
        links = _links(state)
        if links:
            envelope["links"] = links
    return encode(envelope)


def content(operation: Operation, result: Any, shape: ResponseShape) -> Any:
    """Return what a call answers under its operation's key, as a client decodes it."""
    if operation.answers == "many" and not isinstance(result, list):
        result = [result] if operation.writes else list(result)
    return msgspec.to_builtins(_shaped(operation, result, shape), str_keys=True)


def _shaped(operation: Operation, result: Any, shape: ResponseShape) -> Any:
    if shape.complete or operation.answers == "count":
        return result
    if operation.answers == "many":
        return [shape.apply(each) for each in result]
    return shape.apply(result)


def _links(state: CallState) -> list[dict[str, str]]:
    limit, offset = state.params.limit, state.params.offset
    links = []
    if offset > 0:
        links.append({"rel": "prev", "href": _href(state, limit, max(0, offset - limit))})
    if state.call.effects.more:
        links.append({"rel": "next", "href": _href(state, limit, offset + limit)})
    return links


def _href(state: CallState, limit: int, offset: int) -> str:
    other_parameters = [
        (name, value) for name, value in state.query if name not in ("limit", "offset")
    ]
    pairs = (*other_parameters, ("limit", limit), ("offset", offset))
    cacheable = (
        sum(len(name) + len(value) for name, value in other_parameters) <= _MAX_CACHED_LENGTH
    )
    query = _query(pairs) if cacheable else urlencode(pairs)
    return f"{state.call.origin}{state.call.path}?{query}"


@lru_cache(maxsize=1_024)
def _query(pairs: tuple[tuple[str, Any], ...]) -> str:
    # the same pages are requested repeatedly, and quoting takes as long as a small read
    return urlencode(pairs)


def success_status(operation: Operation) -> int:
    """Return the status of a success (Errors: 200, 201)."""
    return 201 if operation.method == "POST" else 200
