"""Resolves a Host header to a mall and to the APIs served there.

`{mall_id}.<domain>` is a mall; `collection.`, `analytics.`, `developers.` and `admin.<domain>` are
hosts of the installation: the staff of every mall work at the last (`access/staff_site.py`). The
bare domain, loopback addresses and configured addresses serve the default mall and all four APIs,
whose paths do not collide.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.errors import Malformed, Misdirected, NotFound
from openmall.http.refusals import (
    HOST_MISSING,
    HOST_PORT_OUT_OF_RANGE,
    HOST_TOO_LONG,
    MISDIRECTED_HOST,
    NO_SHOP_AT_HOST,
)

Site = Literal["mall", "collection", "analytics", "developers", "staff", "bare"]

MALL_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,48}[a-z0-9])")
"""A valid mall id: 3 to 50 characters."""
_SITES: Final[dict[str, Site]] = {
    "collection": "collection",
    "analytics": "analytics",
    "developers": "developers",
    "admin": "staff",
}
MAX_HOST_BYTES: Final = 260
"""Bytes of a Host header: a DNS name of 253, a colon, and a port of five digits, rounded up."""
MAX_CACHED_HOSTS: Final = 1_000
"""Cached Host headers: with their addresses less than 1 MB."""
_PORT: Final = re.compile(r"[1-9][0-9]{0,4}")
_HIGHEST_PORT: Final = 65_535
RESERVED: Final = frozenset(
    {
        "collection", "analytics", "developers", "admin", "www", "api",
        "healthz", "readyz", "metrics",
    }
)  # fmt: skip
"""Names of hosts of the installation, and of paths beside staff pages, which no mall may have."""


class Address(Struct, frozen=True):
    """The meaning of a host name; `mall_id` is empty unless it names a mall."""

    site: Site
    mall_id: str
    origin: str

    @property
    def staff(self) -> str:
        """The address of a mall's staff pages, without a slash at its end.

        Of a mall's host `https://admin.<domain>[:port]/{mall_id}`; where no host name tells malls
        apart, a path of the same origin.
        """
        before, found, host = self.origin.partition(f"https://{self.mall_id}.")
        if self.site == "mall" and found and not before:
            return f"https://admin.{host}/{self.mall_id}"
        return f"{self.origin}/admin"


class Hosts:
    """Parses host names, with a bounded cache."""

    def __init__(self, domain: str, addresses: Iterable[str] = ()) -> None:
        """`addresses`: IP addresses that are served; loopback ones always are, names are not."""
        self._domain = domain.lower()
        self._addresses = {
            ipaddress.ip_address(each.strip()) for each in addresses if _is_address(each)
        }
        self._cache: dict[bytes, Address] = {}

    def read(self, host: bytes) -> Address:
        """Resolve a Host header.

        Raises Malformed (400) when it is missing, too long or has an invalid port, Misdirected
        (421) for an IP address that is not served, and NotFound (404) for any other host outside
        the installation.
        """
        address = self._cache.get(host)
        if address is None:
            # before it is parsed or cached
            if len(host) > MAX_HOST_BYTES:
                raise Malformed(HOST_TOO_LONG, most=MAX_HOST_BYTES)
            address = self._read(host.decode("latin-1").lower())
            if len(self._cache) >= MAX_CACHED_HOSTS:
                # parsing again takes microseconds: a flood of hosts costs no more than that
                del self._cache[next(iter(self._cache))]
            self._cache[host] = address
        return address

    def _read(self, host: str) -> Address:
        if not host:
            raise Malformed(HOST_MISSING)
        name = without_port(host)
        origin = f"https://{host}"
        if name in (self._domain, "localhost"):
            return Address("bare", "", origin)
        if _is_ip(name):
            ip = ipaddress.ip_address(name.strip("[]"))
            if not ip.is_loopback and ip not in self._addresses:
                raise Misdirected(MISDIRECTED_HOST)
            return Address("bare", "", origin)
        label, dot, rest = name.partition(".")
        if dot and rest == self._domain:
            site = _SITES.get(label)
            if site is not None:
                return Address(site, "", origin)
            if MALL_ID.fullmatch(label) and label not in RESERVED:
                return Address("mall", label, origin)
        raise NotFound(NO_SHOP_AT_HOST)


def without_port(host: str) -> str:
    """Return the name of `name[:port]`. Raises Malformed (400) for an invalid port."""
    if host.endswith("]"):
        return host  # a bare IPv6 address, whose colons separate no port
    name, colon, port = host.rpartition(":")
    if not colon:
        return host
    if _PORT.fullmatch(port) is None or int(port) > _HIGHEST_PORT:
        raise Malformed(HOST_PORT_OUT_OF_RANGE, most=_HIGHEST_PORT)
    return name


def is_loopback(host: str) -> bool:
    """Return whether `name[:port]` is this machine: `localhost` or a loopback address.

    Raises Malformed (400) for an invalid port.
    """
    name = without_port(host)
    if name == "localhost":
        return True
    return _is_ip(name) and ipaddress.ip_address(name.strip("[]")).is_loopback


def _is_address(text: str) -> bool:
    return _parses(ipaddress.ip_address, text.strip())


def _is_ip(name: str) -> bool:
    if name.startswith("["):
        # a scope ("%eth0") is local to the client's machine, and could be any text
        return name.endswith("]") and "%" not in name and _parses(ipaddress.IPv6Address, name[1:-1])
    return _parses(ipaddress.IPv4Address, name)


def _parses(kind: Callable[[str], object], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True
