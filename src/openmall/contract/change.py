"""Changing a thing: what was not sent is left alone, what was sent must make a difference.

Specification: "Errors", 409: updating a resource with identical content.
"""

from decimal import Decimal
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.params import StartDate

IDENTICAL: Final = "The content is identical to what is stored, nothing was changed."

S = TypeVar("S", bound=Struct)


def sent(change: Struct) -> dict[str, Any]:
    """Return the fields of `change` that the client sent, by name; null counts as sent."""
    return {name: value for name, value in asdict(change).items() if value is not UNSET}


def merged(before: S, changes: dict[str, Any]) -> S:
    """Return `before` with `changes` put in; a nested object is merged, field by field.

    A date that was sent is kept as a moment, an amount with two places, in lists as well.

    Names that `before` does not have are passed over: they are for the caller to act on.
    """
    fields = before.__struct_fields__
    after: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in fields:
            continue
        old = getattr(before, name)
        if isinstance(value, Struct) and isinstance(old, Struct):
            value = merged(old, sent(value))
        else:
            value = _kept(value)
        after[name] = value
    return replace(before, **after)


def _kept(value: Any) -> Any:
    """Return a value that was sent as it is kept, at any depth."""
    if isinstance(value, StartDate):
        return moment(value)
    if isinstance(value, Decimal):
        return rounded(value)
    if isinstance(value, list):
        return [_kept(each) for each in value]
    if isinstance(value, Struct):
        amounts = {n: rounded(v) for n, v in asdict(value).items() if isinstance(v, Decimal)}
        return replace(value, **amounts) if amounts else value
    return value


def patched(before: S, change: Struct) -> S:
    """Return `before` as `change` makes it.

    Raises NotModified (409) when the client sent nothing that differs.
    """
    after = merged(before, sent(change))
    if after == before:
        raise NotModified(IDENTICAL)
    return after


def differences(before: Struct, after: Struct) -> dict[str, tuple[Any, Any]]:
    """Return the fields that differ: name -> (before, after)."""
    new = asdict(after)
    return {
        name: (value, new[name]) for name, value in asdict(before).items() if value != new[name]
    }


def differences_from_nothing(made: Struct) -> dict[str, tuple[Any, Any]]:
    """Return every field of a new object as a change from nothing."""
    return {name: (None, value) for name, value in asdict(made).items()}
