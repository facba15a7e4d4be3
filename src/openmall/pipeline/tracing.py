"""The span of an API call, named by its operation.

Attributes are OpenTelemetry's of HTTP servers, but for those that tell who somebody is: the path
with its values, the query, addresses and user agents stay out.
"""

from collections.abc import Awaitable, Callable

from openmall.pipeline.request import Answer
from openmall.pipeline.trip import Trip
from openmall.tracing.spans import Traces, Value


async def traced(traces: Traces, trip: Trip, arrive: Callable[[Trip], Awaitable[Answer]]) -> Answer:
    """Return what `arrive` answers, within a span; it never raises."""
    request = trip.request
    parent = request.headers.get(b"traceparent", b"").decode("latin-1") if request.trusted else ""
    told: dict[str, Value] = {
        "http.request.method": request.method,
        "url.scheme": request.scheme,
        "openmall.request_id": request.id,
    }
    with traces.span(request.method, "server", told, parent=parent) as span:
        answer = await arrive(trip)
        span.say({"http.response.status_code": answer.status})
        if trip.located:
            span.say({"openmall.mall_id": trip.mall.mall_id})
        if trip.operation is not None:
            route = "/".join(["", *trip.door.prefix, trip.operation.path])
            span.name(f"{request.method} {route}")
            span.say({"http.route": route, "openmall.api": trip.door.name})
        if answer.status >= 500:
            span.fail(str(answer.status))
        return answer
