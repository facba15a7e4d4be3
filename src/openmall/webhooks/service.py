"""Webhooks of an installation, put together from its settings."""

from collections.abc import Iterable, Sequence

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.tracing.spans import Traces
from openmall.webhooks import tidying
from openmall.webhooks.addresses import Networks
from openmall.webhooks.delivering.gates import Gates
from openmall.webhooks.delivering.means import Malls
from openmall.webhooks.delivering.sender import Sender
from openmall.webhooks.posting import Poster
from openmall.webhooks.rules import Desk
from openmall.webhooks.tidying import Reader


class Webhooks:
    """Delivers in the background, and is what developers look after theirs with."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        clock: Clock,
        seal: Seal,
        *,
        malls: Malls | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`malls`: looks a mall up, for whoever delivers in the background.

        `traces`: where spans of deliveries go.
        """
        self._configuration = configuration
        networks = Networks(configuration.webhook_networks)
        self.desk = Desk(database=database, clock=clock, seal=seal, networks=networks)
        self.poster = Poster(networks, authority=configuration.webhook_ca)
        gates = Gates(
            in_all=configuration.webhook_connections,
            per_app=configuration.webhook_connections_per_app,
        )
        self.sender = Sender(database, clock, seal, self.poster, gates, malls=malls, traces=traces)

    async def tidy(self, mall_ids: Iterable[str], readers: Sequence[Reader]) -> int:
        """Forget of malls what is old enough; `readers`: who else reads events."""
        return await tidying.tidy(
            self.desk.database,
            self.desk.clock,
            mall_ids,
            readers,
            log_days=self._configuration.webhook_log_days,
            event_days=self._configuration.event_days,
        )

    async def end(self) -> None:
        """Deliver no more, once what is under way is done."""
        await self.sender.end()
        await self.poster.close()
