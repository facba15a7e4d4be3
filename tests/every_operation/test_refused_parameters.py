"""A parameter of the specification without an effect is refused, and its page says why."""

from typing import Any

import pytest

from openmall.api.pipeline.refusals import PARAMETER_WITHOUT_EFFECT
from openmall.pages.reference import operations as reference_operations
from tests.every_operation.operation_calls import send
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import rows_where
from tests.world import World


def _asking(row: Row, name: str, value: Any) -> Values:
    """Return parameters of a call with `value` for one of them, as its body or query has it."""
    first, *rest = name.split(".")
    if not row[1].has_body or not rest:
        return {name: value}
    for part in reversed(rest):
        value = [{part: value}]
    return {first: value}


def _refusal(world: World, row: Row, name: str, value: str) -> Any:
    """Return the `more_info` of the error that a call with one parameter gets."""
    path: Values = dict.fromkeys(row[1].placeholders, "1")
    body = send(world, row, _asking(row, name, value), path).json()
    if "error" not in body:
        [body] = body[row[1].key]
    assert body["error"]["code"] == "422"
    return body["error"]["more_info"]


@rows_where("asked", lambda row: bool(row[1].refuses))
def test_a_call_that_asks_for_it_is_refused_and_the_page_says_why(world: World, asked: Row) -> None:
    api, operation = asked
    start = f"- {api.name} `{operation.name}`: "
    lines = [each for each in reference_operations.page().splitlines() if each.startswith(start)]
    for name, why in operation.refuses.items():
        found = _refusal(world, asked, name, "C")
        assert (found["reason"], found["parameter"]) == (PARAMETER_WITHOUT_EFFECT.code, name)
        assert any(f"`{name}`" in each and why.reason in each for each in lines)


@rows_where("asked", lambda row: bool(row[1].refuses))
def test_a_value_of_any_type_that_asks_for_nothing_is_not_refused(world: World, asked: Row) -> None:
    _, operation = asked
    path: Values = dict.fromkeys(operation.placeholders, "1")
    harmless: list[Any] = ["", "F"]
    if operation.has_body:
        harmless += [None, False, [], {}]
    for name, why in operation.refuses.items():
        for value in [*harmless, *([why.harmless] if why.harmless else [])]:
            text = send(world, asked, _asking(asked, name, value), path).text
            assert PARAMETER_WITHOUT_EFFECT.code not in text, (name, value)


@pytest.mark.parametrize("value", ["F", False, "", "S", None, [], {}])
def test_a_value_that_asks_for_nothing_is_ignored(world: World, value: Any) -> None:
    request = {"terms_using_mall": f"Terms {value}", "save_type": value}

    answer = world.call("PUT", "policy", json={"request": request})

    assert answer.status_code == 200, answer.text
    assert answer.headers["x-platform-ignored"] == "save_type"
