"""Calls operations for tools, through the request pipeline, as a client over HTTP would.

Authentication, scopes, limits, versions, validation, idempotency and the request log are those of
any call.
"""

from collections.abc import Awaitable, Mapping
from typing import Final, Protocol
from urllib.parse import quote, urlencode

import msgspec

from openmall.api.pipeline.request_context import KnownClient
from openmall.api.pipeline.shopper_identification import HEADER as SESSION_HEADER
from openmall.contract import api_versions, errors
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason
from openmall.contract.refusals import UNDECLARED
from openmall.http.addressing import Address
from openmall.http.request import Answer, Request
from openmall.pages.mcp.refusals import RESULT_TOO_LONG
from openmall.pages.mcp.tool import Exchange, Json, ToolResult, error_result

_VERSION: Final = api_versions.HEADER.lower().encode()
_PASSED_ON: Final = (b"authorization", _VERSION)
"""Headers of the MCP request that its calls have as well."""
_SHOWN: Final = (b"retry-after", b"x-platform-ignored", b"deprecation", b"sunset")
"""Headers of an answer that a model should know of."""
LONGEST_RESULT: Final = 200_000
"""Characters of a result; a longer one is refused, as it would fill a model's context."""


class Dispatch(Protocol):
    """Responds to an API call."""

    def __call__(
        self, request: Request, address: Address, client: KnownClient | None = None
    ) -> Awaitable[Answer]: ...


async def send(
    dispatch: Dispatch,
    exchange: Exchange,
    method: str,
    path: str,
    *,
    query: Mapping[str, Encodable] | None = None,
    body: Json | None = None,
    session: str = "",
    headers: Mapping[bytes, bytes] | None = None,
    client: KnownClient | None = None,
) -> tuple[Answer, Json]:
    """Send a call; return the answer and its JSON body.

    `path`: from the root, already quoted. `session`: of the shopper, on the storefront.
    """
    request = exchange.request
    host = exchange.address.origin.removeprefix("https://").encode()
    sent: dict[bytes, bytes] = {b"host": host, **(headers or {})}
    if client is None:
        sent |= {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
    if session:
        sent[SESSION_HEADER] = session.encode("ascii", "replace")
    content = b""
    if body is not None:
        content = msgspec.json.encode(body)
        sent |= {
            b"content-type": b"application/json",
            b"content-length": str(len(content)).encode(),
        }
    incoming = [{"type": "http.request", "body": content, "more_body": False}]

    async def receive() -> dict[str, object]:
        return incoming.pop() if incoming else {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": method,
        "scheme": "https",
        "path": path,
        "raw_path": path.encode("ascii"),
        "query_string": urlencode(
            {name: _query_text(value) for name, value in (query or {}).items()}
        ).encode(),
        "headers": list(sent.items()),
        "client": (request.ip, 0),
    }
    call = Request(scope, receive, f"{request.id}-tool")
    answer = await dispatch(call, exchange.address, client)
    decoded = msgspec.json.decode(answer.body) if answer.body else {}
    return answer, decoded if isinstance(decoded, dict) else {"content": decoded}


def quoted(value: object) -> str:
    """Return a value as one segment of a path."""
    return quote(str(value), safe="")


def result(exchange: Exchange, answer: Answer, content: Json) -> ToolResult:
    """Return an answer as the result of a tool; an error has status and documented body.

    Its message is in the language of the reader.
    """
    shown = {
        name.decode(): value.decode("latin-1") for name, value in answer.headers if name in _SHOWN
    }
    extra: Json = {"headers": shown} if shown else {}
    if answer.status >= 400:
        content = _in_language(exchange, answer.status, content)
        return ToolResult({"status": answer.status, **content, **extra}, is_error=True)
    if len(answer.body) > LONGEST_RESULT:
        return error_result(exchange, Reason(RESULT_TOO_LONG, {}))
    return ToolResult({**content, **extra})


def _in_language(exchange: Exchange, status: int, content: Json) -> Json:
    """Return the body of an error with its message in the language of the reader."""
    error = content.get("error")
    if exchange.language == "en" or not isinstance(error, dict):
        return content
    told = errors.stored(status, error.get("message", ""), error.get("more_info", {}))
    if told.refusal == UNDECLARED:
        # it has no reason that this version knows
        return content
    message = told.say(exchange.translate) + told.suffix()
    return {**content, "error": {**error, "message": message}}


def _query_text(value: object) -> str:
    if isinstance(value, bool):
        return "T" if value else "F"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value)
