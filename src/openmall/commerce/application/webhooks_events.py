"""Events of the mall for an app to read: missed ones, or instead of webhooks.

An extension of ours, which the specification does not have: decision 19.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import LARGEST_INTEGER, EntityNo, Limit100, Params
from openmall.contract.scopes import READ_APPLICATION
from openmall.events.webhooks import catalogue, signing
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks import store as webhook_store

Since = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]


class MallEvent(Struct, frozen=True, kw_only=True):
    """Something that happened."""

    sequence: int
    """Sequence number in the mall; increases with each event."""
    event_no: int
    resource: dict[str, Any]
    changed_fields: list[str] | None
    """Names of fields of the object, as in the change feed; null: not known, or a new or deleted
    object."""
    trace_id: str
    """Identifier of the delivery to the app; the same for every attempt."""
    created_date: datetime


class EventQuery(Params, frozen=True, kw_only=True):
    since: Since | UnsetType = UNSET
    event_no: list[EntityNo] | UnsetType = UNSET
    limit: Limit100 = 100


async def list_events(call: Call, query: EventQuery) -> Sequence[MallEvent]:
    """Retrieve a list of events: those since one, or else the last ones; the oldest first.

    Those of `event_no`; else those the app subscribes to, or when it subscribes to none all of
    them; never one its token has no scope for.
    """
    app = call.identity.app.client_id
    event_nos = catalogue.permitted(call.identity.scopes)
    if query.event_no is not UNSET:
        event_nos &= frozenset(query.event_no)
    else:
        event_nos &= await webhook_rules.subscribed(call.db, app) or event_nos
    # what is of another app is not this one's to know; its own payments it lists as such
    event_nos -= catalogue.OF_ONE_APP
    mall_id = call.mall.mall_id
    if query.since is UNSET:
        rows = await webhook_store.last_events(call.db, event_nos, query.limit)
    else:
        rows = await webhook_store.events_since(call.db, query.since, event_nos, query.limit)
    return [
        MallEvent(
            sequence=sequence,
            event_no=event_no,
            resource=msgspec.json.decode(resource),
            changed_fields=changed_fields.split(",") if changed_fields else None,
            trace_id=signing.trace_id(mall_id, app, sequence=sequence, created_at=created_at),
            created_date=moment(created_at),
        )
        for sequence, event_no, resource, created_at, changed_fields in rows
    ]


OPERATIONS: Final = [
    listing(
        "webhooks/events",
        list_events,
        takes=EventQuery,
        gives=MallEvent,
        key="events",
        scope=READ_APPLICATION,
    )
]
