"""What developers do with the webhooks of their app: subscribe, read the log, redeliver, test.

Wrong input raises RefusedValue for the console and the command line.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secrets
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.events.webhooks import catalogue, field_choices, refusals, sealed_keys, signing
from openmall.events.webhooks import search as webhook_search
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.addresses import Networks, checked
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.events.webhooks.signing import Keys, Mark
from openmall.events.webhooks.store import StoredSubscription

OVERLAP: Final = 86_400
"""Seconds during which a replaced secret signs along."""
MOST_LISTED: Final = 10_000


class Subscription(Struct, frozen=True, kw_only=True):
    """The events that an app receives, and where."""

    client_id: str
    address: str
    """https address; empty: nothing is delivered."""
    events: list[int]
    """Numbers of the events it subscribes to."""
    changed_fields: dict[int, list[str]]
    """Of these events, it receives those in which one of the fields changed."""
    api_key: str
    """Sent as `X-API-Key`."""
    secret: str
    """Signs deliveries, `whsec_...`."""
    old_secret_until: int | None
    """UTC seconds until which the previous secret signs along; None: there is none."""


class Reception(Struct, frozen=True, kw_only=True):
    """How far delivery of a mall's events to an app is."""

    mall_id: str
    reception_status: str
    """T events are delivered, F delivery is switched off."""
    delivered_up_to: int
    """Number up to which events were delivered, given up, or wait for a retry."""
    failures: int
    """Failed deliveries in a row."""
    failing_since: int | None
    """UTC seconds; None: the last delivery succeeded."""


class Notice(Struct, frozen=True, kw_only=True):
    """A notice for the developer."""

    at: int
    """UTC seconds."""
    kind: str
    """`failing` or `switched off`."""
    sentence: str


class WebhookContext(Struct, frozen=True, kw_only=True):
    """Dependencies of this module's functions."""

    database: Database
    clock: Clock
    seal: Seal
    networks: Networks
    """Networks that deliveries may go to."""


async def show(context: WebhookContext, client_id: str) -> Subscription:
    """Return the subscription of an app, created with new keys where there is none.

    Raises RefusedValue for an unknown app.
    """
    return _shown(context, client_id, await find_or_create(context, client_id))


async def find(context: WebhookContext, client_id: str) -> Subscription | None:
    """Return the subscription of an app with its keys; None: it has none."""
    async with context.database.reading("") as db:
        return await find_in(db, context, client_id)


async def find_in(db: Session, context: WebhookContext, client_id: str) -> Subscription | None:
    """Return the subscription of an app as a session sees it; None: it has none."""
    subscription = await webhook_store.find(db, client_id)
    return None if subscription is None else _shown(context, client_id, subscription)


async def subscribe(
    context: WebhookContext,
    client_id: str,
    *,
    address: str | None = None,
    events: Sequence[int] | None = None,
) -> Subscription:
    """Set address and events, both checked, at once; None: as before. Not in a transaction."""
    before = await find_or_create(context, client_id)
    after = before
    if address is not None:
        after = msgspec.structs.replace(after, address=address)
    if events is not None:
        numbers = " ".join(map(str, sorted(set(events))))
        after = msgspec.structs.replace(after, events=numbers)
    return await _change(context, client_id, before, after)


async def set_address(
    context: WebhookContext, client_id: str, address: str, *, loopback: bool = False
) -> Subscription:
    """Set the https address that deliveries go to; empty: nothing is delivered.

    An app that had none receives events from now on. `loopback`: http to this machine is permitted,
    if its network is. Raises RefusedValue.
    """
    address = checked(address, context.networks, loopback=loopback) if address else ""
    subscription = await find_or_create(context, client_id)
    return await _change(
        context, client_id, subscription, msgspec.structs.replace(subscription, address=address)
    )


async def set_events(
    context: WebhookContext,
    client_id: str,
    event_nos: Iterable[int],
    *,
    changed_fields: Mapping[int, Iterable[str]] | None = None,
) -> Subscription:
    """Subscribe an app to these events and no others.

    It receives an event only in malls that granted it a scope of the event, and of those in
    `changed_fields` only the ones in which one of the fields changed, or that do not say what
    changed; None keeps what was chosen. Raises RefusedValue for an unknown number, and for fields
    that an event never lists.
    """
    numbers = sorted(set(event_nos))
    for event_no in numbers:
        if event_no not in catalogue.KINDS:
            raise RefusedValue(refusals.NO_SUCH_WEBHOOK_EVENT, event_no=event_no)
    subscription = await find_or_create(context, client_id)
    fields = field_choices.updated(subscription.changed_fields, changed_fields, numbers)
    after = msgspec.structs.replace(
        subscription, events=" ".join(map(str, numbers)), changed_fields=fields
    )
    return await _change(context, client_id, subscription, after)


async def rotate(context: WebhookContext, client_id: str) -> Subscription:
    """Replace the API key of an app at once, and its secret with a day of overlap."""
    subscription = await find_or_create(context, client_id)
    fresh = msgspec.structs.replace(
        subscription,
        api_key=sealed_keys.closed(context.seal, client_id, secrets.generate()),
        secret=sealed_keys.closed(context.seal, client_id, signing.new_secret()),
        old_secret=subscription.secret,
        old_until=int(context.clock.now()) + OVERLAP,
    )
    async with context.database.writing("") as db:
        await webhook_store.save(db, client_id, fresh)
    return _shown(context, client_id, fresh)


async def malls(context: WebhookContext, client_id: str) -> list[str]:
    """Return the ids of the malls in which an app is installed."""
    async with context.database.reading("") as db:
        return await webhook_store.malls(db, client_id)


