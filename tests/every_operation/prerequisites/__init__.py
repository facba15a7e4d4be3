"""Prerequisites of operations: objects that they need, and values to send.

Every area has a module here; this one merges their tables.
"""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites import (
    analytics,
    application,
    catalogue,
    changes,
    claims,
    community,
    customers,
    design,
    details,
    displays,
    drafts,
    file_transfers,
    jobs,
    migrated_orders,
    mileage,
    notification,
    order,
    own,
    own_subscriptions,
    plans,
    promotion,
    reports,
    sandbox,
    settings,
    shopping,
    shortages,
    social,
    store,
    subscriptions,
    supply,
    translation,
    webhooks,
    writes,
)
from tests.every_operation.prerequisites.kinds import FRESH, Row, Values
from tests.world import World

_MODULES = (
    store,
    catalogue,
    changes,
    displays,
    customers,
    community,
    supply,
    order,
    details,
    promotion,
    migrated_orders,
    mileage,
    notification,
    shopping,
    social,
    claims,
    settings,
    shortages,
    drafts,
    subscriptions,
    reports,
    own,
    own_subscriptions,
    analytics,
    sandbox,
    application,
    webhooks,
    file_transfers,
    jobs,
    plans,
    writes,
    design,
    translation,
)


def _of_all(name: str) -> dict[Any, Any]:
    """Return the merged tables of one name; no key may be in two of them."""
    found: dict[Any, Any] = {}
    for module in _MODULES:
        table = getattr(module, name, {})
        assert not found.keys() & table.keys(), (module, name)
        found |= table
    return found


CREATORS: dict[str, Callable[[World, Values], Any]] = _of_all("CREATORS")
"""Path down to a placeholder -> function that creates the object and returns its number or code."""

OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = _of_all(
    "OPERATION_CREATORS"
)
"""Operation, and path down to a placeholder -> function that overrides the one of CREATORS."""

EXISTING_FIRST: dict[str, Callable[[World], None]] = _of_all("EXISTING_FIRST")
"""Operation -> function that creates the object it answers, which its path does not name."""

REMOVED_FIRST: dict[str, Callable[[World], None]] = _of_all("REMOVED_FIRST")
"""Operation -> function that removes the object, of which only one can be created."""

CALLER_PARAMETERS: dict[str, int] = _of_all("CALLER_PARAMETERS")
"""Path parameter that must name the caller -> status for any other value."""

UNKNOWN_VALUES: dict[str, Any] = _of_all("UNKNOWN_VALUES")
"""Path parameter -> a value that does not exist; for all others the largest number."""

COMPANION_VALUES: dict[str, Callable[[Any], Values]] = _of_all("COMPANION_VALUES")
"""Parameter -> function that returns the parameters required with it."""

SAMPLE_VALUES: dict[str, Any] = _of_all("SAMPLE_VALUES")
"""Parameter -> the value to send where the first valid value is the default of a new shop, or, for
a required parameter, is not."""

REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = _of_all("REQUIRED_STATE")
"""Operation -> function that adds to the object of its path what the operation removes."""

EXTRA_VALUES: dict[str, Values] = _of_all("EXTRA_VALUES")
"""Operation -> values it needs that no column of the specification can mark as required."""

DEFAULT_VALUES: dict[str, Values] = _of_all("DEFAULT_VALUES")
"""Update whose only parameter is required -> the default value of a new object."""


VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = _of_all("VALUES_FROM_MALL")
"""Parameter -> function that reads its value from the mall."""
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = _of_all("EXTRA_VALUES_FROM_MALL")
"""Operation -> function that reads further required values from the mall."""

IN_EVERY_MALL = {"board_no", "gateway", "shop_no", "skin_no"}
"""Path parameters of objects that every new mall has."""

NAMED_BY_KIND: dict[str, str] = _of_all("NAMED_BY_KIND")
"""Path whose last parameter names the same thing in every mall -> why."""

__all__ = [
    "CALLER_PARAMETERS",
    "COMPANION_VALUES",
    "CREATORS",
    "DEFAULT_VALUES",
    "EXISTING_FIRST",
    "EXTRA_VALUES",
    "EXTRA_VALUES_FROM_MALL",
    "FRESH",
    "IN_EVERY_MALL",
    "NAMED_BY_KIND",
    "OPERATION_CREATORS",
    "REMOVED_FIRST",
    "REQUIRED_STATE",
    "SAMPLE_VALUES",
    "UNKNOWN_VALUES",
    "VALUES_FROM_MALL",
    "Row",
    "Values",
]
