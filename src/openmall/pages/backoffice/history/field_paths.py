"""The fields of rows and resources by their paths, those of documents and lists among them."""

from collections.abc import Iterable, Mapping

import msgspec

from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.history import changed_values
from openmall.pages.backoffice.history.field_labels import DOCUMENTS, JSON_COLUMNS


def spread(values: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return the fields of a row, those of its documents among them."""
    found: dict[str, Encodable] = {}
    for name, value in values.items():
        inside = document(value) if name in DOCUMENTS else None
        if inside is None:
            found |= dict(_spread(name, _decoded(value) if name in JSON_COLUMNS else value))
            continue
        for path, part in flat(inside):
            found |= dict(_spread(path, part))
    return found


def _decoded(value: Encodable) -> Encodable:
    try:
        return msgspec.json.decode(value) if isinstance(value, str) else value
    except msgspec.DecodeError:
        return value


def _spread(name: str, value: Encodable) -> Iterable[tuple[str, Encodable]]:
    """Return the fields of what a field holds, such as the receivers of an order, by their paths.

    Of several they are numbered. Pictures are shown by themselves.
    """
    held = value if isinstance(value, list) else [value]
    if not held or changed_values.PICTURES.search(name):
        return [(name, value)]
    if not all(isinstance(each, dict) and each for each in held):
        return [(name, value)]
    found: list[tuple[str, Encodable]] = []
    for at, each in enumerate(held, 1):
        inside = name if len(held) == 1 else f"{name}.{at}"
        for field, content in flat(each):
            found += [(f"{inside}.{path}", part) for path, part in _spread(field, content)]
    return found


def document(value: Encodable) -> dict[str, Encodable] | None:
    """Return a JSON document, as it is stored or read; None: it is none."""
    try:
        found = msgspec.json.decode(value) if isinstance(value, str) else value
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def flat(of: dict[str, Encodable], inside: str = "") -> Iterable[tuple[str, Encodable]]:
    """Return the fields of an object and of those within it, by their paths."""
    for name, value in of.items():
        if isinstance(value, dict) and value:
            yield from flat(value, f"{inside}{name}.")
        else:
            yield f"{inside}{name}", value
