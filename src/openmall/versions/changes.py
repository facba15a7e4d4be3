"""A dated change: how a call of an older version is brought up to the newest, and its answer down.

Business code knows only the newest version. Dropping a date deletes one file.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from openmall.versions import v2026_03_01
from openmall.versions.change import Body, Change

CHANGES: Final[tuple[Change, ...]] = v2026_03_01.CHANGES
"""Every change, oldest release first."""


def between(
    operation: str, version: str, embedded: AbstractSet[str] | None = None
) -> tuple[Change, ...]:
    """Return the changes that lie between `version` and the newest for an operation's row.

    A change that names with `within` the sub-resource it is about is left out when that is not
    among the `embedded` ones; None: any may be.
    """
    return tuple(
        change
        for change in CHANGES
        if change.release > version
        and operation in change.operations
        and (embedded is None or not change.within or change.within in embedded)
    )


def bring_up(between: Iterable[Change], body: Body) -> None:
    """Bring one object's parameters up to the newest version. Raises Invalid (422)."""
    for change in between:
        for name in change.added:
            body.pop(name, None)
        change.request(body)
