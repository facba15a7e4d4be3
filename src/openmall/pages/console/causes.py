"""From a call to the events that it caused, and from a delivery to the call of its event."""

from urllib.parse import urlencode

from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.store import Row
from openmall.events.webhooks import catalogue
from openmall.events.webhooks import search as webhook_search
from openmall.pages.console import events
from openmall.pages.console.page_context import PageContext


class CausedEvent(Struct, frozen=True):
    """An event that a call caused."""

    sequence: int
    event_no: int
    label: str
    deliveries: str
    """Address of its deliveries to the app."""


class Cause(Struct, frozen=True):
    """What caused an event."""

    request_id: str
    """Empty: nothing called, or it is not known any more."""
    call: str
    """Address of the call in the log of the app; empty: the app's log does not have it."""


async def events_of_call(context: PageContext, row: Row) -> list[CausedEvent]:
    """Return the events of a call that the app may receive; none once it is not installed."""
    known = await context.services.directory.mall(row.mall) if row.mall else None
    if known is None:
        return []
    async with context.database.reading(row.mall) as db:
        scopes = await registered_apps.allowed(db, context.app.client_id)
        if scopes is None:
            return []
        found = await webhook_search.caused_by(db, row.request_id)
    receivable = catalogue.permitted(scopes) - catalogue.OF_ONE_APP
    return [
        CausedEvent(
            sequence,
            event_no,
            events.label(event_no, context.translate),
            f"{context.app_home}/deliveries?"
            + urlencode({"mall": row.mall, "sequence": str(sequence)}),
        )
        for sequence, event_no in found
        if event_no in receivable
    ]


async def cause_of_event(context: PageContext, mall_id: str, sequence: int) -> Cause:
    """Return what caused an event of a mall; only calls of the current app have an address."""
    if not sequence:
        return Cause("", "")
    async with context.database.reading(mall_id) as db:
        request_id = await webhook_search.request_of(db, sequence)
    async with context.database.reading("") as db:
        number = await request_log_search.of_request(db, context.app.client_id, request_id)
    return Cause(request_id, f"{context.app_home}/calls/{number}" if number else "")
