"""Webhooks of an installation, composed from its settings."""

from collections.abc import Sequence

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.webhooks import sweep as webhook_sweep
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.delivery.concurrency import ConcurrencyLimits
from openmall.events.webhooks.delivery.sender import Sender
from openmall.events.webhooks.delivery.services import MallLookup
from openmall.events.webhooks.http_client import WebhookClient
from openmall.events.webhooks.outgoing_client import OutgoingClient
from openmall.events.webhooks.rules import WebhookContext
from openmall.events.webhooks.sweep import EventReader
from openmall.tracing.spans import Traces


class Webhooks:
    """Delivery in the background, and what commands and pages of developers need."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        clock: Clock,
        seal: Seal,
        *,
        malls: MallLookup | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`malls`: returns a mall by its id; needed for delivery in the background only.

        `traces`: where spans of deliveries go.
        """
        self._configuration = configuration
        networks = Networks(configuration.webhook_networks)
        self.context = WebhookContext(database=database, clock=clock, seal=seal, networks=networks)
        self.http_client = WebhookClient(networks, authority=configuration.webhook_ca)
        self.outgoing = OutgoingClient(networks, authority=configuration.webhook_ca)
        """For requests of operations to other services."""
        limits = ConcurrencyLimits(
            total=configuration.webhook_connections,
            per_app=configuration.webhook_connections_per_app,
        )
        self.sender = Sender(
            database, clock, seal, self.http_client, limits, malls=malls, traces=traces
        )

    async def sweep(self, readers: Sequence[EventReader]) -> int:
        """Delete old attempts and events of all malls; `readers`: who else reads events."""
        return await webhook_sweep.sweep(
            self.context.database,
            self.context.clock,
            None,
            readers,
            log_days=self._configuration.webhook_log_days,
            event_days=self._configuration.event_days,
        )

    async def end(self) -> None:
        """Wait for deliveries under way, start no further one, and close connections."""
        await self.sender.end()
        await self.http_client.close()
        await self.outgoing.close()
