"""What a shop announces to apps that listen: one struct an event, its number and its fields."""

from typing import ClassVar

from msgspec import Struct, UnsetType


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened in a shop; fields are those of the event's `resource`."""

    event_no: ClassVar[int]

    event_shop_no: str | UnsetType
    """UNSET where the event is of the whole mall, and does not say of which shop."""
