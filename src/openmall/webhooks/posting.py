"""Sends one delivery to its receiver, and says what came of it.

No redirect is followed, no cookie kept, nothing unpacked; a name is resolved once for each
connection and the connection goes to an address that was looked at, while TLS and Host name the
receiver. Decision 19.
"""

import asyncio
import errno
import socket
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType
from msgspec import Struct

from openmall.webhooks.addresses import Networks

SECONDS: Final = 10.0
"""From resolving the name to the last byte of the answer."""
MOST_ANSWERED: Final = 64 * 1024
"""Bytes of an answer that are read; a longer one costs the connection, not the success."""
MOST_KEPT: Final = 1_000
"""Characters of it that are kept, when it says what went wrong."""
_IDLE: Final = 4.0
"""Seconds a connection is kept for the next delivery: less than servers commonly do."""
_AFTERWARDS: Final = 1.0
"""Seconds that what comes behind a good status is waited for, so that the connection can serve."""
_LOOKING_UP: Final = 8
"""Names that are resolved at once; slow name servers hold up nothing else."""

Lookup = Callable[[str, int], Awaitable[list[str]]]
"""Host and port -> its IP addresses."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of one try."""

    success: bool
    code: int | None = None
    """Status of the answer; None: there was none."""
    answer: str | None = None
    """What was answered, its beginning, when that was no success."""
    failure: str = ""
    """Why there was no answer."""
    took: int
    """Milliseconds."""


class _NotThere(OSError):
    """The address is none that may be connected to."""


class _Resolver(AbstractResolver):
    """Tells the addresses of a name, without those that may not be connected to."""

    def __init__(self, networks: Networks, lookup: Lookup) -> None:
        self._networks = networks
        self._lookup = lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._lookup(host, port)
        good = [each for each in dict.fromkeys(found) if self._networks.permit(each)]
        if not good:
            raise _NotThere(errno.EACCES, f"{host} has no address on the internet")
        return [
            ResolveResult(
                hostname=host,
                host=each,
                port=port,
                family=socket.AF_INET6 if ":" in each else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for each in good
        ]

    async def close(self) -> None:
        return


class Poster:
    """Sends deliveries; keeps connections for the next ones."""

    def __init__(
        self,
        networks: Networks,
        *,
        authority: Path | None = None,
        seconds: float = SECONDS,
        lookup: Lookup | None = None,
    ) -> None:
        """`authority`: PEM file of one to trust as well; `lookup`: None asks the machine."""
        self._networks = networks
        self._authority = authority
        self._timeout = aiohttp.ClientTimeout(total=seconds)
        self._seconds = seconds
        self._threads: ThreadPoolExecutor | None = None
        self._lookup = lookup or self._ask
        self._session: aiohttp.ClientSession | None = None
        self.outcomes: Counter[str] = Counter()
        """What came of how many tries, for the metrics."""
        self.retries = 0
        """How many of them were not the first of their event."""
        self.lag = 0.0
        """Seconds that the delivered ones came after their events, together."""

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a delivery and return what came of it; whatever went wrong is told there."""
        outcome = await self._post(address, headers, body)
        self.outcomes[_said(outcome)] += 1
        return outcome

    async def _post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        began = time.monotonic()
        try:
            async with self._opened().post(
                address, headers=headers, data=body, allow_redirects=False
            ) as response:
                success = 200 <= response.status < 300
                try:
                    async with asyncio.timeout(_AFTERWARDS if success else None):
                        answer = await _beginning(response)
                except (TimeoutError, aiohttp.ClientError):
                    # the status was the answer
                    response.close()
                    answer = ""
                return Outcome(
                    success=success,
                    code=response.status,
                    answer=None if success else answer,
                    took=_since(began),
                )
        except TimeoutError:
            failure = f"no answer within {self._seconds:g} seconds"
        except aiohttp.ClientSSLError as error:
            failure = f"TLS: {_plain(error)}"
        except (aiohttp.ClientError, OSError, ValueError, asyncio.IncompleteReadError) as error:
            failure = _plain(error)
        return Outcome(success=False, failure=failure[:MOST_KEPT], took=_since(began))

    async def close(self) -> None:
        """Close every connection; what is sent afterwards opens new ones."""
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
        """Return the socket of a new connection: the last look at where it goes."""
        family, kind, protocol, _, to = info
        if not self._networks.permit(str(to[0])):
            raise _NotThere(errno.EACCES, f"{to[0]} is not an address on the internet")
        return socket.socket(family, kind, protocol)

    async def _ask(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_LOOKING_UP, "webhook-names")
        found: list[Any] = await loop.run_in_executor(
            self._threads,
            lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM),
        )
        return [str(each[4][0]) for each in found]


async def _beginning(response: aiohttp.ClientResponse) -> str:
    """Return the beginning of an answer; one without end is read no further."""
    read = bytearray()
    while len(read) < MOST_ANSWERED:
        part = await response.content.read(MOST_ANSWERED - len(read))
        if not part:
            break
        read += part
    else:
        response.close()
    return bytes(read[: MOST_KEPT * 4]).decode(errors="replace").replace("\0", "")[:MOST_KEPT]


def _said(outcome: Outcome) -> str:
    if outcome.success:
        return "delivered"
    return "no answer" if outcome.code is None else "refused"


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1_000)


def _plain(error: BaseException) -> str:
    return (str(error) or type(error).__name__).replace("\0", "")
