"""Spans of the requests that are no calls of an API: pages, token endpoint, pictures, collector."""

from collections.abc import MutableMapping
from typing import Any, Final

from msgspec.structs import replace

from openmall.http.endpoint import Endpoint, Exchange
from openmall.tracing.spans import Traces, Value

_ROUTES: Final = frozenset(
    f"/api/v2/oauth/{name}" for name in ("authorize", "token", "revoke", "introspect", "par")
)
"""Paths without values, by which a span is named; any other is named by what answers it."""


async def answer_traced(traces: Traces, endpoint: Endpoint, exchange: Exchange) -> None:
    """Let an endpoint answer within a span, which names neither path nor query. Never raises."""
    request, name = exchange.request, type(endpoint).__name__
    path = request.raw_path.decode("latin-1")
    attributes: dict[str, Value] = {
        "http.request.method": request.method,
        "url.scheme": request.scheme,
        "openmall.request_id": request.id,
        "openmall.endpoint": name,
    }
    if path in _ROUTES:
        attributes["http.route"] = name = path
    parent = request.headers.get(b"traceparent", b"").decode("latin-1") if request.trusted else ""
    with traces.span(f"{request.method} {name}", "server", attributes, parent=parent) as span:

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                span.set_attributes({"http.response.status_code": message["status"]})
                if message["status"] >= 500:
                    span.fail(str(message["status"]))
            await exchange.send(message)

        await endpoint.answer(replace(exchange, send=send))
