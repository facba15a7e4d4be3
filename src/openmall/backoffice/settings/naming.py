"""What a field of settings is called in one of them, what its values mean, and what helps."""

from collections.abc import Mapping
from typing import Final, TypeVar

from openmall.backoffice.settings import labels, more_labels
from openmall.backoffice.settings.every import Resource
from openmall.backoffice.settings.fields import Asked
from openmall.backoffice.settings.values import VALUES

T = TypeVar("T")
LABELS: Final = {**labels.LABELS, **more_labels.LABELS}


def label(resource: Resource, name: str) -> str:
    """Return what a field, or what fields are a part of, is called. Raises LookupError."""
    found = _found(resource, name, LABELS)
    if found is None:
        raise LookupError(f"{resource.slug}: nobody has said what {name} is called")
    return found


def hint(resource: Resource, name: str) -> str:
    """Return what helps to fill a field in; empty: nothing does."""
    return _found(resource, name, more_labels.HINTS) or ""


def choices(resource: Resource, field: Asked) -> list[tuple[str, str]]:
    """Return the values of a field and what they mean. Raises LookupError."""
    meanings = _found(resource, field.last, VALUES) or {}
    missing = set(field.values) - set(meanings)
    if missing:
        raise LookupError(f"{resource.slug}: nobody has said what {missing} of {field.name} mean")
    return [(value, said) for value, said in meanings.items() if value in field.values]


def _found(resource: Resource, name: str, among: Mapping[str, T]) -> T | None:
    return among.get(f"{resource.slug}.{name}", among.get(name))
