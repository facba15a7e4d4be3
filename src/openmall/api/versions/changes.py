"""All dated changes: requests of older versions are upgraded, and their responses downgraded.

Business code knows only the newest version. Dropping a version deletes one package.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from openmall.api.versions import v2026_02_01, v2026_03_01
from openmall.api.versions.change import Body, Change, NewOperations

CHANGES: Final[tuple[Change, ...]] = (*v2026_02_01.CHANGES, *v2026_03_01.CHANGES)
"""Every change, oldest release first."""
_FIRST_RELEASES: Final = {
    operation: change.release
    for change in CHANGES
    if isinstance(change, NewOperations)
    for operation in change.operations
}
"""`<api> <method> <path>` -> the release that added it."""


def first_release(operation: str) -> str:
    """Return the release that added an operation; empty for one that every version has."""
    return _FIRST_RELEASES.get(operation, "")


def between(
    operation: str, version: str, embedded: AbstractSet[str] | None = None
) -> tuple[Change, ...]:
    """Return the changes of an operation after `version`, oldest first.

    A change `within` a sub-resource is skipped unless that is among the `embedded` ones; None
    includes all.
    """
    return tuple(
        change
        for change in CHANGES
        if change.release > version
        and operation in change.operations
        and (embedded is None or not change.within or change.within in embedded)
    )


def upgrade_request(between: Iterable[Change], body: Body) -> None:
    """Upgrade one object's parameters to the newest version. Raises Invalid (422)."""
    for change in between:
        for name in () if change.within else change.added:
            body.pop(name, None)
        change.request(body)
