"""Which mall and which of the four APIs a host name speaks for.

`{mall_id}.<domain>` is a mall; `collection.`, `analytics.` and `developers.<domain>` are the
hosts of the installation; the bare domain and the IP address serve the default mall and all
four APIs, whose paths do not collide.
"""

import ipaddress
import re
from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.errors import Malformed, NotFound

Site = Literal["mall", "collection", "analytics", "developers", "bare"]

MALL_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,48}[a-z0-9])")
"""What a mall may be called: 3 to 50 characters."""
_SITES: Final[dict[str, Site]] = {
    "collection": "collection",
    "analytics": "analytics",
    "developers": "developers",
}
LONGEST_HOST: Final = 260
"""Bytes of a Host header: a DNS name of 253, a colon, and a port of five digits, rounded up."""
MOST_REMEMBERED: Final = 1_000
"""Hosts that are remembered as they were sent: with their addresses less than 1 MB."""
_PORT: Final = re.compile(r"[1-9][0-9]{0,4}")
_HIGHEST_PORT: Final = 65_535
RESERVED: Final = frozenset({"collection", "analytics", "developers", "www", "api"})
"""Names that are hosts of the installation and so no malls."""


class Address(Struct, frozen=True):
    """What a host name stands for; `mall_id` is empty where it does not name a mall."""

    site: Site
    mall_id: str
    origin: str


class Hosts:
    """Reads host names; remembers a bounded number of those it has read."""

    def __init__(self, domain: str) -> None:
        self._domain = domain.lower()
        self._known: dict[bytes, Address] = {}

    def read(self, host: bytes) -> Address:
        """Return what a Host header means.

        Raises Malformed (400) without one, for one that is too long and for a port there is not,
        NotFound (404) for a host that is none of ours.
        """
        found = self._known.get(host)
        if found is None:
            # before anything looks at it or keeps it
            if len(host) > LONGEST_HOST:
                raise Malformed(f"The Host header is longer than {LONGEST_HOST} bytes.")
            found = self._read(host.decode("latin-1").lower())
            if len(self._known) >= MOST_REMEMBERED:
                # reading one anew takes microseconds: a flood costs nobody more than that
                del self._known[next(iter(self._known))]
            self._known[host] = found
        return found

    def _read(self, host: str) -> Address:
        if not host:
            raise Malformed("The Host header is missing.")
        name = without_port(host)
        origin = f"https://{host}"
        if name in (self._domain, "localhost") or _is_ip(name):
            return Address("bare", "", origin)
        label, dot, rest = name.partition(".")
        if dot and rest == self._domain:
            site = _SITES.get(label)
            if site is not None:
                return Address(site, "", origin)
            if MALL_ID.fullmatch(label) and label not in RESERVED:
                return Address("mall", label, origin)
        raise NotFound("There is no shop at this host name.")


def without_port(host: str) -> str:
    """Return the name of `name[:port]`. Raises Malformed (400) for a port there is not."""
    if host.endswith("]"):
        return host  # a bare IPv6 address, whose colons separate no port
    name, colon, port = host.rpartition(":")
    if not colon:
        return host
    if _PORT.fullmatch(port) is None or int(port) > _HIGHEST_PORT:
        raise Malformed(f"The Host header names no port from 1 to {_HIGHEST_PORT}.")
    return name


def _is_ip(name: str) -> bool:
    if name.startswith("["):
        # a scope ("%eth0") means nothing to another machine, and would be any text
        return name.endswith("]") and "%" not in name and _parses(ipaddress.IPv6Address, name[1:-1])
    return _parses(ipaddress.IPv4Address, name)


def _parses(kind: Callable[[str], object], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True