async def receptions(
    context: WebhookContext, client_id: str, *, start: int = 0, limit: int | None = None
) -> list[Reception]:
    """Return the reception of an app in its malls, or in `limit` of them from index `start`."""
    found = []
    mall_ids = await malls(context, client_id)
    for mall_id in mall_ids[start:][:limit]:
        async with context.database.reading(mall_id) as db:
            row = await webhook_store.queue_state(db, client_id)
        status, sequence, _, failures, since = row or ("T", 0, 0, 0, None)
        found.append(
            Reception(
                mall_id=mall_id,
                reception_status=status,
                delivered_up_to=sequence,
                failures=failures,
                failing_since=since,
            )
        )
    return found


async def subscribed(db: Session, client_id: str) -> frozenset[int]:
    """Return the numbers of the events that an app subscribes to."""
    subscription = await webhook_store.find(db, client_id)
    return frozenset() if subscription is None else _numbers(subscription)


async def reception(db: Session, client_id: str) -> str:
    """Return T where events of the session's mall are delivered to an app, else F."""
    found = await webhook_store.queue_state(db, client_id)
    return "T" if found is None else str(found[0])


async def switch(db: Session, client_id: str, status: str) -> bool:
    """Switch delivery to an app in the session's mall on (T) or off (F); False: it is already.

    Switched on, delivery starts with the next event; the app can read those it missed
    (`webhooks/events`). Switched off, waiting events are given up.
    """
    if await reception(db, client_id) == status:
        return False
    if status == "F":
        await webhook_store.switch_off(db, client_id)
    else:
        await webhook_store.start_at_head(db, client_id, await subscribed(db, client_id))
    return True


async def deliveries(
    context: WebhookContext,
    mall_id: str,
    client_id: str,
    filters: AttemptFilter,
    *,
    limit: int = 100,
) -> list[Attempt]:
    """Return attempts to deliver to an app in a mall, the newest first, or those `after` one."""
    async with context.database.reading(mall_id) as db:
        return await webhook_search.attempts(db, client_id, filters, limit=min(limit, MOST_LISTED))


def headers(attempt: Attempt) -> dict[str, str]:
    """Return the headers of an attempt, without those made with the app's keys.

    `X-Event-Previous` is missing too: it is not stored.
    """
    redelivery = attempt.log_type == "R"
    mark = Mark(
        trace_id=attempt.trace_id,
        sequence=attempt.sequence,
        attempt=attempt.attempt,
        redelivery=redelivery,
    )
    return signing.unsigned_headers(mark, now=attempt.requested_at)


async def notices(
    context: WebhookContext, mall_id: str, client_id: str, *, limit: int = 20
) -> list[Notice]:
    """Return the notices for the developer of an app about a mall, the newest first."""
    async with context.database.reading(mall_id) as db:
        rows = await webhook_store.notices(db, client_id, limit)
    return [Notice(at=at, kind=kind, sentence=sentence) for at, kind, sentence in rows]


async def with_address(context: WebhookContext, client_id: str) -> StoredSubscription:
    subscription = await find_or_create(context, client_id)
    if not subscription.address:
        raise RefusedValue(refusals.NO_DELIVERY_ADDRESS)
    return subscription


async def find_or_create(context: WebhookContext, client_id: str) -> StoredSubscription:
    """Return the subscription of an app, created where there is none. Raises RefusedValue."""
    async with context.database.reading("") as db:
        if await registered_apps.find(db, client_id) is None:
            raise ValueError(f"there is no app {client_id!r}")
        found = await webhook_store.find(db, client_id)
    if found is not None:
        return found
    created = StoredSubscription(
        address="",
        events="",
        api_key=sealed_keys.closed(context.seal, client_id, secrets.generate()),
        secret=sealed_keys.closed(context.seal, client_id, signing.new_secret()),
        old_secret="",
        old_until=0,
        changed_fields="",
    )
    async with context.database.writing("") as db:
        await webhook_store.add(db, client_id, created)
        subscription = await webhook_store.find(db, client_id)
    assert subscription is not None
    return subscription


async def _change(
    context: WebhookContext, client_id: str, before: StoredSubscription, after: StoredSubscription
) -> Subscription:
    """Save a change, and move delivery queues so that it applies to later events only."""
    mall_ids = await malls(context, client_id)
    becomes_active = _active(after) and not _active(before)
    is_other = (before.events, before.changed_fields) != (after.events, after.changed_fields)
    for mall_id in mall_ids if becomes_active or is_other else ():
        async with context.database.writing(mall_id) as db:
            if becomes_active and await reception(db, client_id) == "T":
                await webhook_store.start_at_head(db, client_id, _numbers(after))
            elif not becomes_active:
                await webhook_store.skip_to_head(db, client_id, _numbers(before))
    async with context.database.writing("") as db:
        await webhook_store.save(db, client_id, after)
    return _shown(context, client_id, after)


def _active(subscription: StoredSubscription) -> bool:
    return bool(subscription.address and subscription.events)


def _numbers(subscription: StoredSubscription) -> frozenset[int]:
    return frozenset(map(int, subscription.events.split()))


def _shown(
    context: WebhookContext, client_id: str, subscription: StoredSubscription
) -> Subscription:
    now = context.clock.now()
    keys: Keys = sealed_keys.opened(context.seal, client_id, subscription, now=now)
    events: Sequence[int] = sorted(_numbers(subscription))
    return Subscription(
        client_id=client_id,
        address=subscription.address,
        events=list(events),
        changed_fields=field_choices.listing(subscription.changed_fields),
        api_key=keys.api_key,
        secret=keys.secret,
        old_secret_until=subscription.old_until if keys.old_secret else None,
    )
