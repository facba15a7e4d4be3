"""One attempt to deliver an event: signed, sent, and described for the delivery log."""

import logging
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.sandbox import faults as sandbox_faults
from openmall.contract.moments import Clock
from openmall.database.values import BoundValue
from openmall.events.webhooks import signing
from openmall.events.webhooks.delivery.services import Services
from openmall.events.webhooks.http_client import WebhookClient
from openmall.events.webhooks.outcome import Outcome
from openmall.events.webhooks.signing import Keys, Mark
from openmall.tracing.current import TRACEPARENT
from openmall.tracing.spans import Traces, Value

log = logging.getLogger("openmall")

_UNKNOWN: Final = Outcome(success=False, took=0)
"""Of an attempt that is under way."""


class Delivery(Struct, frozen=True, kw_only=True):
    """An event as it is sent to an app."""

    client_id: str
    address: str
    keys: Keys
    mark: Mark
    event_no: int
    body: bytes
    traceparent: str = ""
    """The span in which its event was announced; empty: traces were off."""


async def send_once(
    http_client: WebhookClient, clock: Clock, delivery: Delivery, *, traces: Traces | None = None
) -> tuple[Outcome, dict[str, BoundValue]]:
    """Send a delivery; return its outcome, and its log entry without a number.

    `traces`: where its span goes, in the trace of the call that announced the event.
    """
    mark = delivery.mark
    headers = signing.headers(delivery.keys, mark, delivery.body, now=int(clock.now()))
    entry = log_entry(delivery, _UNKNOWN, clock)
    if traces is None:
        outcome = await http_client.post(delivery.address, headers, delivery.body)
    else:
        outcome = await _traced(traces, http_client, delivery, headers)
    if mark.attempt > 1:
        http_client.retries += 1
    return outcome, {**entry, **_result(outcome)}


def log_entry(delivery: Delivery, outcome: Outcome, clock: Clock) -> dict[str, BoundValue]:
    """Return the log entry of an attempt, without a number."""
    mark = delivery.mark
    log_type = "R" if mark.attempt > 1 else "G"
    return {
        "client_id": delivery.client_id,
        "log_type": log_type if mark.sequence else "T",
        "event_no": delivery.event_no,
        "sequence": mark.sequence,
        "trace_id": mark.trace_id,
        "requested_at": int(clock.now()),
        "endpoint": delivery.address,
        "attempt": mark.attempt,
        "body": "" if mark.sequence else delivery.body.decode(),
        **_result(outcome),
    }


def _result(outcome: Outcome) -> dict[str, BoundValue]:
    return {
        "took": outcome.took,
        "success": "T" if outcome.success else "F",
        "http_code": outcome.code,
        "answer": outcome.answer,
        "failure": outcome.failure,
    }


async def _traced(
    traces: Traces, http_client: WebhookClient, delivery: Delivery, headers: dict[str, str]
) -> Outcome:
    attributes: dict[str, Value] = {
        "http.request.method": "POST",
        "server.address": urlsplit(delivery.address).hostname or "",
        "http.request.resend_count": delivery.mark.attempt - 1,
        "openmall.event_no": delivery.event_no,
        "openmall.client_id": delivery.client_id,
    }
    with traces.span("POST webhook", "client", attributes, parent=delivery.traceparent) as span:
        headers = {**headers, "traceparent": TRACEPARENT.get()}
        outcome = await http_client.post(delivery.address, headers, delivery.body)
        if outcome.code is not None:
            span.set_attributes({"http.response.status_code": outcome.code})
        if not outcome.success:
            span.fail("no answer" if outcome.code is None else str(outcome.code))
    return outcome


async def deliver(
    services: Services, mall_id: str, delivery: Delivery
) -> tuple[Outcome, list[dict[str, BoundValue]]]:
    """Send a delivery, a second time as well where the script of a sandbox doubles it.

    Return the outcome of the first attempt, and the log entries of both.
    """
    outcome, row = await send_once(
        services.http_client, services.clock, delivery, traces=services.traces
    )
    if not (outcome.success and await _is_doubled(services, mall_id, delivery)):
        return outcome, [row]
    mark = replace(delivery.mark, attempt=delivery.mark.attempt + 1, redelivery=True)
    _, second = await send_once(
        services.http_client, services.clock, replace(delivery, mark=mark), traces=services.traces
    )
    return outcome, [row, second]


async def _is_doubled(services: Services, mall_id: str, delivery: Delivery) -> bool:
    if services.malls is None:
        return False
    try:
        mall = await services.malls(mall_id)
        return mall is not None and await sandbox_faults.doubles(
            services.database, mall, event_no=delivery.event_no, client_id=delivery.client_id
        )
    except Exception as error:
        # a faulty script must not keep a delivered event out of the log
        log.warning("webhook not doubled", extra={"mall_id": mall_id, "reason": str(error)})
        return False
