"""Makes the answer to an executed call: entity tags, 304, and the mark of a repeated response."""

from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.operation import Operation
from openmall.http import conditional_requests
from openmall.http.json_body import JSON, LINES
from openmall.http.request import Answer


def answer(context: RequestContext, operation: Operation, result: HandlerResult) -> Answer:
    """Return the answer with the headers of the context."""
    headers = context.headers
    if context.api.has_validators and not operation.writes:
        if not result.validators:
            # kept with the result, which may be given again
            result.validators = conditional_requests.validators(
                result.body, modified=result.modified
            )
        headers += result.validators
    elif result.entity_tag:
        headers.append((b"etag", result.entity_tag))
        if not operation.writes:
            headers.append(conditional_requests.CACHE_CONTROL)
    if result.replayed:
        headers.append((b"idempotency-replayed", b"true"))
    if not operation.writes and conditional_requests.has(context.request, headers):
        return Answer(304, b"", headers)
    as_lines = context.handled is not None and context.handled.lines
    return Answer(result.status, result.body, [LINES if as_lines else JSON, *headers])
