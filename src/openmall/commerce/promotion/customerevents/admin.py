"""The operations on campaigns for customers' data."""

from typing import Final

from openmall.commerce.promotion.customerevents import rules as event_rules
from openmall.commerce.promotion.customerevents.shape import CustomerEvent
from openmall.commerce.promotion.customerevents.takes import EventDraft, EventQuery, EventStatus
from openmall.contract.resource import Resource

_EVENTS: Final = Resource(
    CustomerEvent, area="promotion", key="customerevent", listed="customerevents"
)

OPERATIONS: Final = [
    _EVENTS.listing("customerevents", event_rules.list_events, takes=EventQuery),
    _EVENTS.post("customerevents", event_rules.create, takes=EventDraft),
    _EVENTS.put("customerevents", event_rules.set_status, takes=EventStatus),
]
