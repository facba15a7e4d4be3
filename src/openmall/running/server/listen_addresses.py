"""Addresses that a server listens on."""

from typing import Final

_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 # nothing binds to it
WILDCARDS: Final = frozenset(_LOOPBACK)
"""Hosts that stand for every address of the machine."""


def reachable_host(host: str) -> str:
    """Return the host to connect to on this machine: loopback where a server listens on all."""
    return _LOOPBACK.get(host, host)
