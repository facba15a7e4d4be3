"""What lanes are worked with."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.tracing.spans import Traces
from openmall.webhooks.delivering.gates import Gates
from openmall.webhooks.posting import Poster

Malls = Callable[[str], Awaitable[Mall | None]]
"""Looks a mall up by its id, and remembers it: it is asked for each event."""


class Means(Struct, frozen=True, kw_only=True):
    """What lanes are worked with."""

    database: Database
    clock: Clock
    seal: Seal
    poster: Poster
    gates: Gates
    traces: Traces | None = None
    """Where spans of deliveries go."""
    malls: Malls | None = None
    """None: no sandbox has webhooks doubled."""
