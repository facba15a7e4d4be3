"""The span of an API call, named after its operation.

Attributes follow OpenTelemetry's conventions for HTTP servers, without personal data: no path with
values, no query, no addresses and no user agents.
"""

from collections.abc import Awaitable, Callable

from openmall.api.pipeline.request_context import RequestContext
from openmall.http.request import Answer
from openmall.tracing.spans import Traces, Value


async def traced(
    traces: Traces, context: RequestContext, respond: Callable[[RequestContext], Awaitable[Answer]]
) -> Answer:
    """Return the response of `respond`, called within a span; `respond` never raises."""
    request = context.request
    parent = request.headers.get(b"traceparent", b"").decode("latin-1") if request.trusted else ""
    attributes: dict[str, Value] = {
        "http.request.method": request.method,
        "url.scheme": request.scheme,
        "openmall.request_id": request.id,
    }
    with traces.span(request.method, "server", attributes, parent=parent) as span:
        answer = await respond(context)
        span.set_attributes({"http.response.status_code": answer.status})
        if context.mall_found:
            span.set_attributes({"openmall.mall_id": context.mall.mall_id})
        if context.operation is not None:
            route = "/".join(["", *context.api.prefix, context.operation.path])
            span.name(f"{request.method} {route}")
            span.set_attributes({"http.route": route, "openmall.api": context.api.name})
        if answer.status >= 500:
            span.fail(str(answer.status))
        return answer
