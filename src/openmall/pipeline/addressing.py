"""Which mall and which of the four APIs a host name speaks for.

`{mall_id}.<domain>` is a mall; `collection.`, `analytics.` and `developers.<domain>` are the
hosts of the installation; the bare domain and the IP address serve the default mall and all
four APIs, whose paths do not collide.
"""

import ipaddress
import re
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
RESERVED: Final = frozenset({"collection", "analytics", "developers", "www", "api"})
"""Names that are hosts of the installation and so no malls."""


class Address(Struct, frozen=True):
    """What a host name stands for; `mall_id` is empty where it does not name a mall."""

    site: Site
    mall_id: str
    origin: str


class Hosts:
    """Reads host names; remembers those it has read."""

    def __init__(self, domain: str) -> None:
        self._domain = domain.lower()
        self._known: dict[bytes, Address] = {}

    def read(self, host: bytes) -> Address:
        """Return what a Host header means.

        Raises Malformed (400) without one, NotFound (404) for a host that is none of ours.
        """
        found = self._known.get(host)
        if found is None:
            found = self._read(host.decode("latin-1").lower())
            if len(self._known) < 10_000:
                self._known[host] = found
        return found

    def _read(self, host: str) -> Address:
        if not host:
            raise Malformed("The Host header is missing.")
        name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
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


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
