"""The operations of an API in a version, in the order a reader looks for them: area, resource, one.

An area is the room of the program an operation lives in, a resource the fixed words of its path.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.versions import changes
from openmall.api.versions.change import Change
from openmall.contract import api_versions
from openmall.contract.operation import Operation
from openmall.http.web.languages import marked
from openmall.pages.reference import operations as reference_operations
from openmall.pages.reference.fields import Lacking

APIS: Final = {
    "admin": marked("Admin API"),
    "storefront": marked("Storefront API"),
    "partner": marked("Partner API"),
    "analytics": marked("Analytics API"),
}
"""API -> what it is called, in the order they are told."""
AREAS: Final = {
    "store": marked("Store"),
    "product": marked("Products and stock"),
    "category": marked("Categories and displays"),
    "collection": marked("Brands and suppliers' collections"),
    "supply": marked("Suppliers"),
    "shipping": marked("Shipping and origins"),
    "customer": marked("Customers"),
    "community": marked("Boards and reviews"),
    "promotion": marked("Promotions"),
    "mileage": marked("Points and credits"),
    "personal": marked("Carts and wish lists"),
    "privacy": marked("Personal information"),
    "order": marked("Orders and claims"),
    "salesreport": marked("Sales reports"),
    "partner": marked("Partner programme"),
    "analytics": marked("Visits"),
    "application": marked("Apps and webhooks"),
    "sandbox": marked("Sandboxes"),
    "jobs": marked("Jobs"),
}
"""Area -> what it is called."""
_ELSEWHERE: Final = {
    "access/sandbox": "sandbox",
    "commerce/overview": "store",
    "commerce/salesreport/financials": "store",
    "commerce/shopwindow": "product",
    "events/jobs": "jobs",
}
"""Package or module -> the area under which readers look for its operations."""

_PACKAGES: Final = ("commerce", "access", "events")
"""Packages whose parts are areas."""
_SHOWN_IN: Final = {"overview": "store", "shopwindow": "product"}
"""Part of the program -> the area its operations are shown in, where that is another."""
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_RAISES: Final = re.compile(r"\bRaises ")


class Entry(Struct, frozen=True):
    """One operation of an API in a version."""

    door: ApiDefinition
    row: Operation
    version: str

    @property
    def slug(self) -> str:
        """Return its name in addresses: `get-products-product_no`."""
        path = _PLACEHOLDER.sub(r"\1", self.row.path).replace("/", "-")
        return f"{self.row.method.lower()}-{path}"

    @property
    def area(self) -> str:
        """Return the key of `AREAS` under which the operation is listed."""
        room = reference_operations.room(self.row)
        for prefix, area in _ELSEWHERE.items():
            if room == prefix or room.startswith(f"{prefix}/"):
                return area
        parts = room.split("/")
        return parts[1] if parts[0] == "commerce" else parts[0]

    @property
    def resource(self) -> str:
        """Return the fixed words of its path, without what only counts: `products/variants`."""
        words = [part for part in self.row.path.split("/") if not _PLACEHOLDER.match(part)]
        return "/".join(words[:-1] if words[-1] == "count" and len(words) > 1 else words)

    @property
    def path(self) -> str:
        """Return its path with the API's prefix: `/api/v2/admin/products/{product_no}`."""
        return "/" + "/".join([*self.door.prefix, self.row.path])

    @property
    def title(self) -> str:
        """Return the first sentence of its docstring: what it does."""
        return self.row.summary.partition(". ")[0]

    @property
    def description(self) -> str:
        """Return what its docstring says beyond the first sentence."""
        text = " ".join((self.row.handler.__doc__ or "").split())
        return _RAISES.sub("Errors: ", text.removeprefix(self.title).removeprefix(".").strip())

    @property
    def changed(self) -> list[Change]:
        """Return every dated change that touches it, the newest first."""
        name = f"{self.door.name} {self.row.name}"
        return [change for change in reversed(changes.CHANGES) if name in change.operations]

    @property
    def lacking(self) -> Lacking:
        """Return what this version of it does not have."""
        between = changes.between(f"{self.door.name} {self.row.name}", self.version)
        within: dict[str, frozenset[str]] = {}
        for change in between:
            if change.within:
                gone = within.get(change.within, frozenset())
                within[change.within] = gone | frozenset(change.added)
        top = frozenset(name for change in between if not change.within for name in change.added)
        return Lacking(top, within)


class Book(Struct, frozen=True):
    """An API in a version."""

    door: ApiDefinition
    version: str
    areas: dict[str, dict[str, list[Entry]]]
    """Area -> resource -> its operations."""
    by_slug: dict[str, Entry]

    @property
    def entries(self) -> list[Entry]:
        """Return every operation, in the order they are told."""
        return [
            entry
            for resources in self.areas.values()
            for entries in resources.values()
            for entry in entries
        ]


@lru_cache(maxsize=32)
def book(api: str, version: str) -> Book:
    """Return the operations of an API in a version. Raises KeyError for one there is not."""
    door = {each.name: each for each in registry.apis().all}[api]
    if version not in api_versions.RELEASES:
        raise KeyError(version)
    found = [Entry(door, row, version) for row in door.operations]
    areas: dict[str, dict[str, list[Entry]]] = {}
    order = list(AREAS)
    for entry in sorted(found, key=lambda each: order.index(each.area)):
        areas.setdefault(entry.area, {}).setdefault(entry.resource, []).append(entry)
    ordered = {area: dict(sorted(resources.items())) for area, resources in areas.items()}
    return Book(door, version, ordered, {entry.slug: entry for entry in found})
