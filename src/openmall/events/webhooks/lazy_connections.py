"""Guarded connections that are opened with the first request."""

from pathlib import Path
from typing import TYPE_CHECKING

from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.outcome import Lookup

if TYPE_CHECKING:
    from openmall.events.webhooks.connections import Connections


class LazyConnections:
    """Connections to other services, opened with the first request and reused."""

    def __init__(
        self, networks: Networks, *, authority: Path | None, seconds: float, lookup: Lookup | None
    ) -> None:
        """`authority`: PEM file of a further trusted CA. `lookup`: None uses the resolver."""
        self.networks = networks
        """Networks that may be requested, beside addresses on the internet."""
        self._authority = authority
        self._seconds = seconds
        self._lookup = lookup
        self._connections: Connections | None = None

    def opened(self) -> "Connections":
        """Return the connections."""
        if self._connections is None:
            # aiohttp takes 11 MB, and most workers never send anything
            from openmall.events.webhooks.connections import Connections

            self._connections = Connections(
                self.networks,
                authority=self._authority,
                seconds=self._seconds,
                lookup=self._lookup,
            )
        return self._connections

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        if self._connections is not None:
            await self._connections.close()
