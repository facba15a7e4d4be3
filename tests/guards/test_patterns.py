"""Every pattern of a parameter says in words what it expects."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect

from openmall.api.registry import apis
from openmall.contract import patterns
from openmall.contract.declaration_error import DeclarationError


def _patterns(kind: Any, seen: set[type[Struct]]) -> Iterator[str]:
    """Return the patterns of a type, at any depth."""
    if isinstance(kind, inspect.StrType) and kind.pattern is not None:
        yield kind.pattern
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        inner = [field.type for field in kind.fields]
    else:
        names = ("type", "item_type", "key_type", "value_type")
        inner = [getattr(kind, name) for name in names if hasattr(kind, name)]
        inner += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    for each in inner:
        yield from _patterns(each, seen)


def test_every_pattern_of_a_parameter_is_declared_with_words() -> None:
    seen: set[type[Struct]] = set()
    found = {
        regex
        for api in apis().all
        for operation in api.operations
        for regex in _patterns(inspect.type_info(operation.takes), seen)
    }
    assert len(found) > 20
    for regex in found:
        assert patterns.expected(regex)


def test_one_pattern_has_one_wording() -> None:
    with pytest.raises(DeclarationError, match="expects 'a-z and 0-9 only' and 'letters'"):
        patterns.pattern(patterns.SMALL_LETTERS_AND_DIGITS, "letters")
