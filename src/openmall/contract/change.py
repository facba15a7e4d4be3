"""Partial updates: absent fields stay unchanged, and an update without any difference is refused.

Specification: "Errors", 409: updating a resource with identical content.
"""

from decimal import Decimal
from typing import Any, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from openmall.contract.errors import NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.params import StartDate

S = TypeVar("S", bound=Struct)
Changes = dict[str, tuple[Encodable, Encodable]]
"""Field -> its value before and after."""


def sent_fields(change: Struct) -> dict[str, Any]:
    """Return the fields of `change` the client sent, by name; null counts as sent."""
    return {name: value for name, value in asdict(change).items() if value is not UNSET}


def merged(before: S, changes: dict[str, Any]) -> S:
    """Return `before` with `changes` applied; nested objects are merged field by field.

    Dates become datetimes and amounts get two places, in lists as well. Names that `before` does
    not have are ignored: the caller handles them.
    """
    fields = before.__struct_fields__
    after: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in fields:
            continue
        old = getattr(before, name)
        if isinstance(value, Struct) and isinstance(old, Struct):
            value = merged(old, sent_fields(value))
        else:
            value = _normalized(value)
        after[name] = value
    return replace(before, **after)


def _normalized(value: Any) -> Any:
    """Convert a sent value to its stored form, at any depth."""
    if isinstance(value, StartDate):
        return moment(value)
    if isinstance(value, Decimal):
        return rounded(value)
    if isinstance(value, list):
        return [_normalized(each) for each in value]
    if isinstance(value, Struct):
        amounts = {n: rounded(v) for n, v in asdict(value).items() if isinstance(v, Decimal)}
        return replace(value, **amounts) if amounts else value
    return value


def patched(before: S, change: Struct) -> S:
    """Return `before` updated by `change`. Raises NotModified (409) when nothing differs."""
    after = merged(before, sent_fields(change))
    if after == before:
        raise NotModified()
    return after


def differences(before: Struct, after: Struct) -> Changes:
    """Return the fields that differ: name -> (before, after)."""
    new = asdict(after)
    return {
        name: (value, new[name]) for name, value in asdict(before).items() if value != new[name]
    }


def differences_from_nothing(created: Struct) -> Changes:
    """Return every field that a new object has as a change from None: name -> (None, value)."""
    return {name: (None, value) for name, value in asdict(created).items() if value is not UNSET}


def is_trimmed(before: Encodable, after: Encodable) -> bool:
    """Say whether a text differs from a stored one by the blanks around that alone.

    Files have none around their values, so this is no change.
    """
    return isinstance(before, str) and before != after and before.strip() == after
