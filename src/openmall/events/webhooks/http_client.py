"""Sends deliveries to their receivers, with counters for the metrics."""

from collections import Counter
from pathlib import Path
from typing import Final

from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.lazy_connections import LazyConnections
from openmall.events.webhooks.outcome import Lookup, Outcome

SECONDS: Final = 10.0
"""From resolving the name to the last byte of the answer."""


class WebhookClient:
    """Sends deliveries over connections that are reused."""

    def __init__(
        self,
        networks: Networks,
        *,
        authority: Path | None = None,
        seconds: float = SECONDS,
        lookup: Lookup | None = None,
    ) -> None:
        """`authority`: PEM file of a further trusted CA. `lookup`: None uses the resolver."""
        self._connections = LazyConnections(
            networks, authority=authority, seconds=seconds, lookup=lookup
        )
        self.outcomes: Counter[str] = Counter()
        """Outcome -> attempts, for the metrics."""
        self.retries = 0
        """Attempts that were not the first of their event."""
        self.lag = 0.0
        """Seconds between events and their delivery, summed up."""

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a delivery; return its outcome. Errors of the network are outcomes too."""
        outcome = await self._connections.opened().post(address, headers, body)
        self.outcomes[_label(outcome)] += 1
        return outcome

    async def close(self) -> None:
        """Close all connections; a later delivery opens new ones."""
        await self._connections.close()


def _label(outcome: Outcome) -> str:
    if outcome.success:
        return "delivered"
    return "no answer" if outcome.code is None else "refused"
