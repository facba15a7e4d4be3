"""Records each call for the request log; redaction and writing happen later.

It runs on every call, so it only copies references: no parsing, no redaction.
"""

from openmall.api.pipeline import identity
from openmall.api.pipeline.trip import RequestContext
from openmall.contract.errors import Unauthorized
from openmall.events.request_log.buffer import (
    LONGEST_CREDENTIAL,
    LONGEST_ID,
    LONGEST_URL,
    Buffer,
    Noted,
)
from openmall.http.request import Answer, Request


def record_request(
    buffer: Buffer, trip: RequestContext, answer: Answer, *, at: float, seconds: float
) -> None:
    """Record a call that came `at` (UTC seconds) and took `seconds`, unless the buffer is full."""
    client_id = trip.caller.app.client_id
    if buffer.is_full():
        buffer.lose(client_id)
        return
    request, operation = trip.request, trip.operation
    sent, answered = trip.received, b""
    if answer.status >= 400 or (operation is not None and operation.writes):
        answered = buffer.room_for(answer.body)
    buffer.add(
        Noted(
            at=at,
            seconds=seconds,
            door=trip.door.name if trip.located else _door(trip),
            mall_id=trip.mall.mall_id if trip.located else trip.address.mall_id,
            client_id=client_id,
            claimed="" if client_id else _claimed(request)[:LONGEST_ID],
            authorization=request.headers.get(b"authorization", b"")[:LONGEST_CREDENTIAL],
            method=request.method[:LONGEST_ID],
            path=request.raw_path[:LONGEST_URL],
            query=request.query_string[:LONGEST_URL],
            operation=operation,
            status=answer.status,
            version=trip.version,
            request_id=request.id,
            ip=request.ip,
            headers=answer.headers,
            sent=buffer.room_for(sent) if sent else b"",
            sent_size=len(sent),
            answered=answered,
            answered_size=len(answer.body),
        )
    )


def _door(trip: RequestContext) -> str:
    """Return the API of a call that failed before its mall was known; empty without one."""
    door = getattr(trip, "door", None)
    return "" if door is None else door.name


def _claimed(request: Request) -> str:
    """Return the unverified client id that a call sent."""
    named = request.headers.get(identity.CLIENT_ID_HEADER, b"").decode("latin-1")
    try:
        return identity.read_basic_credentials(request)[0]
    except Unauthorized:
        return named
