"""Permitted addresses of webhooks: the internet, and no network of this machine (SSRF).

Developers choose the address that this server connects to. The address that a connection goes to
is checked when it is made, since a name may resolve to another one than a moment before.
"""

import ipaddress
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final
from urllib.parse import urlsplit

from yarl import URL

from openmall.contract.refusal import RefusedValue
from openmall.events.webhooks import refusals

MOST_CHARACTERS: Final = 500

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_SPECIAL_4: Final[tuple[Network, ...]] = tuple(
    ipaddress.ip_network(each)
    for each in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
"""IPv4 networks outside the internet: IANA's registry of special purposes."""
_GLOBAL_UNICAST_6: Final = ipaddress.ip_network("2000::/3")
_SPECIAL_6: Final[tuple[Network, ...]] = tuple(
    ipaddress.ip_network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
"""IPv6 networks for documentation, for protocols, or that wrap IPv4 addresses."""

_LOCAL_LABELS: Final = frozenset({"localhost", "local", "internal", "localdomain"})
"""Last labels of names that are never on the internet."""


LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts of this machine."""


class AddressRefused(RefusedValue):
    """A webhook may not go to an address."""


class Networks:
    """Networks that may be connected to: the internet, and those an operator allows."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        """`allowed`: networks as `127.0.0.0/8`. Raises ValueError for an invalid one."""
        self._allowed: list[Network] = [ipaddress.ip_network(each.strip()) for each in allowed]

    def permit(self, text: str) -> bool:
        """Say whether an IP address may be connected to."""
        try:
            found: Address = ipaddress.ip_address(text)
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        if any(found in network for network in self._allowed if network.version == found.version):
            return True
        if isinstance(found, IPv4Address):
            return not any(found in network for network in _SPECIAL_4)
        if found.scope_id is not None or found not in _GLOBAL_UNICAST_6:
            return False
        return not any(found in network for network in _SPECIAL_6)


def checked(address: str, networks: Networks, *, loopback: bool = False) -> str:
    """Return the address of a receiver as it is stored. Raises AddressRefused.

    A name is not resolved here but for every connection. `loopback`: http:// is permitted to this
    machine, if its network is.
    """
    if len(address) > MOST_CHARACTERS:
        raise AddressRefused(refusals.ADDRESS_TOO_LONG, most=MOST_CHARACTERS)
    # Before parsing: parsers drop some of these, so that the stored address would differ from
    # the one that was checked.
    if any(character.isspace() or not character.isprintable() for character in address):
        raise AddressRefused(refusals.ADDRESS_WITH_INVISIBLE_CHARACTERS)
    try:
        parts = urlsplit(address)
        url = URL(address)
        port, name = url.port, url.host or ""  # which decodes xn-- labels
    except ValueError:
        raise AddressRefused(refusals.NOT_AN_ADDRESS) from None
    # Plain http is for `openmall listen` alone: its receiver is on this machine.
    plain = loopback and parts.scheme == "http" and name in LOOPBACK_HOSTS
    if parts.scheme != "https" and not plain:
        raise AddressRefused(refusals.ADDRESS_WITHOUT_HTTPS)
    # Passwords would be stored in clear, and shown wherever the address is.
    if parts.username is not None or parts.password is not None:
        raise AddressRefused(refusals.ADDRESS_WITH_PASSWORD)
    if parts.fragment:
        raise AddressRefused(refusals.ADDRESS_WITH_FRAGMENT)
    if not name or not port:
        raise AddressRefused(refusals.ADDRESS_WITHOUT_HOST)
    host = name.strip("[]")
    # Digits alone are an IPv4 address in another notation ("2130706433"), not a host name.
    if ":" in host or host.replace(".", "").isdigit():
        if not networks.permit(host):
            raise AddressRefused(refusals.HOST_OUTSIDE_THE_INTERNET, host=host)
    elif host.rstrip(".").rpartition(".")[2] in _LOCAL_LABELS and not networks.permit("127.0.0.1"):
        raise AddressRefused(refusals.HOST_OUTSIDE_THE_INTERNET, host=host)
    return str(url)
