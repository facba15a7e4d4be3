"""The operations of an API in a version, grouped by area and resource.

The area is the package of an operation, the resource the literal segments of its path.
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
from openmall.pages.reference.fields import MissingFields

APIS: Final = {
    "admin": marked("Admin API"),
    "storefront": marked("Storefront API"),
    "partner": marked("Partner API"),
    "analytics": marked("Analytics API"),
}
"""API -> label, in display order."""
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
    "notification": marked("Messages"),
    "design": marked("Themes"),
    "translation": marked("Translations"),
    "application": marked("Apps and webhooks"),
    "sandbox": marked("Sandboxes"),
    "jobs": marked("Jobs"),
    "plans": marked("Plans"),
    "file_transfers": marked("Imports and exports"),
}
"""Area -> label."""
_AREA_OVERRIDES: Final = {
    "access/sandbox": "sandbox",
    "commerce/overview": "store",
    "commerce/salesreport/financials": "store",
    "commerce/shopwindow": "product",
    "events/file_transfers": "file_transfers",
    "events/jobs": "jobs",
    "events/plans": "plans",
    "commerce/undo": "plans",
    "commerce/changes": "application",
}
"""Package or module -> area of its operations, where it differs."""

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_RAISES: Final = re.compile(r"\bRaises ")


class Entry(Struct, frozen=True):
    """One operation of an API in a version."""

    api: ApiDefinition
    operation: Operation
    version: str

    @property
    def slug(self) -> str:
        """The name in addresses: `get-products-product_no`."""
        path = _PLACEHOLDER.sub(r"\1", self.operation.path).replace("/", "-")
        return f"{self.operation.method.lower()}-{path}"

    @property
    def area(self) -> str:
        """The key of `AREAS` under which the operation is listed."""
        module_path = reference_operations.module_path(self.operation)
        for prefix, area in _AREA_OVERRIDES.items():
            if module_path == prefix or module_path.startswith(f"{prefix}/"):
                return area
        parts = module_path.split("/")
        return parts[1] if parts[0] == "commerce" else parts[0]

    @property
    def resource(self) -> str:
        """The literal segments of the path, without a final `count`: `products/variants`."""
        words = [part for part in self.operation.path.split("/") if not _PLACEHOLDER.match(part)]
        return "/".join(words[:-1] if words[-1] == "count" and len(words) > 1 else words)

    @property
    def path(self) -> str:
        """The path with the API's prefix: `/api/v2/admin/products/{product_no}`."""
        return "/" + "/".join([*self.api.prefix, self.operation.path])

    @property
    def title(self) -> str:
        """The first sentence of the handler's docstring."""
        return self.operation.summary.partition(". ")[0]

    @property
    def description(self) -> str:
        """The handler's docstring after its first sentence."""
        text = " ".join((self.operation.handler.__doc__ or "").split())
        return _RAISES.sub("Errors: ", text.removeprefix(self.title).removeprefix(".").strip())

    @property
    def changes(self) -> list[Change]:
        """The dated changes that affect the operation, newest first."""
        name = f"{self.api.name} {self.operation.name}"
        return [change for change in reversed(changes.CHANGES) if name in change.operations]

    @property
    def missing(self) -> MissingFields:
        """The fields that this version of the operation does not have."""
        between = changes.between(f"{self.api.name} {self.operation.name}", self.version)
        by_subresource: dict[str, frozenset[str]] = {}
        for change in between:
            if change.within:
                earlier = by_subresource.get(change.within, frozenset())
                by_subresource[change.within] = earlier | frozenset(change.added)
        top = frozenset(name for change in between if not change.within for name in change.added)
        return MissingFields(top, by_subresource)


class Catalog(Struct, frozen=True):
    """An API in a version."""

    api: ApiDefinition
    version: str
    areas: dict[str, dict[str, list[Entry]]]
    """Area -> resource -> operations."""
    by_slug: dict[str, Entry]

    @property
    def entries(self) -> list[Entry]:
        """Every operation, in display order."""
        return [
            entry
            for resources in self.areas.values()
            for entries in resources.values()
            for entry in entries
        ]


@lru_cache(maxsize=32)
def catalog_of(api: str, version: str) -> Catalog:
    """Return the operations of an API in a version. Raises KeyError for an unknown one."""
    api_definition = {each.name: each for each in registry.apis().all}[api]
    if version not in api_versions.RELEASES:
        raise KeyError(version)
    entries = [
        Entry(api_definition, operation, version)
        for operation in api_definition.operations
        if api_definition.has(operation, version)
    ]
    areas: dict[str, dict[str, list[Entry]]] = {}
    order = list(AREAS)
    for entry in sorted(entries, key=lambda each: order.index(each.area)):
        areas.setdefault(entry.area, {}).setdefault(entry.resource, []).append(entry)
    ordered = {area: dict(sorted(resources.items())) for area, resources in areas.items()}
    return Catalog(api_definition, version, ordered, {entry.slug: entry for entry in entries})
