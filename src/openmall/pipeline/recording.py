"""Notes each call down for the log of its app; what is written, and how, is decided later.

This stands on the road of every call, so it only takes what is there: no parsing, no masking.
"""

from openmall.calls.noted import LONGEST_CREDENTIAL, LONGEST_ID, LONGEST_URL, Buffer, Noted
from openmall.contract.errors import Unauthorized
from openmall.pipeline import identity
from openmall.pipeline.request import Answer, Request
from openmall.pipeline.trip import Trip


def note(buffer: Buffer, trip: Trip, answer: Answer, *, at: float, seconds: float) -> None:
    """Note down a call that came `at` (UTC seconds) and took `seconds`, if there is room."""
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


def _door(trip: Trip) -> str:
    """Return the API that a call came to which was refused before its mall was known."""
    door = getattr(trip, "door", None)
    return "" if door is None else door.name


def _claimed(request: Request) -> str:
    """Return the client id that a call showed which nobody vouches for."""
    named = request.headers.get(identity.CLIENT_ID_HEADER, b"").decode("latin-1")
    try:
        return identity.basic(request)[0]
    except Unauthorized:
        return named
