"""What operations need to act on: how to make each kind of thing, and what to send with what.

Every room has a file here; this one puts together what they say.
"""

from collections.abc import Callable
from typing import Any

from tests.every_operation.made import (
    analytics,
    catalogue,
    claims,
    community,
    customers,
    details,
    displays,
    drafts,
    jobs,
    mileage,
    order,
    own,
    promotion,
    reports,
    sandbox,
    settings,
    shopping,
    shortages,
    store,
    subscriptions,
    supply,
    webhooks,
)
from tests.every_operation.made.kinds import FRESH, Row, Values
from tests.world import World

_ROOMS = (
    store,
    catalogue,
    displays,
    customers,
    community,
    supply,
    order,
    details,
    promotion,
    mileage,
    shopping,
    claims,
    settings,
    shortages,
    drafts,
    subscriptions,
    reports,
    own,
    analytics,
    sandbox,
    webhooks,
    jobs,
)


def _of_all(name: str) -> dict[Any, Any]:
    """Return what the rooms say under one name; no two may say the same of one thing."""
    found: dict[Any, Any] = {}
    for room in _ROOMS:
        said = getattr(room, name, {})
        assert not found.keys() & said.keys(), (room, name)
        found |= said
    return found


MAKES: dict[str, Callable[[World, Values], Any]] = _of_all("MAKES")
"""Path down to a placeholder -> what makes such a thing and returns its number or code."""

INSTEAD: dict[tuple[str, str], Callable[[World, Values], Any]] = _of_all("INSTEAD")
"""Operation, and path down to a placeholder -> what makes another such thing than MAKES does."""

MUST_BE_THERE: dict[str, Callable[[World], None]] = _of_all("MUST_BE_THERE")
"""Operation -> what makes the thing it answers, which its path does not name."""

MUST_BE_GONE: dict[str, Callable[[World], None]] = _of_all("MUST_BE_GONE")
"""Operation -> what removes the thing of which it makes one and no second."""

OWN: dict[str, int] = _of_all("OWN")
"""Path parameter that must name the caller -> the status of another."""

NOBODY: dict[str, Any] = _of_all("NOBODY")
"""Path parameter -> one that exists nowhere; for all others the largest number."""

NEEDS: dict[str, Callable[[Any], Values]] = _of_all("NEEDS")
"""Parameter -> what has to come with it."""

SENT: dict[str, Any] = _of_all("SENT")
"""Parameter -> the value to send where the first that is valid is what a new shop has, or, when
the parameter is required, is not."""

MUST_HAVE: dict[str, Callable[[World, Values], None]] = _of_all("MUST_HAVE")
"""Operation -> what gives to the thing its path names what it takes away."""

ALSO: dict[str, Values] = _of_all("ALSO")
"""Operation -> what it needs to be sent that no column can say is required."""

NOTHING: dict[str, Values] = _of_all("NOTHING")
"""Update whose required parameter is all it takes -> the value that says what a new one has."""


OF_MALL: dict[str, Callable[[World], Any]] = _of_all("OF_MALL")
"""Parameter -> what says its value by looking into the mall."""
OF_CALL: dict[str, Callable[[World], Values]] = _of_all("OF_CALL")
"""Operation -> what it needs to be sent beside what is required, by looking into the mall."""

IN_EVERY_MALL = {"board_no", "gateway", "shop_no"}
"""Path parameter of things that every mall has from its first day."""

__all__ = [
    "ALSO",
    "FRESH",
    "INSTEAD",
    "IN_EVERY_MALL",
    "MAKES",
    "MUST_BE_GONE",
    "MUST_BE_THERE",
    "MUST_HAVE",
    "NEEDS",
    "NOBODY",
    "NOTHING",
    "OF_CALL",
    "OF_MALL",
    "OWN",
    "SENT",
    "Row",
    "Values",
]
