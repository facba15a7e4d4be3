"""Nobody sets what an operation does not take.

Every name that any answer has is sent to every write: in the object, in every object within it,
and beside it in the envelope.
"""

import functools
from typing import Any

import pytest

from openmall.contract.fields import fields_of
from tests.every_operation.operation_calls import envelope, least, outcome, rows, send, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.world import World

pytestmark = pytest.mark.one_store

MARK = "assigned-by-nobody"
CLEVER = (
    "__proto__", "constructor", "prototype", "__class__", "__init__", "__dict__", "$set", "$where",
    "mall_id", "client_id", "user_id", "manager_type", "manager_id", "restricted", "scopes",
    "scope", "is_admin", "admin", "role", "password_hash", "session", "clock", "db", "call",
    "shop", "identity", "created_at", "updated_at", "deleted_at", "version", "status",
)  # fmt: skip
"""Names that programs of this kind and others have used within."""

DONE = (200, 201)
FIRST = "PUT subscription/shipments/{subscription_id}/items"


@functools.cache
def names() -> frozenset[str]:
    """Return every name of a field that any operation answers, and those that are clever."""
    gives = {row[1].gives for row in every_row()} - {None}
    return frozenset(name for each in gives for name in fields_of(each)) | {*CLEVER}  # type: ignore[arg-type] # not None


def writes() -> list[Row]:
    """Return every operation that takes a body."""
    found = [row for row in every_row() if row[1].has_body]
    # an item of the first subscription; shoppers before the shop says what they may
    return sorted(found, key=lambda row: (row[1].name != FIRST, row[0].name != "storefront"))


def not_taken(row: Row) -> list[str]:
    """Return the names an operation does not take, without those that it refuses by name."""
    refused = {name.partition(".")[0] for name in row[1].refuses}
    return sorted(names() - row[1].knows - refused - {"shop_no"})


def tries() -> int:
    """Return how many fields this suite sends that nobody may set."""
    return sum(len(not_taken(row)) for row in writes())


def _within(value: Any) -> Any:
    """Return a value with clever names in every object within it."""
    if isinstance(value, dict):
        inner = {name: _within(each) for name, each in value.items()}
        return {**dict.fromkeys(CLEVER[:8], MARK), **inner}
    return [_within(each) for each in value] if isinstance(value, list) else value


def _sent(row: Row, values: Values) -> Values:
    # a map takes any name: whoever makes one may call a thing in it anything
    maps = {name for name, field in row[1].fields.items() if "DictType" in repr(field.type)}
    deep = {name: value if name in maps else _within(value) for name, value in values.items()}
    body = envelope(row[1], {**dict.fromkeys(not_taken(row), MARK), **deep})
    return {"mall_id": MARK, "client_id": MARK, "__proto__": {"admin": "T"}, **body}


def test_what_an_operation_does_not_take_is_not_set(world: World) -> None:
    wrong: list[Any] = []
    sent = 0
    for row in writes():
        world.stage.forget_counts()
        path = things(world, row[1])
        values = least(world, row[1], path)
        answer = send(world, row, {}, path, json=_sent(row, values))
        sent += len(not_taken(row))
        nothing_known = bool(row[1].contents) and row[1].contents.isdisjoint(values)
        # what an earlier call has set already is 409
        expected = (422,) if nothing_known else (*DONE, 409)
        if outcome(answer)[0] not in expected or MARK in answer.text:
            wrong.append((named(row), answer.status_code, answer.text[:300]))
        if "x-platform-ignored" not in answer.headers and not nothing_known:
            wrong.append((named(row), "said nothing of what it left out"))
    assert wrong == []
    assert sent == tries()
    assert [each for found in rows(world).values() for each in found if MARK in each] == []
