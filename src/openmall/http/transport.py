"""Requires HTTPS, and applies the forwarded headers of trusted proxies.

Specification: "Shared conventions" 1.
"""

import ipaddress
from collections.abc import Iterable, MutableMapping
from typing import Any, Final

from openmall.contract.errors import Forbidden, Malformed
from openmall.http.refusals import HOST_REPEATED, HTTPS_REQUIRED
from openmall.http.request import Request, Send

_LONGEST_IP: Final = 64
"""Characters kept of a client's address: more than an IPv6 address with a scope has."""
STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")
"""For a year, and for this host alone: hosts below a mall's are not the mall's to decide."""
_NOT_FOR_GOOD: Final = (b"localhost", *(str(digit).encode() for digit in range(10)))
"""How the names end of hosts that are this machine, or are addresses."""


class Proxies:
    """The networks of trusted proxies, whose X-Forwarded headers are applied."""

    def __init__(self, networks: Iterable[str]) -> None:
        """Take addresses or networks in CIDR form. Raises ValueError for anything else."""
        self._networks = [ipaddress.ip_network(text.strip()) for text in networks]

    def apply_forwarded_headers(self, request: Request) -> None:
        """Replace scheme, client address and host by those forwarded by a trusted proxy."""
        if not self._networks or not self._trusts(request.ip):
            return
        request.trusted = True
        scheme = request.headers.get(b"x-forwarded-proto")
        if scheme is not None:
            request.scheme = scheme.decode("latin-1").strip().lower()
        host = request.headers.get(b"x-forwarded-host")
        if host:
            request.host = host
        forwarded = request.headers.get(b"x-forwarded-for", b"").decode("latin-1")
        # the rightmost address that is no trusted proxy: anything left of it can be forged
        for part in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
            address = _without_port(part)
            request.ip = address[:_LONGEST_IP]
            if not self._trusts(address):
                break

    def _trusts(self, address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self._networks)


def _without_port(text: str) -> str:
    """Return the address of `192.0.2.7:4711`, `[2001:db8::7]:4711` and the like, written one way.

    A port is another one for each connection: with it each would be a client of its own to limits.
    """
    address = text
    if text.startswith("["):
        address = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        address = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return text


def require_https(request: Request) -> None:
    """Raise Forbidden (403) for a request that did not come over HTTPS."""
    if request.scheme != "https":
        raise Forbidden(HTTPS_REQUIRED)


def only_https(request: Request, send: Send) -> Send:
    """Return a `send` that tells browsers to ask this host by HTTPS alone from now on.

    Not for addresses, which browsers leave out, and not for `localhost` and names below it: other
    programs of the machine serve plain HTTP there.
    """
    host = request.host.lower()
    name = host.partition(b":")[0]
    if request.scheme != "https" or host.startswith(b"[") or name.endswith(_NOT_FOR_GOOD):
        return send

    async def send_strictly(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), STRICT_TRANSPORT]}
        await send(message)

    return send_strictly


def require_one_host(request: Request) -> None:
    """Raise Malformed (400) for two Host headers: a proxy may have used the other."""
    if request.hosts > 1:
        raise Malformed(HOST_REPEATED)
