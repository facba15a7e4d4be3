"""Services that the deliveries of a worker share."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.webhooks.delivery.concurrency import ConcurrencyLimits
from openmall.events.webhooks.http_client import WebhookClient
from openmall.tracing.spans import Traces

MallLookup = Callable[[str], Awaitable[Mall | None]]
"""Returns a mall by its id, from a cache: it is called for each delivered event."""


class Services(Struct, frozen=True, kw_only=True):
    """Services that the deliveries of a worker share."""

    database: Database
    clock: Clock
    seal: Seal
    http_client: WebhookClient
    limits: ConcurrencyLimits
    traces: Traces | None = None
    """Where spans of deliveries go."""
    malls: MallLookup | None = None
    """None: no sandbox has webhooks doubled."""
