"""A mall in which every text that anybody can write says something hostile."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from tests.commerce.customer import customer_setup
from tests.every_operation.operation_calls import least, outcome, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row
from tests.world import World

MARKUP = "'\"></a></script><img src=x>{{83*111119}}"
"""Ends an attribute, a script and a link, begins an element, and is a template's expression."""
SHORT = "'\"><i x>"
"""The same for short fields."""
ADDRESS = "javascript:x()//"
"""A program where an address is expected."""


def texts(row: Row) -> Iterator[tuple[str, int]]:
    """Yield an operation's parameters that are any text, and how long it may be."""
    for name, field in row[1].fields.items():
        kind = field.type
        if name in row[1].placeholders or not isinstance(kind, inspect.StrType):
            continue
        if not kind.pattern:
            yield name, kind.max_length or 1_000


def writes() -> list[Row]:
    """Return the operations by which somebody writes something, shoppers' first."""
    found = [row for row in every_row() if row[1].has_body and row[0].name != "partner"]
    return sorted(found, key=lambda row: row[0].name != "storefront")


def fits(said: str, longest: int) -> str:
    """Return the longest of the hostile texts like `said` that a field takes; empty: none."""
    tries = (said, SHORT) if said == MARKUP else (said,)
    return next((each for each in tries if len(each) <= longest), "")


def fill(world: World, said: str) -> int:
    """Write a text into every field that takes it; returns how many did."""
    stored = 0
    for row in writes():
        for name, longest in texts(row):
            text = fits(said, longest)
            if not text or name in ("member_id", "user_id"):
                continue
            world.stage.forget_counts()
            path = things(world, row[1])
            values: dict[str, Any] = {**least(world, row[1], path), name: text}
            answer = send(world, row, values, path)
            assert answer.status_code < 500, (row[1].name, name, answer.text)
            stored += outcome(answer)[0] in (200, 201)
    customer_setup.join(world, "hostile", name=said, email="h@example.com")
    return stored + 1
