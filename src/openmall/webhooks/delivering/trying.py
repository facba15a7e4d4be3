"""One try to deliver an event: signed, sent, and told as the log keeps it."""

from typing import Any

from msgspec import Struct

from openmall.contract.moments import Clock
from openmall.webhooks import signing
from openmall.webhooks.posting import Outcome, Poster
from openmall.webhooks.signing import Keys, Mark


class Delivery(Struct, frozen=True, kw_only=True):
    """What is sent to whom."""

    client_id: str
    address: str
    keys: Keys
    mark: Mark
    event_no: int
    body: bytes


async def tried(poster: Poster, clock: Clock, delivery: Delivery) -> tuple[Outcome, dict[str, Any]]:
    """Send a delivery; return what came of it, and its row of the log without a number."""
    now, mark = int(clock.now()), delivery.mark
    headers = signing.headers(delivery.keys, mark, delivery.body, now=now)
    outcome = await poster.post(delivery.address, headers, delivery.body)
    again = "R" if mark.attempt > 1 else "G"
    return outcome, {
        "client_id": delivery.client_id,
        "log_type": again if mark.sequence else "T",
        "event_no": delivery.event_no,
        "sequence": mark.sequence,
        "trace_id": mark.trace_id,
        "requested_at": now,
        "took": outcome.took,
        "endpoint": delivery.address,
        "attempt": mark.attempt,
        "success": "T" if outcome.success else "F",
        "http_code": outcome.code,
        "answer": outcome.answer,
        "failure": outcome.failure,
        "body": "" if mark.sequence else delivery.body.decode(),
    }
