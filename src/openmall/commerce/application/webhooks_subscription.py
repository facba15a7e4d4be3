"""The webhook subscription of the calling app: its address and events, in all malls.

An extension of ours: the specification has subscriptions set by the developer alone. The console
and `openmall app webhooks` change the same subscription.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.application.refusals import EVENT_NOT_PERMITTED, WEBHOOK_ADDRESS_REFUSED
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import Changes
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, Params
from openmall.contract.resource import Resource
from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.addresses import MOST_CHARACTERS, Networks
from openmall.events.webhooks.rules import Subscription, WebhookContext

RECEIVER: Final = patterns.pattern(r"^(https://[^\x00-\x20#]+)?\Z", "an https address, or nothing")
ReceiverAddress = Annotated[str, Meta(max_length=MOST_CHARACTERS, pattern=RECEIVER)]
EventNumbers = Annotated[list[EntityNo], Meta(max_length=200)]


class WebhookSubscription(Struct, frozen=True, kw_only=True):
    """Where events are delivered to the app, and which."""

    address: str
    """https address that deliveries are posted to; empty: nothing is delivered."""
    events: list[int]
    """Numbers of the events that the app subscribes to."""
    api_key: str | None
    """Sent as `X-API-Key`; only in the response of the call that created it."""
    secret: str | None
    """Signs deliveries (`whsec_...`); only in the response of the call that created it."""
    previous_secret_until: datetime | None
    """Until then the secret before the last rotation signs as well."""


class SubscriptionPath(Params, frozen=True, kw_only=True):
    pass


class SubscriptionChange(Params, frozen=True, kw_only=True):
    address: ReceiverAddress | UnsetType = UNSET
    events: EventNumbers | UnsetType = UNSET


class AppliedChange(SubscriptionChange, frozen=True, kw_only=True):
    """A change that was made before the transaction of the call, mall by mall."""

    before: Subscription | None
    after: Subscription


async def retrieve(call: Call, params: SubscriptionPath) -> WebhookSubscription:
    """Retrieve the webhook subscription of the app."""
    found = await webhook_rules.find_in(call.db, _context(call), call.identity.app.client_id)
    return _shown(found, new=False)


async def apply(
    call: Call, params: SubscriptionChange
) -> Callable[[], Awaitable[SubscriptionChange]]:
    """Check a change, and return the work that makes it: in each mall of the app by itself.

    Raises Invalid (422): an address that may not be requested, or an event that the app's
    permissions do not allow.
    """
    client_id, context = call.identity.app.client_id, _context(call)
    address = "" if params.address is UNSET else params.address
    refusal = call.outgoing.refusal(address) if address else None
    if refusal:
        raise Invalid(WEBHOOK_ADDRESS_REFUSED, parameter="address", problem=refusal)
    before = await webhook_rules.find_in(call.db, context, client_id)
    if params.events is not UNSET:
        app = await registered_apps.find(call.db, client_id)
        permitted = catalogue.permitted(app.scopes if app else ())
        known = frozenset(before.events if before else ())
        wrong = sorted(set(params.events) - permitted - known)
        if wrong:
            raise Invalid(EVENT_NOT_PERMITTED, parameter="events", event=wrong[0])

    async def work() -> SubscriptionChange:
        if call.dry_run:
            return params
        after = await webhook_rules.subscribe(
            context,
            client_id,
            address=None if params.address is UNSET else params.address,
            events=None if params.events is UNSET else params.events,
        )
        return AppliedChange(
            address=params.address, events=params.events, before=before, after=after
        )

    return work


async def change(call: Call, params: SubscriptionChange) -> WebhookSubscription:
    """Edit the webhook subscription of the app, in all malls that it is installed in.

    It receives later events alone. The first call creates the keys, which its response shows; later
    ones are in the developer console.
    """
    if not isinstance(params, AppliedChange):
        return await retrieve(call, SubscriptionPath())
    before, after = params.before, params.after
    changes: Changes = {
        "address": (before.address if before else "", after.address),
        "events": (list(before.events) if before else [], after.events),
    }
    changed = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if not changed:
        raise NotModified()
    call.journal(call.identity.app.client_id, changed)
    return _shown(after, new=before is None)


def _context(call: Call) -> WebhookContext:
    # its addresses are checked by `call.outgoing`, which knows the operator's networks
    return WebhookContext(
        database=call.database, clock=call.machine_clock, seal=call.seal, networks=Networks()
    )


def _shown(subscription: Subscription | None, *, new: bool) -> WebhookSubscription:
    until = subscription.old_secret_until if subscription else None
    return WebhookSubscription(
        address=subscription.address if subscription else "",
        events=list(subscription.events) if subscription else [],
        api_key=subscription.api_key if subscription and new else None,
        secret=subscription.secret if subscription and new else None,
        previous_secret_until=None if until is None else moment(until),
    )


_SUBSCRIPTION: Final = Resource(WebhookSubscription, area="application", key="subscription")

OPERATIONS: Final = [
    _SUBSCRIPTION.get("webhooks/subscription", retrieve, takes=SubscriptionPath),
    _SUBSCRIPTION.put("webhooks/subscription", change, takes=SubscriptionChange, prepare=apply),
]
