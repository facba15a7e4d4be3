"""The bounds of a field that a refusal names: both, where the field has both.

msgspec names the one that a value is beyond.
"""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

import msgspec
from msgspec import inspect

from openmall.contract.refusal import Value

_KINDS: Final[dict[str, type[inspect.Type]]] = {
    "int": inspect.IntType,
    "float": inspect.FloatType,
    "str": inspect.StrType,
    "array": inspect.ListType,
}
"""What msgspec calls a type in a message -> the type."""
_NAMES: Final = {
    "ge": "least",
    "min_length": "least",
    "le": "most",
    "max_length": "most",
}


@lru_cache(maxsize=1_024)
def bounds_of(struct: type[msgspec.Struct], parameter: str, expected: str) -> dict[str, Value]:
    """Return the bounds of a parameter, by dotted name, as values `least` and `most`.

    `expected`: what msgspec calls its type. Empty: there are none, or no such parameter.
    """
    kind = _KINDS.get(expected)
    places: list[inspect.Type] = [_information(struct)]
    for name in parameter.split("."):
        places = [
            field.type
            for place in places
            for each in _alternatives(place)
            if isinstance(each, inspect.StructType)
            for field in each.fields
            if field.encode_name == name
        ]
    for place in places:
        for each in _alternatives(place):
            if kind is not None and type(each) is kind:
                return {
                    value: bound
                    for name, value in _NAMES.items()
                    if (bound := getattr(each, name, None)) is not None
                }
    return {}


def number(bound: Decimal | None) -> int | float:
    """Return the bound of an amount, which has both, as a number of JSON."""
    assert bound is not None
    return int(bound) if bound == int(bound) else float(bound)


@cache
def _information(struct: type[msgspec.Struct]) -> inspect.Type:
    return inspect.type_info(struct)


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield a type, the types it is a union of, and those of the values it holds."""
    yield kind
    if isinstance(kind, inspect.Metadata):
        yield from _alternatives(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _alternatives(each)
    elif isinstance(kind, inspect.ListType):
        yield from _alternatives(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from _alternatives(kind.value_type)
