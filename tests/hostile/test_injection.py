"""What looks like SQL, a template, a path or a pattern finds what nonsense finds, everywhere.

Every text an operation filters by is asked with nonsense, and with each hostile text: the answers
must be the same. In `fields`, `embed` and sort orders they are names nobody knows.
"""

import re
from typing import Any

import pytest
from msgspec import inspect

from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.world import World

pytestmark = pytest.mark.one_store

NONSENSE = "zqxjkvbwzq"
HOSTILE = (
    "' OR '1'='1", "' OR 1=1 --", "'; DROP TABLE product; --", "x' UNION SELECT 1,2,3 --",
    "\\' OR 1=1", "1) OR (1=1", "%", "_%", "%' ESCAPE '%", "*", "zq*", '"', '" OR ""="',
    "NEAR(a b)", "a1z AND b2z OR c3z", "[a-z]*", "(?:a+)+$", "{{7*7}}", "${jndi:ldap://x}", "$(id)",
    "`id`", "../../../etc/passwd", "%00x", "\r\nSet-Cookie: a=b", '{"$ne": null}', "true", "null",
    "{0.__class__}", "%s%n",
)  # fmt: skip
SHAPING = ("fields", "embed")
STANDS_THERE = {("GET activitylogs", "content"): ('"', "*", "null")}
"""Operation and filter -> what of the hostile texts the log itself says: found, as it must be."""


def _texts(row: Row) -> list[str]:
    """Return the filters of an operation that are any text, and what shapes its answer."""
    found = []
    for name, field in row[1].fields.items():
        kind = field.type.item_type if isinstance(field.type, inspect.ListType) else field.type
        if isinstance(kind, inspect.Metadata):
            kind = kind.type
        if isinstance(kind, inspect.StrType) and not kind.pattern:
            found.append(name)
    return [name for name in found if name not in row[1].placeholders and name != "mall_id"]


def reads() -> list[Row]:
    """Return every operation that answers what it is asked for."""
    return [row for row in every_row() if row[1].method == "GET"]


def asked(row: Row) -> list[tuple[str, tuple[str, ...]]]:
    """Return what is asked of an operation: parameter, and the hostile texts for it."""
    # what shapes answers is read in one place, for all operations alike
    shaping = [(name, HOSTILE[: len(SHAPING) * 2]) for name in SHAPING]
    return [*((name, HOSTILE) for name in _texts(row)), *shaping]


def tries() -> int:
    """Return how many hostile texts this suite sends."""
    return sum(len(texts) for row in reads() for _, texts in asked(row))


def test_a_hostile_filter_finds_what_nonsense_finds(world: World) -> None:
    wrong: list[Any] = []
    made = 0
    before: dict[str, list[str]] = {}
    for row in sorted(reads(), key=lambda row: row[0].name != "storefront"):
        world.stage.forget_counts()
        path = things(world, row[1])
        values = least(world, row[1], path)
        before = rows(world)
        for name, texts in asked(row):
            found = _answer(world, row, {**values, name: NONSENSE}, path)
            steady = found == _answer(world, row, {**values, name: NONSENSE}, path)
            for text in texts:
                status, said = _answer(world, row, {**values, name: text}, path)
                made += 1
                if text in STANDS_THERE.get((row[1].name, name), ()):
                    continue
                # what a text may not be is said of either, each in its own words
                same = (status, said) == found or 422 in (status, found[0]) or not steady
                # after a text, others follow than after another one
                same |= status == 200 and (name.startswith("since_") or name == "after")
                if status >= 500 or not same:
                    wrong.append((named(row), name, text, status, said[:200], found[1][:200]))
    assert wrong == [], "\n".join(map(str, wrong))
    assert rows(world) == before
    assert made == tries()


def _answer(world: World, row: Row, values: Values, path: Values) -> tuple[int, str]:
    world.stage.forget_counts()
    answer = send(world, row, values, path)
    # the address of a next page says again what was asked
    return answer.status_code, re.sub(r'"links":\[.*?\]', "", answer.text)
