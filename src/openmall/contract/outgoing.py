"""The interface through which operations ask other services; implemented by `events/webhooks/`.

Requests go over the guarded connections of webhooks: only to the internet and to the networks that
the operator allows, over HTTPS, without following redirects. Call it outside a transaction.
"""

from collections.abc import Mapping
from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.contract.refusal import Cause

SECONDS: Final = 5.0
"""From resolving the name to the last byte of a reply."""
MAX_BYTES: Final = 256 * 1024
"""Bytes of a reply; a longer one is refused."""


class Reply(Struct, frozen=True):
    """The reply of another service."""

    status: int
    body: bytes


MOST_REDIRECTS: Final = 3
"""Addresses to which a download is led on."""
DOWNLOAD_SECONDS: Final = 20.0
"""From resolving the name to the last byte, of each address of a download."""


class NoReply(Exception):
    """Another service did not reply, or its address may not be requested; the message says why."""


class Outgoing(Protocol):
    """Requests to other services."""

    def refusal(self, address: str, *, loopback: bool = False) -> Cause | None:
        """Return why an address may not be requested; None: it may.

        `loopback`: http:// to this machine may be, where the operator allows its network.
        """
        ...

    async def request(
        self,
        method: Literal["GET", "POST"],
        address: str,
        *,
        headers: Mapping[str, str],
        body: bytes = b"",
        loopback: bool = False,
    ) -> Reply:
        """Return the reply to a request, within SECONDS. Raises NoReply.

        `loopback`: as of `refusal`.
        """
        ...

    async def download(self, address: str, *, max_bytes: int) -> bytes:
        """Return what stands at an address, which may lead to another one. Raises NoReply.

        Every address on the way has to be permitted as by `request`; http:// is asked for by
        https:// instead.
        """
        ...
