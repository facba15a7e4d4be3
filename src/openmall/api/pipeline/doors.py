"""Definitions of the four APIs: hosts and prefix, credential, rate limit and operations."""

from typing import Literal, get_args

from openmall.api.pipeline.router import Found, Router
from openmall.contract.errors import NotFound
from openmall.contract.operation import Operation
from openmall.http import urls
from openmall.http.addressing import Address, Site

Credential = Literal["bearer", "storefront", "partner"]
LimitedBy = Literal["bucket", "minute", "tokens"]


class ApiDefinition:
    """One API. Two operations with the same method and path raise DeclarationError."""

    def __init__(
        self,
        name: str,
        *,
        prefix: str,
        sites: tuple[Site, ...],
        credential: Credential,
        limited_by: LimitedBy,
        mall_from: Literal["host", "query", "nowhere"],
        rooms: list[list[Operation]],
        has_validators: bool = False,
    ) -> None:
        """`prefix`: path above the operations; `rooms`: the `OPERATIONS` of each resource.

        `has_validators`: responses to reads have validators, and may be answered 304.
        """
        self.name = name
        self.prefix = [part for part in prefix.split("/") if part]
        self.sites = sites
        self.credential = credential
        self.limited_by = limited_by
        self.mall_from = mall_from
        self.has_validators = has_validators
        self.operations = [operation for room in rooms for operation in room]
        self.router = Router(self.operations)

    def below(self, segments: list[str]) -> list[str] | None:
        """Return the segments after the prefix, or None when the path does not begin with it."""
        if segments[: len(self.prefix)] == self.prefix:
            return segments[len(self.prefix) :]
        return None


class ApiDefinitions:
    """All APIs in matching order: the longest prefix first."""

    def __init__(self, doors: list[ApiDefinition]) -> None:
        self.all = sorted(doors, key=lambda door: -len(door.prefix))
        self._at = {
            site: [door for door in self.all if site in door.sites] for site in get_args(Site)
        }
        self._known: dict[tuple[Site, bytes], tuple[ApiDefinition, Found]] = {}

    def open(self, address: Address, path: bytes) -> tuple[ApiDefinition, Found | None]:
        """Return the API of a URL's path, and its matching operations, if any.

        At the bare address all APIs are tried; the first with a matching operation wins.
        Raises Malformed (400) for octets that must be percent-encoded, NotFound (404).
        """
        known = self._known.get((address.site, path))
        if known is not None:
            return known
        urls.check(path, b"")
        segments = urls.segments(path)
        first: ApiDefinition | None = None
        for door in self._at[address.site]:
            below = door.below(segments)
            if below is None:
                continue
            found = door.router.find(below)
            if found is not None:
                if not found[1] and b"%" not in path:
                    # without placeholders or escapes there are no more paths than operations
                    self._known[address.site, path] = door, found
                return door, found
            first = first or door
        if first is None or (address.site == "bare" and not first.prefix):
            # every path is below an empty prefix: this does not select an API
            raise NotFound("There is no such URL.")
        return first, None
