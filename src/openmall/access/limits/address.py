"""Maps IP addresses to the clients that rate limits count."""

import ipaddress
from functools import lru_cache
from typing import Final

_LONGEST: Final = 64
"""Longest IPv6 address with a scope; a longer text is no address."""


def holder(ip: str) -> str:
    """Return the network of one client: an IPv4 address, or an IPv6 /64 network."""
    return _network(ip) if ":" in ip and len(ip) <= _LONGEST else ip


@lru_cache(maxsize=4_096)
def _network(ip: str) -> str:
    try:
        address = ipaddress.IPv6Address(ip)
    except ValueError:
        return ip
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
