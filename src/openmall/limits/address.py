"""Whose an IP address is, as far as counting goes."""

import ipaddress
from functools import lru_cache
from typing import Final

_LONGEST: Final = 64
"""Characters of an IPv6 address, with a scope; what is longer is none."""


def holder(ip: str) -> str:
    """Return what one client holds: an IPv4 address, or an IPv6 network of 64 bits."""
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
