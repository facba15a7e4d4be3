"""A dated change: how a call of an older version is brought up to the newest, and its answer down.

Business code knows only the newest version. Dropping a date deletes one file.
"""

from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Final, Protocol

from openmall.versions import v2026_03_01

Body = dict[str, Any]


class Change(Protocol):
    """What changed at a release for some operations; its docstring is the changelog entry."""

    release: ClassVar[str]
    operations: ClassVar[frozenset[str]]
    """`<api> <method> <path>` of the rows it touches."""
    added: ClassVar[tuple[str, ...]]
    """Parameters and answer fields that earlier versions do not have."""

    def request(self, body: Body) -> None:
        """Bring one object's parameters, sent in the version before, up to this release.

        Raises Invalid (422) for what that version refuses.
        """
        ...

    def answer(self, resource: Body) -> None:
        """Bring one answered resource of this release down to the version before."""
        ...


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
        and (embedded is None or getattr(change, "within", None) in (None, *embedded))
    )
