"""Which fields of an object changed, as far as events and audit entries say."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from openmall.contract.events import Event

_MAX_FIELDS: Final = 100
"""Names that an event lists; beyond, its changed fields count as not known."""


def named_by_object(entries: Iterable[tuple[str, Collection[str]]]) -> dict[str, set[str]]:
    """Return the fields that audit entries name, by each word of their subjects.

    An object is found by its id, which is a word of the subject: `product 7`, `order 1/items/2`.
    """
    named: dict[str, set[str]] = {}
    for subject, names in entries:
        for word in subject.replace("/", " ").split():
            named.setdefault(word, set()).update(names)
    return named


def of_events(
    events: Sequence[Event], entries: Sequence[tuple[str, Collection[str]]]
) -> list[str | None]:
    """Return the changed fields of each event, parted by commas; None: not known."""
    named: dict[str, set[str]] | None = None
    found: list[str | None] = []
    for event in events:
        names: Collection[str] = event.changed_fields
        if event.audited_by:
            if named is None:
                named = named_by_object(entries)
            about: Any = getattr(event, event.audited_by)
            names = {*names, *named.get(str(about), ())}
        known = 0 < len(names) <= _MAX_FIELDS and all(map(str.isidentifier, names))
        found.append(",".join(sorted(names)) if known else None)
    return found
