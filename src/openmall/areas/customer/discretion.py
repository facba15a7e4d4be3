"""What the activity log does not keep: a line of it outlives the person it is about."""

from collections.abc import Set
from typing import Any

from openmall.journal.record import MASK, Changes


def discreet(changes: Changes, *, plain: Set[str]) -> dict[str, Any]:
    """Return `changes` for the log: it says which fields changed, and the values of `plain` ones.

    A field that nobody thought of stays hidden.
    """
    return {name: pair if name in plain else (MASK, MASK) for name, pair in changes.items()}
