"""Single deliveries that a developer asks for: an event once more, or a test event.

Wrong input raises RefusedValue for the console and the command line.
"""

from typing import Final

import msgspec

from openmall.access.oauth import apps as registered_apps
from openmall.contract.refusal import RefusedValue
from openmall.events.webhooks import catalogue, field_choices, refusals, sealed_keys, signing
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks import search as webhook_search
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.attempt import Delivery, log_entry, send_once
from openmall.events.webhooks.http_client import WebhookClient
from openmall.events.webhooks.outcome import Outcome
from openmall.events.webhooks.rules import WebhookContext
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.events.webhooks.signing import Mark
from openmall.events.webhooks.store import StoredSubscription

NO_ADDRESS: Final = "the app has no address"


async def resend(
    context: WebhookContext, http_client: WebhookClient, mall_id: str, client_id: str, sequence: int
) -> Attempt:
    """Redeliver an event of a mall to an app now, with the same trace id; return the attempt.

    Raises RefusedValue: no address, an event that was swept or is not permitted for the app, or an
    app that is not installed in the mall.
    """
    subscription = await webhook_rules.with_address(context, client_id)
    async with context.database.reading(mall_id) as db:
        scopes = await registered_apps.allowed(db, client_id)
        event = await webhook_store.event(db, sequence)
        attempt = await webhook_store.count_attempts(db, client_id, sequence) + 1
    if scopes is None:
        raise RefusedValue(refusals.APP_NOT_IN_MALL, mall_id=mall_id)
    if event is None or event[0] not in catalogue.permitted(scopes):
        raise RefusedValue(refusals.EVENT_NOT_KEPT, mall_id=mall_id, sequence=sequence)
    event_no, resource, created_at, changed_fields = event
    mark = Mark(
        trace_id=signing.trace_id(mall_id, client_id, sequence=sequence, created_at=created_at),
        sequence=sequence,
        attempt=attempt,
        redelivery=True,
    )
    body = signing.body_of(event_no, resource, changed_fields)
    return await _send(context, http_client, mall_id, client_id, subscription, mark, event_no, body)


async def test(
    context: WebhookContext,
    http_client: WebhookClient,
    mall_id: str,
    client_id: str,
    event_no: int,
    *,
    needs_address: bool = True,  # noqa: PT028 # no test of pytest
) -> Attempt:
    """Deliver a test event, so that a developer can try the receiver.

    Its resource has the fields of the event's subjects, and no real data. `openmall listen` brings
    it as well: without `needs_address` it is only written to the log, where the app has none.
    Raises RefusedValue: no address, or an unknown event.
    """
    if event_no not in catalogue.KINDS:
        raise RefusedValue(refusals.NO_SUCH_WEBHOOK_EVENT, event_no=event_no)
    find = webhook_rules.with_address if needs_address else webhook_rules.find_or_create
    subscription = await find(context, client_id)
    resource = msgspec.json.encode(catalogue.example(event_no, mall_id)).decode()
    mark = Mark(trace_id=signing.random_trace_id())
    body = signing.body_of(event_no, resource, ",".join(field_choices.examples(event_no)))
    return await _send(context, http_client, mall_id, client_id, subscription, mark, event_no, body)


async def _send(
    context: WebhookContext,
    http_client: WebhookClient,
    mall_id: str,
    client_id: str,
    subscription: StoredSubscription,
    mark: Mark,
    event_no: int,
    body: bytes,
) -> Attempt:
    keys = sealed_keys.opened(context.seal, client_id, subscription, now=context.clock.now())
    delivery = Delivery(
        client_id=client_id,
        address=subscription.address,
        keys=keys,
        mark=mark,
        event_no=event_no,
        body=body,
    )
    if subscription.address:
        _, row = await send_once(http_client, context.clock, delivery)
    else:
        row = log_entry(delivery, Outcome(success=False, failure=NO_ADDRESS, took=0), context.clock)
    async with context.database.writing(mall_id) as db:
        log_no = await delivery_store.add_log(db, [row])
        [entry] = await webhook_search.attempts(
            db, client_id, AttemptFilter(log_no=log_no), limit=1
        )
    return entry
