"""The calls of every list and count: each filter and sort alone, and in common pairs."""

import itertools
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import httpx
from msgspec import inspect

from openmall.contract.fields import Field
from tests.every_operation import examples
from tests.every_operation.prerequisites import COMPANION_VALUES, Row, Values

PAGE: Final = frozenset({"limit", "offset", "fields", "embed"})
MOST_CODES: Final = 8
PAIRED: Final = frozenset(
    {
        ("admin", "orders"), ("admin", "products"), ("storefront", "products"),
        ("partner", "products"), ("admin", "customersprivacy"),
    }
)  # fmt: skip
"""Lists, and their counts, of which filters are combined."""


class Asked(NamedTuple):
    """The parameters of one call."""

    names: str
    values: Values


def is_list(row: Row) -> bool:
    """Say whether an operation answers many things, or their number."""
    return not row[1].writes and row[1].answers in ("many", "count")


def first_of(row: Row, answer: httpx.Response) -> dict[str, Any]:
    """Return the first object of a list, or nothing."""
    assert answer.status_code == 200, answer.text
    listed = answer.json().get(row[1].key)
    return listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], dict) else {}


def trials(
    row: Row, needed: Values, seen: dict[str, Any], *, pairs: bool = False
) -> Iterator[Asked]:
    """Return the calls of an operation: plain, by each filter, and by pairs of them.

    `pairs`: of the lists in `PAIRED`. `needed`: what each call has. `seen`: an object of the plain
    list, which filters find.
    """
    yield Asked("", needed)
    alone = list(_alone(row, needed, seen))
    yield from alone
    if pairs and (row[0].name, row[1].path.removesuffix("/count")) in PAIRED:
        for one, other in itertools.combinations(alone, 2):
            if not one.values.keys() & other.values.keys() - needed.keys():
                yield Asked(f"{one.names} {other.names}", one.values | other.values)


def _alone(row: Row, needed: Values, seen: dict[str, Any]) -> Iterator[Asked]:
    for name, field in row[1].fields.items():
        if name in row[1].placeholders or name in PAGE or name == "shop_no":
            continue
        for kind, value in _values(field, seen):
            if name in needed and needed[name] == value:
                continue
            with_it = COMPANION_VALUES.get(name, lambda value: {})(value)
            with_it = {each: v for each, v in with_it.items() if each in row[1].fields}
            yield Asked(f"{name}={kind}", {**needed, **with_it, name: value})


def _values(field: Field, seen: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    inner: Any = field.type
    while isinstance(inner, inspect.Metadata | inspect.ListType):
        inner = inner.type if isinstance(inner, inspect.Metadata) else inner.item_type
    if isinstance(inner, inspect.LiteralType):
        for code in inner.values[:MOST_CODES]:
            yield str(code), code
        return
    yield "none", examples.valid(field.type)
    found = seen.get(field.name)
    if isinstance(found, str | int) and not isinstance(found, bool) and found != "":
        yield "seen", found
