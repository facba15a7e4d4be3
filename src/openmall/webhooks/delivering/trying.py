"""One try to deliver an event: signed, sent, and told as the log keeps it."""

import logging
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from openmall.contract.moments import Clock
from openmall.sandbox import faults
from openmall.tracing.current import TRACEPARENT
from openmall.tracing.spans import Traces, Value
from openmall.webhooks import signing
from openmall.webhooks.delivering.means import Means
from openmall.webhooks.posting import Outcome, Poster
from openmall.webhooks.signing import Keys, Mark

log = logging.getLogger("openmall")


class Delivery(Struct, frozen=True, kw_only=True):
    """What is sent to whom."""

    client_id: str
    address: str
    keys: Keys
    mark: Mark
    event_no: int
    body: bytes
    traceparent: str = ""
    """The span in which its event was announced; empty: traces were off."""


async def tried(
    poster: Poster, clock: Clock, delivery: Delivery, *, traces: Traces | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """Send a delivery; return what came of it, and its row of the log without a number.

    `traces`: where its span goes, which is of the trace of the call that caused it.
    """
    now, mark = int(clock.now()), delivery.mark
    headers = signing.headers(delivery.keys, mark, delivery.body, now=now)
    if traces is None:
        outcome = await poster.post(delivery.address, headers, delivery.body)
    else:
        outcome = await _traced(traces, poster, delivery, headers)
    if mark.attempt > 1:
        poster.retries += 1
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


async def _traced(
    traces: Traces, poster: Poster, delivery: Delivery, headers: dict[str, str]
) -> Outcome:
    told: dict[str, Value] = {
        "http.request.method": "POST",
        "server.address": urlsplit(delivery.address).hostname or "",
        "http.request.resend_count": delivery.mark.attempt - 1,
        "openmall.event_no": delivery.event_no,
        "openmall.client_id": delivery.client_id,
    }
    with traces.span("POST webhook", "client", told, parent=delivery.traceparent) as span:
        headers = {**headers, "traceparent": TRACEPARENT.get()}
        outcome = await poster.post(delivery.address, headers, delivery.body)
        if outcome.code is not None:
            span.say({"http.response.status_code": outcome.code})
        if not outcome.success:
            span.fail("no answer" if outcome.code is None else str(outcome.code))
    return outcome


async def delivered(
    means: Means, mall_id: str, delivery: Delivery
) -> tuple[Outcome, list[dict[str, Any]]]:
    """Send a delivery, and what was received a second time where a sandbox wants it doubled.

    Returns what came of the first, and the rows of the log: what comes of the second is told there
    and nowhere else.
    """
    outcome, row = await tried(means.poster, means.clock, delivery, traces=means.traces)
    if not (outcome.success and await _doubled(means, mall_id, delivery)):
        return outcome, [row]
    mark = replace(delivery.mark, attempt=delivery.mark.attempt + 1, redelivery=True)
    _, second = await tried(
        means.poster, means.clock, replace(delivery, mark=mark), traces=means.traces
    )
    return outcome, [row, second]


async def _doubled(means: Means, mall_id: str, delivery: Delivery) -> bool:
    if means.malls is None:
        return False
    try:
        mall = await means.malls(mall_id)
        return mall is not None and await faults.doubles(
            means.database, mall, event_no=delivery.event_no, client_id=delivery.client_id
        )
    except Exception as error:
        # that the event was received must be written down, whatever becomes of a trial
        log.warning("webhook not doubled", extra={"mall_id": mall_id, "reason": str(error)})
        return False
