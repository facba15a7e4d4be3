"""Events of a shop that apps can subscribe to: one struct each, with its number and fields."""

from functools import cache
from typing import ClassVar

from msgspec import Struct, UnsetType

from openmall import declarations


class Event(Struct, frozen=True, kw_only=True):
    """The base of all events; the fields of a subclass are those of the event's `resource`."""

    event_no: ClassVar[int]
    changed_fields: ClassVar[tuple[str, ...]] = ()
    """Fields of its object, by their names in the change feed, whose change it announces."""
    audited_by: ClassVar[str] = ""
    """Its field with the id of the object; audit entries about that name the changed fields."""

    event_shop_no: str | UnsetType
    """UNSET for an event of the whole mall."""


@cache
def kinds() -> dict[int, type[Event]]:
    """Return every event by its number."""
    declarations.load()
    events: dict[int, type[Event]] = {}
    pending = list(Event.__subclasses__())
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        if number := getattr(kind, "event_no", 0):
            events[number] = kind
    return events
