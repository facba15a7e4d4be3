"""A delivery of a webhook, once it is verified."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """A verified delivery."""

    number: int
    """Which event: 90023 is an order."""
    resource: Mapping[str, Any]
    """What it is about. The classes of `openmall_client.events` have the fields of each event."""
    trace_id: str
    """The same for every delivery of this event to this app: use it to leave out duplicates."""
    sequence: int
    """The event's number in its mall, which grows."""
    previous: int
    """Number of the event before it that was for this app; 0: none. A higher one than every number
    received so far says that events are missing: read them with `list_webhooks_events`."""
    redelivered: bool
    """It may have been received before."""
    changed_fields: tuple[str, ...] | None = None
    """The fields of `resource` that changed; None: the event does not name them."""

    @property
    def mall_id(self) -> str:
        """The mall it is about."""
        return str(self.resource.get("mall_id", ""))
