"""What a role lets a sub-admin do: areas of the back office, each to view or to edit.

An area is composed of the permissions of the admin API (`contract/scopes.py`): a page of the back
office opens for those who may view its area, and each operation it calls is checked against the
permissions of the areas. `docs/staff.md` has the table.
"""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from openmall.contract import scopes as scope_names
from openmall.contract.operation import Operation
from openmall.contract.scopes import AGENT_WRITES, PROPOSES, READ_CUSTOMER

Level = Literal["view", "edit"]
LEVELS: Final[tuple[Level, ...]] = ("view", "edit")
_OF_CUSTOMER: Final = "customers/{member_id}"


class Area(Struct, frozen=True):
    """The permissions of an area, as resource areas of the admin API."""

    owned: frozenset[str]
    """Written by those who may edit it, read by those who may view it."""
    shown: frozenset[str] = frozenset()
    """Read along, because its pages show them: the products of an order."""
    operations: tuple[str, ...] = ()
    """Paths whose operations its pages call, of resources that are otherwise closed to it. What
    they write waits, and is found in the history, for those of the other area alone."""
    lists: tuple[str, ...] = ()
    """Paths that its pages read, likewise."""

    def calls(self, path: str, *, writes: bool) -> bool:
        """Return whether its pages call the operations at or below a path by name."""
        named = self.operations if writes else (*self.operations, *self.lists)
        return any(path == each or path.startswith(f"{each}/") for each in named)


def _area(owned: str, shown: str = "", *, operations: str = "", lists: str = "") -> Area:
    return Area(
        frozenset(owned.split()),
        frozenset(shown.split()),
        tuple(operations.split()),
        tuple(lists.split()),
    )


AREAS: Final[dict[str, Area]] = {
    "products": _area("product category collection supply translation", "store shipping promotion"),
    "orders": _area("order shipping", "store product category customer privacy promotion mileage"),
    "customers": _area(
        "customer privacy personal mileage promotion notification", "store order product category"
    ),
    "boards": _area("community", "store product"),
    "reports": _area("salesreport analytics", "store product category"),
    "settings": _area(
        "store shipping promotion translation",
        "product category",
        operations="automails customers/properties",
        lists="customergroups",
    ),
    "design": _area("design translation", "store product category collection"),
    "apps": _area("application"),
    "transfers": _area("", "store", operations="imports exports"),
    "activity": _area(""),
    "staff": _area(""),
}
"""Area of the back office -> its permissions."""
OFFERED: Final = tuple(area for area in AREAS if area != "staff")
"""Areas that a role may have; only head admins change other people's accounts."""


class Rights(Struct, frozen=True):
    """The areas that a manager may view and edit."""

    viewed: frozenset[str]
    edited: frozenset[str]

    def may(self, area: str, level: Level) -> bool:
        """Return whether the area is open at a level; who may edit, may view."""
        return area in (self.edited if level == "edit" else self.viewed)

    def permits(self, operation: Operation) -> bool:
        """Return whether an operation of the API may be called by a page."""
        if operation.path.startswith(_OF_CUSTOMER) and not self.permits_scope(READ_CUSTOMER):
            # their coupons have the permission of promotions
            return False
        areas = self.edited if operation.writes else self.viewed
        return self.permits_scope(operation.scope, writes=operation.writes) or any(
            AREAS[area].calls(operation.path, writes=operation.writes) for area in areas
        )

    def permits_scope(self, scope: str, *, writes: bool = False) -> bool:
        """Return whether a permission of the admin API, such as `mall.read_order`, is held.

        `writes`: the permission is used to write, whatever its name says.
        """
        if scope == AGENT_WRITES:
            # whatever else the app may write, its agents write without approval
            return self == ALL
        name = scope.removesuffix(PROPOSES).rpartition(".")[2]
        verb, _, subject = name.partition("_")
        subject = subject or verb
        if writes or verb == "write":
            return any(subject in AREAS[area].owned for area in self.edited)
        return any(
            subject in AREAS[area].owned or subject in AREAS[area].shown for area in self.viewed
        )

    @property
    def scopes(self) -> frozenset[str]:
        """The permissions of the admin API that are held."""
        return _scopes(self)

    @property
    def text(self) -> str:
        """The rights as they are stored: `orders:edit products:view`."""
        return " ".join(
            f"{area}:{'edit' if area in self.edited else 'view'}" for area in sorted(self.viewed)
        )


@lru_cache(maxsize=256)
def _scopes(rights: Rights) -> frozenset[str]:
    every = (f"mall.{verb}_{area}" for verb in ("read", "write") for area in scope_names.AREAS)
    return frozenset(scope for scope in every if rights.permits_scope(scope))


ALL: Final = Rights(frozenset(AREAS), frozenset(AREAS))
"""Those of head admins, and of sub-admins without a role."""
NONE: Final = Rights(frozenset(), frozenset())


def of_manager(manager_type: str, role_no: int, rights: str | None) -> Rights:
    """Return the rights of a manager; a role that is gone permits nothing.

    `rights`: the text of the role; None: there is no such role.
    """
    if manager_type == "P":
        return ALL
    if manager_type == "S":
        return NONE
    return of_text(rights or "") if role_no else ALL


def of_levels(levels: dict[str, str]) -> Rights:
    """Return the rights of levels by area; areas and levels that do not exist give nothing."""
    known = {area: level for area, level in levels.items() if area in OFFERED and level in LEVELS}
    return Rights(
        frozenset(known), frozenset(area for area, level in known.items() if level == "edit")
    )


def of_text(text: str) -> Rights:
    """Return the rights that `Rights.text` stored."""
    return of_levels(dict(pair.split(":", 1) for pair in text.split() if ":" in pair))
