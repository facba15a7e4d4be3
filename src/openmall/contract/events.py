"""What a shop announces to apps that listen: one struct an event, its number and its fields."""

from functools import cache
from typing import ClassVar

from msgspec import Struct, UnsetType

from openmall import declarations


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened in a shop; fields are those of the event's `resource`."""

    event_no: ClassVar[int]

    event_shop_no: str | UnsetType
    """UNSET where the event is of the whole mall, and does not say of which shop."""


@cache
def kinds() -> dict[int, type[Event]]:
    """Return every event by its number."""
    declarations.load()
    found: dict[int, type[Event]] = {}
    below = list(Event.__subclasses__())
    while below:
        kind = below.pop()
        below += kind.__subclasses__()
        if number := getattr(kind, "event_no", 0):
            found[number] = kind
    return found
