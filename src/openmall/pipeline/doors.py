"""A door is one of the four APIs: where it is found, what opens it, its limits, its rooms."""

from typing import Literal, get_args

from openmall.contract.errors import NotFound
from openmall.contract.operation import Operation
from openmall.pipeline import urls
from openmall.pipeline.addressing import Address, Site
from openmall.pipeline.router import Found, Router

Credential = Literal["bearer", "storefront", "partner"]
LimitedBy = Literal["bucket", "minute", "tokens"]


class Door:
    """One API. Two operations of a door with the same method and path stop the program."""

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
        kept_by_clients: bool = False,
    ) -> None:
        """`prefix`: path above the operations; `rooms`: the `OPERATIONS` of each resource.

        `kept_by_clients`: a client may keep what it read, and is told when that is unchanged.
        """
        self.name = name
        self.prefix = [part for part in prefix.split("/") if part]
        self.sites = sites
        self.credential = credential
        self.limited_by = limited_by
        self.mall_from = mall_from
        self.kept_by_clients = kept_by_clients
        self.operations = [operation for room in rooms for operation in room]
        self.router = Router(self.operations)

    def below(self, segments: list[str]) -> list[str] | None:
        """Return what follows the prefix, or None when the path does not begin with it."""
        if segments[: len(self.prefix)] == self.prefix:
            return segments[len(self.prefix) :]
        return None


class Doors:
    """The doors in the order they are tried: the longer prefix first."""

    def __init__(self, doors: list[Door]) -> None:
        self.all = sorted(doors, key=lambda door: -len(door.prefix))
        self._at = {
            site: [door for door in self.all if site in door.sites] for site in get_args(Site)
        }
        self._known: dict[tuple[Site, bytes], tuple[Door, Found]] = {}

    def open(self, address: Address, path: bytes) -> tuple[Door, Found | None]:
        """Return the API a URL's path belongs to, and the rows there that answer it, if any.

        At the bare address every door is tried, so the one that knows the path is taken.
        Raises Malformed (400) for octets that had to be percent-encoded, NotFound (404).
        """
        known = self._known.get((address.site, path))
        if known is not None:
            return known
        urls.check(path, b"")
        segments = urls.segments(path)
        first: Door | None = None
        for door in self._at[address.site]:
            below = door.below(segments)
            if below is None:
                continue
            found = door.router.find(below)
            if found is not None:
                if not found[1] and b"%" not in path:
                    # written one way and without placeholders: there are as many as rows
                    self._known[address.site, path] = door, found
                return door, found
            first = first or door
        if first is None or (address.site == "bare" and not first.prefix):
            # every path lies below no prefix: there it says nothing about which API was meant
            raise NotFound("There is no such URL.")
        return first, None
