"""Requests of operations to other services, over the guarded connections of webhooks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urljoin

from openmall.contract.outgoing import (
    DOWNLOAD_SECONDS,
    MAX_BYTES,
    MOST_REDIRECTS,
    SECONDS,
    NoReply,
    Reply,
)
from openmall.contract.refusal import Cause
from openmall.events.webhooks.addresses import AddressRefused, Networks, checked
from openmall.events.webhooks.lazy_connections import LazyConnections
from openmall.events.webhooks.outcome import Lookup

_OK: Final = 200
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


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
        self._connections = LazyConnections(
            networks, authority=authority, seconds=seconds, lookup=lookup
        )

    def refusal(self, address: str, *, loopback: bool = False) -> Cause | None:
        """Return why an address may not be requested; None: it may."""
        try:
            checked(address, self._connections.networks, loopback=loopback)
        except AddressRefused as error:
            return Cause(error.reason)
        return None

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
        return await self._connections.opened().request(
            method, address, dict(headers), body, max_bytes=MAX_BYTES
        )

    async def download(self, address: str, *, max_bytes: int) -> bytes:
        """Return what stands at an address, which may lead to another one. Raises NoReply."""
        for _ in range(MOST_REDIRECTS + 1):
            if address.lower().startswith("http://"):
                # what is not encrypted could be replaced on the way
                address = f"https://{address[7:]}"
            if refusal := self.refusal(address):
                raise NoReply(refusal)
            status, location, content = await self._connections.opened().download(
                address, max_bytes=max_bytes, seconds=DOWNLOAD_SECONDS
            )
            if status == _OK:
                return content
            if status not in _REDIRECTS or not location:
                raise NoReply(f"the answer has the status {status}")
            address = urljoin(address, location).partition("#")[0]
        raise NoReply(f"it leads on more than {MOST_REDIRECTS} times")

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        await self._connections.close()
