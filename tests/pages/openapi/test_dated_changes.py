"""The documents of two versions differ by the dated changes between them, and by nothing else."""

from typing import Any

import pytest

from openmall.api.versions import changes
from openmall.api.versions.change import NewOperations
from openmall.contract import api_versions
from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.openapi import document as openapi

OLDER, NEWEST = api_versions.RELEASES[-2:]
_WORDS = {"description", "example", "examples", "title"}

Json = dict[str, Any]


def _operations(found: Json) -> dict[str, Json]:
    return {
        f"{method.upper()} {path.removeprefix('/')}": operation
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    }


def _flat(whole: Json, part: Any, path: tuple[str, ...] = (), seen: frozenset[str] = frozenset()):
    """Yield each keyword with the names of parameters and properties that lead to it."""
    if isinstance(part, dict):
        if (reference := part.get("$ref")) is not None:
            if reference in seen:
                return
            target = whole
            for step in reference.removeprefix("#/").split("/"):
                target = target[step]
            yield from _flat(whole, target, path, seen | {reference})
        for name, each in part.items():
            if name not in _WORDS and name != "$ref":
                yield from _flat(whole, each, (*path, name), seen)
    elif isinstance(part, list):
        for at, each in enumerate(part):
            key = str(each)
            if isinstance(each, dict):
                key = each.get("name") or each.get("$ref") or str(at)
            yield from _flat(whole, each, (*path, key), seen)
    else:
        yield (*path, repr(part))


def _touched(operation: str) -> tuple[set[str], dict[str, set[str]]]:
    """Return what the changes of an operation added, and what within each sub-resource."""
    top: set[str] = set()
    within: dict[str, set[str]] = {}
    for change in changes.between(operation, OLDER):
        if change.within:
            within.setdefault(change.within, set()).update(change.added)
        else:
            top |= set(change.added)
    return top, within


def _is_explained(path: tuple[str, ...], top: set[str], within: dict[str, set[str]]) -> bool:
    if top & set(path):
        return True
    return any(
        name in path and added & set(path[path.index(name) :]) for name, added in within.items()
    )


@pytest.mark.parametrize("api", APIS)
def test_versions_differ_by_what_the_dated_changes_say(api: str) -> None:
    older, newer = openapi.document(api, OLDER), openapi.document(api, NEWEST)
    before, after = _operations(older), _operations(newer)

    added = {
        name.removeprefix(f"{api} ")
        for change in changes.CHANGES
        if isinstance(change, NewOperations) and change.release > OLDER
        for name in change.operations
        if name.startswith(f"{api} ")
    }
    assert set(after) - set(before) == added
    assert set(before) - set(after) == set()

    unexplained: dict[str, Any] = {}
    silent: set[str] = set()
    for name in before:
        old = set(_flat(older, before[name]))
        new = set(_flat(newer, after[name]))
        top, within = _touched(f"{api} {name}")
        wrong = [path for path in old ^ new if not _is_explained(path, top, within)]
        if wrong:
            unexplained[name] = wrong[:3]
        if (top or within) and old == new:
            silent.add(name)
        assert old - new == set() or name in unexplained
    assert unexplained == {}
    assert silent == set(), "changes that no document shows"


def test_the_difference_is_seen_by_names() -> None:
    older, newer = openapi.document("admin", OLDER), openapi.document("admin", NEWEST)
    old = older["components"]["schemas"]["Product"]["properties"]
    new = newer["components"]["schemas"]["Product"]["properties"]

    assert set(new) - set(old) == {
        "soldout_message",
        "product_shipping_type",
        "single_purchase",
        "translate_product_material",
        "cultural_tax_deduction",
        "size_guide",
    }
    assert list(older["info"]) == list(newer["info"])
