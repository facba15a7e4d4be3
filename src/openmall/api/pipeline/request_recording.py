"""Records each call for the request log; redaction and writing happen later.

It runs on every call, so it only copies references: no parsing, no redaction.
"""

from openmall.api.pipeline import identity
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.errors import Unauthorized
from openmall.events.request_log.buffer import (
    LONGEST_CREDENTIAL,
    LONGEST_ID,
    LONGEST_URL,
    Buffer,
    RecordedCall,
)
from openmall.http.request import Answer, Request


def record_request(
    buffer: Buffer, context: RequestContext, answer: Answer, *, at: float, seconds: float
) -> None:
    """Record a call that came `at` (UTC seconds) and took `seconds`, unless the buffer is full."""
    client_id = context.caller.app.client_id
    unproven = not (client_id and context.key_verified)
    if buffer.is_full(unproven=unproven):
        buffer.lose(client_id)
        return
    request, operation = context.request, context.operation
    request_body, response_body = context.body, b""
    if answer.status >= 400 or (operation is not None and operation.writes):
        response_body = buffer.room_for(answer.body)
    buffer.add(
        RecordedCall(
            at=at,
            seconds=seconds,
            api=context.api.name if context.mall_found else _api_name(context),
            mall_id=context.mall.mall_id if context.mall_found else context.address.mall_id,
            client_id=client_id,
            unproven=unproven,
            claimed="" if client_id else _claimed_client_id(request)[:LONGEST_ID],
            authorization=request.headers.get(b"authorization", b"")[:LONGEST_CREDENTIAL],
            method=request.method[:LONGEST_ID],
            path=request.raw_path[:LONGEST_URL],
            query=request.query_string[:LONGEST_URL],
            operation=operation,
            status=answer.status,
            version=context.version,
            request_id=request.id,
            ip=request.ip,
            headers=answer.headers,
            sent=buffer.room_for(request_body) if request_body else b"",
            sent_size=len(request_body),
            answered=response_body,
            answered_size=len(answer.body),
        )
    )


def _api_name(context: RequestContext) -> str:
    """Return the API of a call that failed before its mall was known; empty without one."""
    definition = getattr(context, "api", None)
    return "" if definition is None else definition.name


def _claimed_client_id(request: Request) -> str:
    """Return the unverified client id that a call sent."""
    header_value = request.headers.get(identity.CLIENT_ID_HEADER, b"").decode("latin-1")
    try:
        return identity.read_basic_credentials(request)[0]
    except Unauthorized:
        return header_value
