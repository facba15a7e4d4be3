"""Which changed fields an app wants events for: parsed, checked and stored."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from openmall.contract import events

MOST_FIELDS: Final = 50
"""Fields of an event that an app chooses."""
_EXAMPLES: Final = {
    90002: ("display", "price"),
    90043: ("category_name",),
    90048: ("benefit_name",),
    90080: ("news_mail",),
    90091: ("supplier_name",),
    90101: ("default_shipping_carrier",),
    90114: ("permission_shop_no",),
    90154: ("is_stopped_issued_coupon",),
}
"""Fields that events list which may list any of their object."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}\Z")


def encode(choices: Mapping[int, Iterable[str]]) -> str:
    """Return choices as they are stored: `90002:display,price 90024:items`."""
    return " ".join(
        f"{event_no}:{','.join(sorted(names))}" for event_no, names in sorted(choices.items())
    )


def decode(stored: str) -> dict[int, frozenset[str]]:
    """Return the chosen fields by the number of the event."""
    parted = (each.split(":") for each in stored.split())
    return {int(event_no): frozenset(names.split(",")) for event_no, names in parted}


def listing(stored: str) -> dict[int, list[str]]:
    """Return the chosen fields by the number of the event, in their order."""
    return {event_no: sorted(names) for event_no, names in decode(stored).items()}


def updated(
    stored: str, choices: Mapping[int, Iterable[str]] | None, event_nos: Collection[int]
) -> str:
    """Return what is stored after a change to `choices` (None: no change) and these events.

    Raises ValueError for fields that an event never lists.
    """
    chosen = decode(stored)
    if choices is not None:
        chosen = {event_no: checked(event_no, names) for event_no, names in choices.items()}
    return encode({each: names for each, names in chosen.items() if names and each in event_nos})


def listed(event_no: int) -> tuple[str, ...] | None:
    """Return the fields that an event can list.

    None: any of its object. Empty: none, as it is about the whole object.
    """
    kind = events.kinds().get(event_no)
    if kind is None:
        return ()
    return None if kind.audited_by else kind.changed_fields


def examples(event_no: int) -> tuple[str, ...]:
    """Return changed fields as an event may list them; empty: it lists none."""
    names = listed(event_no)
    return _EXAMPLES[event_no] if names is None else names


def checked(event_no: int, names: Iterable[str]) -> frozenset[str]:
    """Return the fields chosen for an event. Raises ValueError for one that it never lists."""
    chosen, possible = frozenset(names), listed(event_no)
    if len(chosen) > MOST_FIELDS:
        raise ValueError(f"choose {MOST_FIELDS} fields of event {event_no} at most")
    for name in sorted(chosen):
        if not _NAME.match(name) or (possible is not None and name not in possible):
            known = ", ".join(possible) if possible else "none" if possible == () else "its fields"
            raise ValueError(f"event {event_no} never lists the field {name!r}: it lists {known}")
    return chosen
