"""Webhooks that a program fetches, because the server cannot reach it: signed as if sent."""

from typing import Final

from openmall.access.oauth import apps as registered_apps
from openmall.apptesting import store as test_store
from openmall.apptesting.refusals import APP_WITHOUT_WEBHOOKS
from openmall.apptesting.rules import TestMallServices
from openmall.apptesting.shape import Deliveries, FetchedDelivery
from openmall.contract.call import Mall
from openmall.contract.errors import NotFound
from openmall.events.webhooks import catalogue, signing
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.signing import Keys, Mark

MOST: Final = 100
"""Deliveries of one response."""


async def fetch(services: TestMallServices, mall: Mall, after: int | None) -> Deliveries:
    """Return the deliveries of the events after a number, which the mall's app subscribes to.

    Without a number there are none, only the head, from which a program begins. Recipes and faults
    of the mall do not select among them. Raises NotFound (404) where the app has no webhooks.
    """
    async with services.database.reading(mall.mall_id) as db:
        entry = await test_store.find(db, mall.mall_id)
        # another app's webhooks would be shown with its signatures
        client_id = entry.client_id if entry is not None and entry.own_app == "T" else ""
        subscription = await webhook_rules.find_in(db, services.webhooks, client_id)
        if subscription is None:
            raise NotFound(APP_WITHOUT_WEBHOOKS)
        permitted = catalogue.permitted(await registered_apps.allowed(db, client_id) or [])
        event_nos = permitted & frozenset(subscription.events)
        head = await test_store.head(db)
        if after is None:
            return Deliveries(head=head, deliveries=[])
        rows = await webhook_store.events_since(db, after, event_nos, MOST)
        previous = await test_store.last_event(db, after, event_nos)
    keys = Keys(api_key=subscription.api_key, secret=subscription.secret)
    now = int(services.clock.now())
    found = []
    for sequence, event_no, resource, created_at, changed_fields in rows:
        body = signing.body_of(event_no, resource, changed_fields)
        trace_id = signing.trace_id(
            mall.mall_id, client_id, sequence=sequence, created_at=created_at
        )
        mark = Mark(trace_id=trace_id, sequence=sequence, previous=previous)
        previous = sequence
        headers = signing.headers(keys, mark, body, now=now)
        found.append(FetchedDelivery(sequence=sequence, headers=headers, body=body.decode()))
    return Deliveries(head=head, deliveries=found)
