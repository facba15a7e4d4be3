"""From what a handler returns to the body a client reads: envelope and links.

Specification: "Shared conventions" 4.
"""

from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.pipeline.shaping import Shape

_ENCODER: Final = msgspec.json.Encoder()
_LONGEST_REMEMBERED: Final = 400
"""Characters of a query that is remembered; strangers write longer ones, and each another."""
JSON: Final = (b"content-type", b"application/json; charset=utf-8")


def body(call: Call, result: Any, shape: Shape) -> bytes:
    """Return the JSON of a call's answer under its operation's key."""
    operation = call.operation
    if not shape.whole and operation.answers != "count":
        result = (
            [shape.cut(each) for each in result]
            if operation.answers == "many"
            else shape.cut(result)
        )
    envelope: dict[str, Any] = {operation.key: result}
    if operation.links:
        links = _links(call)
        if links:
            envelope["links"] = links
    return _ENCODER.encode(envelope)


def _links(call: Call) -> list[dict[str, str]]:
    limit, offset = call.params.limit, call.params.offset
    found = []
    if offset > 0:
        found.append({"rel": "prev", "href": _href(call, limit, max(0, offset - limit))})
    if call.more:
        found.append({"rel": "next", "href": _href(call, limit, offset + limit)})
    return found


def _href(call: Call, limit: int, offset: int) -> str:
    kept = [(name, value) for name, value in call.query if name not in ("limit", "offset")]
    pairs = (*kept, ("limit", limit), ("offset", offset))
    short = sum(len(name) + len(value) for name, value in kept) <= _LONGEST_REMEMBERED
    query = _query(pairs) if short else urlencode(pairs)
    return f"{call.origin}{call.path}?{query}"


@lru_cache(maxsize=1_024)
def _query(pairs: tuple[tuple[str, Any], ...]) -> str:
    # the same pages are asked for again and again, and quoting takes as long as a small read
    return urlencode(pairs)


def status(operation: Operation) -> int:
    """Return the status of a success (Errors: 200, 201)."""
    return 201 if operation.method == "POST" else 200


def encode(value: Any) -> bytes:
    """Return any answer's JSON."""
    return _ENCODER.encode(value)
