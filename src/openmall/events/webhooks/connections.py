"""Outgoing connections of deliveries, and of requests to other services.

Redirects are not followed, cookies not kept, answers not decompressed. A name is resolved once
for each connection, which goes to an address that was checked, while TLS and Host name the
receiver. Decision 19.
"""

import asyncio
import errno
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType

from openmall.contract.outgoing import NoReply, Reply
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.outcome import (
    MAX_ANSWER_BYTES,
    MAX_STORED_CHARACTERS,
    Lookup,
    Outcome,
)

_IDLE: Final = 4.0
"""Seconds an idle connection is kept: less than servers commonly do."""
_BODY_SECONDS: Final = 1.0
"""Seconds to read the body of a success, so that the connection can be reused."""
_RESOLVER_THREADS: Final = 8
"""Names that are resolved at once, in threads of their own."""


_FAILURES: Final = (
    TimeoutError,
    aiohttp.ClientError,
    OSError,
    ValueError,
    asyncio.IncompleteReadError,
)
"""Errors for which there is no answer."""


class _AddressNotPermitted(OSError):
    """The address may not be connected to."""


class _Resolver(AbstractResolver):
    """Resolves a name to the addresses that may be connected to."""

    def __init__(self, networks: Networks, lookup: Lookup) -> None:
        self._networks = networks
        self._lookup = lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._lookup(host, port)
        permitted = [each for each in dict.fromkeys(found) if self._networks.permit(each)]
        if not permitted:
            raise _AddressNotPermitted(errno.EACCES, f"{host} has no address on the internet")
        return [
            ResolveResult(
                hostname=host,
                host=each,
                port=port,
                family=socket.AF_INET6 if ":" in each else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for each in permitted
        ]

    async def close(self) -> None:
        return


class Connections:
    """Sends deliveries over connections that are reused."""

    def __init__(
        self,
        networks: Networks,
        *,
        authority: Path | None,
        seconds: float,
        lookup: Lookup | None,
    ) -> None:
        """`authority`: PEM file of a further trusted CA. `lookup`: None uses the resolver."""
        self._networks = networks
        self._authority = authority
        self._timeout = aiohttp.ClientTimeout(total=seconds)
        self._seconds = seconds
        self._threads: ThreadPoolExecutor | None = None
        self._lookup = lookup or self._resolve
        self._session: aiohttp.ClientSession | None = None

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a delivery; return its outcome. Errors of the network are outcomes too."""
        began = time.monotonic()
        try:
            async with self._opened().post(
                address, headers=headers, data=body, allow_redirects=False
            ) as response:
                success = 200 <= response.status < 300
                try:
                    async with asyncio.timeout(_BODY_SECONDS if success else None):
                        answer = await _read_beginning(response)
                except (TimeoutError, aiohttp.ClientError):
                    # the status was the answer
                    response.close()
                    answer = ""
                return Outcome(
                    success=success,
                    code=response.status,
                    answer=None if success else answer,
                    took=_milliseconds_since(began),
                )
        except _FAILURES as error:
            failure = self._reason(error)
        return Outcome(
            success=False, failure=failure[:MAX_STORED_CHARACTERS], took=_milliseconds_since(began)
        )

    async def request(
        self, method: str, address: str, headers: dict[str, str], body: bytes, *, max_bytes: int
    ) -> Reply:
        """Return the reply to a request. Raises NoReply, also for one of more than `max_bytes`."""
        try:
            async with self._opened().request(
                method, address, headers=headers, data=body or None, allow_redirects=False
            ) as response:
                return Reply(response.status, await _read_whole(response, max_bytes))
        except _FAILURES as error:
            raise NoReply(self._reason(error)[:MAX_STORED_CHARACTERS]) from None

    async def download(
        self, address: str, *, max_bytes: int, seconds: float
    ) -> tuple[int, str, bytes]:
        """Return status, `Location` and content of what stands at an address. Raises NoReply."""
        try:
            async with self._opened().get(
                address,
                headers={"Accept": "image/*"},
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(total=seconds),
            ) as response:
                if response.status != HTTPStatus.OK:
                    response.close()
                    return response.status, response.headers.get("Location", ""), b""
                content = await _read_whole(response, max_bytes)
                return response.status, "", content
        except _FAILURES as error:
            raise NoReply(self._reason(error)[:MAX_STORED_CHARACTERS]) from None

    def _reason(self, error: BaseException) -> str:
        """Return why there was no answer."""
        if isinstance(error, TimeoutError):
            return f"no answer within {self._seconds:g} seconds"
        if isinstance(error, aiohttp.ClientSSLError):
            return f"TLS: {_message(error)}"
        return _message(error)

    async def close(self) -> None:
        """Close all connections; a later delivery opens new ones."""
        if self._session is not None:
            await self._session.close()
            self._session = None
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            context = ssl.create_default_context()
            if self._authority is not None:
                context.load_verify_locations(self._authority)
            connector = aiohttp.TCPConnector(
                ssl=context,
                limit=0,
                resolver=_Resolver(self._networks, self._lookup),
                use_dns_cache=False,
                keepalive_timeout=_IDLE,
                socket_factory=self._socket,
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=self._timeout,
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                skip_auto_headers=("Accept-Encoding",),
            )
        return self._session

    def _socket(self, info: AddrInfoType) -> socket.socket:
        """Return the socket of a new connection, whose address is checked a last time."""
        family, kind, protocol, _, to = info
        if not self._networks.permit(str(to[0])):
            raise _AddressNotPermitted(errno.EACCES, f"{to[0]} is not an address on the internet")
        return socket.socket(family, kind, protocol)

    async def _resolve(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_RESOLVER_THREADS, "webhook-names")
        found = await loop.run_in_executor(
            self._threads,
            lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM),
        )
        return [str(each[4][0]) for each in found]


async def _read_whole(response: aiohttp.ClientResponse, max_bytes: int) -> bytes:
    """Return the body of an answer. Raises NoReply for one of more than `max_bytes`."""
    read = bytearray()
    while part := await response.content.read(max_bytes + 1 - len(read)):
        read += part
        if len(read) > max_bytes:
            response.close()
            raise NoReply(f"the answer has more than {max_bytes} bytes")
    return bytes(read)


async def _read_beginning(response: aiohttp.ClientResponse) -> str:
    """Return the beginning of an answer; a longer one closes the connection."""
    read = bytearray()
    while len(read) < MAX_ANSWER_BYTES:
        part = await response.content.read(MAX_ANSWER_BYTES - len(read))
        if not part:
            break
        read += part
    else:
        response.close()
    return (
        bytes(read[: MAX_STORED_CHARACTERS * 4])
        .decode(errors="replace")
        .replace("\0", "")[:MAX_STORED_CHARACTERS]
    )


def _milliseconds_since(began: float) -> int:
    return int((time.monotonic() - began) * 1_000)


def _message(error: BaseException) -> str:
    return (str(error) or type(error).__name__).replace("\0", "")
