"""What another version changes for the calls that an app makes."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from msgspec import Struct

from openmall.api.versions.change import Change, Kind
from openmall.api.versions.changes import CHANGES


class Affected(Struct, frozen=True):
    """A dated change, and the calls of an app that it affects."""

    description: str
    kind: Kind
    """`breaking`, `additive` or `behavioural` when going to the later version."""
    operations: list[str]
    """Affected operations that the app calls: `admin GET products`."""
    fields: list[str]
    """Parameters and response fields that earlier versions do not have."""


def between(one: str, other: str) -> list[Change]:
    """Return the changes between two releases in either order, oldest first."""
    older, newer = sorted((one, other))
    return [change for change in CHANGES if older < change.release <= newer]


def affecting(changes: Iterable[Change], calls: AbstractSet[str]) -> list[Affected]:
    """Return the `changes` that affect one of `calls`, named `<api> <method> <path>`."""
    return [
        Affected(
            change.changelog_entry(),
            change.kind,
            sorted(change.operations & calls),
            sorted(change.added),
        )
        for change in changes
        if change.operations & calls
    ]
