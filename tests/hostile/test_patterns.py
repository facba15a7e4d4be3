"""No pattern of the program takes long to say no, however long and repetitive a text is."""

import gc
import re
import time
from collections.abc import Iterator

import pytest
from msgspec import inspect

from openmall.contract.fields import Field, fields_of
from tests.every_operation.registered import every_row
from tests.guards.sources import import_all, sources

pytestmark = pytest.mark.one_store

LENGTH = 2_000
"""Characters: a pattern that tries every way to read a text does not end before the test is old."""
UNITS = (
    "a", "1", " ", ".", "-", "/", "'", "(", "<", "%2", "a@", "a.", "1-", "a ", "0,", "가", "\t\n",
)  # fmt: skip
ENDS = ("!", "\0\n")
MOST_SECONDS = 0.5


def declared() -> set[str]:
    """Return every pattern that a parameter declares."""
    found: set[str] = set()
    for _, operation in every_row():
        for field in operation.fields.values():
            found |= set(_patterns(field))
    return found


def _patterns(field: Field) -> Iterator[str]:
    kind = field.type
    kinds = list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]
    for each in kinds:
        inner = each.item_type if isinstance(each, inspect.ListType) else each
        while isinstance(inner, inspect.Metadata):
            inner = inner.type
        if isinstance(inner, inspect.StrType) and inner.pattern:
            yield inner.pattern
        if isinstance(inner, inspect.StructType):
            for below in fields_of(inner.cls).values():
                yield from _patterns(below)


def written() -> set[str]:
    """Return every pattern that the program's own files compile."""
    import_all()
    gc.unfreeze()
    said = "\n".join(source.text for source in sources())
    found = {each for each in gc.get_objects() if isinstance(each, re.Pattern)}
    texts = {each.pattern for each in found if isinstance(each.pattern, str)}
    return {each for each in texts if each in said}


def patterns() -> list[str]:
    """Return all of them."""
    return sorted(declared() | written())


def tries() -> int:
    """Return how many texts each pattern is shown."""
    return len(patterns()) * len(UNITS) * len(ENDS)


def test_a_pattern_says_no_in_no_time() -> None:
    slow = {}
    for pattern in patterns():
        compiled = re.compile(pattern)
        for unit in UNITS:
            for end in ENDS:
                text = unit * (LENGTH // len(unit)) + end
                started = time.process_time()
                compiled.search(text)
                compiled.fullmatch(text)
                if (took := time.process_time() - started) > MOST_SECONDS:
                    slow[pattern] = (unit, end, round(took, 2))
    assert slow == {}


def test_the_patterns_are_found() -> None:
    assert len(declared()) > 10
    assert len(written()) > 30
