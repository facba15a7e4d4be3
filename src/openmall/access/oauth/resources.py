"""Resource indicators: which APIs an authorization and its access tokens are for (RFC 8707).

A resource is the address of an API of this installation, such as
`https://demo.example.com/api/v2/admin`, or that of the mall, which stands for all of them.
"""

from collections.abc import Iterable
from typing import Final, Literal

from openmall.access.oauth.errors import OAuthError
from openmall.configuration import Configuration
from openmall.http.addressing import Address

ApiName = Literal["admin", "analytics"]
PATHS: Final[dict[ApiName, str]] = {"admin": "/api/v2/admin", "analytics": ""}
"""API that takes access tokens -> its path: below a mall's host, analytics at a host of its own."""

ADMIN_TOOLS: Final = "/api/mcp/admin"
"""Path at which the admin API is called through MCP, with the same access tokens."""


class Resources:
    """The addresses of the APIs of one installation."""

    def __init__(self, configuration: Configuration) -> None:
        self._domain = configuration.domain

    def addresses(self, address: Address) -> dict[str, frozenset[ApiName]]:
        """Return resource -> the names of its APIs, for the mall at `address`."""
        origin = address.origin
        return {
            self.analytics(address): frozenset({"analytics"}),
            **{f"{origin}{path}": frozenset({name}) for name, path in PATHS.items() if path},
            f"{origin}{ADMIN_TOOLS}": frozenset({"admin"}),
            # at the bare address it is that of the analytics API as well
            origin: frozenset(PATHS),
        }

    def analytics(self, address: Address) -> str:
        """Return the address of the analytics API, with the port of the mall's."""
        if address.site == "bare":
            return address.origin
        host = address.origin.removeprefix("https://")
        _, colon, port = host.rpartition(":")
        return f"https://analytics.{self._domain}{colon}{port if colon else ''}"

    def read(self, requested: Iterable[str], address: Address) -> list[str]:
        """Return the names of the requested APIs; none for no resource.

        Raises OAuthError (invalid_target) for an address that is none of this mall.
        """
        known = self.addresses(address)
        names: set[str] = set()
        for resource in requested:
            found = known.get(resource) or known.get(resource.removesuffix("/"))
            if found is None:
                raise OAuthError("invalid_target", "resource is no API of this shop")
            names |= found
        # all of them are as good as none named
        return [] if names == set(PATHS) else sorted(names)


def narrowed(granted: list[str], requested: list[str]) -> list[str]:
    """Return the APIs for which a token is issued: `requested` ones of those `granted`.

    An empty list stands for all. Raises OAuthError (invalid_target) for one that is not granted.
    """
    if not requested or not granted:
        return requested or granted
    if not set(requested) <= set(granted):
        raise OAuthError("invalid_target", "the authorization is for other resources")
    return requested
