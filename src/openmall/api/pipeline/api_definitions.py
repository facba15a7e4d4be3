"""Definitions of the four APIs: hosts and prefix, credential, rate limit and operations."""

from collections.abc import Sequence
from typing import Literal, get_args

from openmall.api.pipeline.refusals import NO_SUCH_URL
from openmall.api.pipeline.router import Found, Router
from openmall.api.versions import changes
from openmall.contract.errors import NotFound
from openmall.contract.operation import Operation
from openmall.http import urls
from openmall.http.addressing import Address, Site
from openmall.http.body import MAX_BUFFERED_BYTES

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
        operation_lists: list[list[Operation]],
        has_validators: bool = False,
        body_limit: int = MAX_BUFFERED_BYTES,
    ) -> None:
        """`prefix`: path above the operations; `operation_lists`: `OPERATIONS` of each resource.

        `has_validators`: responses to reads have validators, and may be answered 304.
        `body_limit`: largest body in bytes, where that of the installation is larger.
        """
        self.name = name
        self.prefix = [part for part in prefix.split("/") if part]
        self.sites = sites
        self.credential = credential
        self.limited_by = limited_by
        self.mall_from = mall_from
        self.has_validators = has_validators
        self.body_limit = body_limit
        self.operations = [operation for operations in operation_lists for operation in operations]
        self.router = Router(self.operations)
        self.first_releases = {
            operation.name: release
            for operation in self.operations
            if (release := changes.first_release(f"{name} {operation.name}"))
        }
        """Operation that earlier versions do not have -> the release that added it."""

    def has(self, operation: Operation, version: str) -> bool:
        """Return whether the operation exists in a version of this API."""
        return self.first_releases.get(operation.name, "") <= version

    def below(self, segments: list[str]) -> list[str] | None:
        """Return the segments after the prefix, or None when the path does not begin with it."""
        if segments[: len(self.prefix)] == self.prefix:
            return segments[len(self.prefix) :]
        return None


class ApiDefinitions:
    """All APIs in matching order: the longest prefix first."""

    def __init__(
        self, definitions: list[ApiDefinition], *, own: Sequence[ApiDefinition] = ()
    ) -> None:
        """`own`: operations of pages alone, which are served at no address."""
        self.own = own
        self.all = sorted(definitions, key=lambda definition: -len(definition.prefix))
        self._by_site = {
            site: [definition for definition in self.all if site in definition.sites]
            for site in get_args(Site)
        }
        self._cache: dict[tuple[Site, bytes], tuple[ApiDefinition, Found]] = {}

    def resolve(self, address: Address, path: bytes) -> tuple[ApiDefinition, Found | None]:
        """Return the API of a URL's path, and its matching operations, if any.

        At the bare address all APIs are tried; the first with a matching operation wins.
        Raises Malformed (400) for octets that must be percent-encoded, NotFound (404).
        """
        cached = self._cache.get((address.site, path))
        if cached is not None:
            return cached
        urls.check(path, b"")
        segments = urls.segments(path)
        first_match: ApiDefinition | None = None
        for definition in self._by_site[address.site]:
            below = definition.below(segments)
            if below is None:
                continue
            found = definition.router.find(below)
            if found is not None:
                if not found[1] and b"%" not in path:
                    # without placeholders or escapes there are no more paths than operations
                    self._cache[address.site, path] = definition, found
                return definition, found
            first_match = first_match or definition
        if first_match is None or (address.site == "bare" and not first_match.prefix):
            # every path is below an empty prefix: this does not select an API
            raise NotFound(NO_SUCH_URL)
        return first_match, None

    def api_at(self, address: Address, path: bytes) -> ApiDefinition | None:
        """Return the API whose prefix a URL's path begins with, however malformed the rest is."""
        segments = path.decode("latin-1").split("/")[1:]
        for definition in self._by_site[address.site]:
            is_selected = definition.prefix or address.site != "bare"
            if is_selected and definition.below(segments) is not None:
                return definition
        return None
