"""Requests of operations to other services, over the guarded connections of webhooks."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from openmall.contract.outgoing import MAX_BYTES, SECONDS, NoReply, Reply
from openmall.events.webhooks.addresses import AddressRefused, Networks, checked
from openmall.events.webhooks.outcome import Lookup

if TYPE_CHECKING:
    from openmall.events.webhooks.connections import Connections


class OutgoingClient:
    """Sends requests over connections that are reused; implements `contract/outgoing.py`."""

    def __init__(
        self,
        networks: Networks,
        *,
        authority: Path | None = None,
        seconds: float = SECONDS,
        lookup: Lookup | None = None,
    ) -> None:
        """`authority`: PEM file of a further trusted CA. `lookup`: None uses the resolver."""
        self._networks = networks
        self._authority = authority
        self._seconds = seconds
        self._lookup = lookup
        self._connections: Connections | None = None

    def refusal(self, address: str, *, loopback: bool = False) -> str:
        """Return why an address may not be requested; empty: it may."""
        try:
            checked(address, self._networks, loopback=loopback)
        except AddressRefused as error:
            return str(error)
        return ""

    async def request(
        self,
        method: Literal["GET", "POST"],
        address: str,
        *,
        headers: Mapping[str, str],
        body: bytes = b"",
        loopback: bool = False,
    ) -> Reply:
        """Return the reply to a request. Raises NoReply."""
        if refusal := self.refusal(address, loopback=loopback):
            raise NoReply(refusal)
        return await self._opened().request(
            method, address, dict(headers), body, max_bytes=MAX_BYTES
        )

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        if self._connections is not None:
            await self._connections.close()

    def _opened(self) -> "Connections":
        if self._connections is None:
            # aiohttp takes 11 MB, and most workers never send anything
            from openmall.events.webhooks.connections import Connections

            self._connections = Connections(
                self._networks,
                authority=self._authority,
                seconds=self._seconds,
                lookup=self._lookup,
            )
        return self._connections
