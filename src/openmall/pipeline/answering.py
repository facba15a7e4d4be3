"""From what a handler returns to the body a client reads: envelope, shaping, links.

Specification: "Shared conventions" 4; "Shared query conventions" (`fields`).
"""

from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.pipeline.request import Headers
from openmall.versions.changes import Change

_ENCODER: Final = msgspec.json.Encoder()
JSON: Final = (b"content-type", b"application/json; charset=utf-8")
MOST_IGNORED_NAMED: Final = 10


class Shape(Struct, frozen=True):
    """How the answer of one call is cut: what the operation shows, and what the client asked."""

    changes: tuple[Change, ...]
    shows: frozenset[str]
    fields: frozenset[str]

    @property
    def whole(self) -> bool:
        """Nothing is cut: the answer can be encoded as the handler made it."""
        return not (self.changes or self.shows or self.fields)

    def cut(self, answer: Any) -> Any:
        """Return one answered resource, cut to shape."""
        if self.shows and not self.changes:
            wanted = self.shows & self.fields if self.fields else self.shows
            return _picked(answer, wanted)
        resource: dict[str, Any] = msgspec.to_builtins(answer)
        for change in reversed(self.changes):
            change.answer(resource)
        for wanted in (self.shows, self.fields):
            if wanted:
                resource = {name: value for name, value in resource.items() if name in wanted}
        return resource


def _picked(answer: Any, wanted: frozenset[str]) -> dict[str, Any]:
    return {
        name: value
        for name in answer.__struct_fields__
        if name in wanted and (value := getattr(answer, name)) is not msgspec.UNSET
    }


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
    if operation.links and operation.answers == "many":
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
    query = urlencode([*kept, ("limit", limit), ("offset", offset)])
    return f"{call.origin}{call.path}?{query}"


def warn(headers: Headers, ignored: list[str]) -> None:
    """Name the parameters that were ignored in the `X-Platform-Ignored` header."""
    if ignored:
        names = ", ".join(quote(name[:64]) for name in ignored[:MOST_IGNORED_NAMED])
        headers.append((b"x-platform-ignored", names.encode()))


def status(operation: Operation) -> int:
    """Return the status of a success (Errors: 200, 201)."""
    return 201 if operation.method == "POST" else 200


def encode(value: Any) -> bytes:
    """Return any answer's JSON."""
    return _ENCODER.encode(value)
