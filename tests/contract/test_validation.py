"""The 422 of a value that msgspec refuses: a bounded sentence and the parameter's name."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect

from checks import catalogues
from openmall.contract import currency_units, params, refusals, validation
from openmall.contract.refusal import Phrase
from tests.every_operation.registry_rows import every_row
from tests.hostile.test_patterns import LONG, SHORT
from tests.world import World


@pytest.mark.parametrize(
    ("message", "text", "parameter"),
    [
        ("Expected `int`, got `str` - at `$.request.price`", "Expected integer, got string.",
         "request.price"),
        ("Expected `str` - at `key in $.request[...]`", "Expected string.", "request"),
        ("Expected `str` - at `$.requests[0].lines[...].name`", "Expected string.",
         "requests.lines.name"),
        ("Object missing required field `name` - at `$.request`",
         "A required parameter is missing.", "request.name"),
        ("Invalid enum value 'a - at `$.b`' - at `$.request.c`",
         "Invalid enum value 'a - at `$.b`'.", "request.c"),
        ("Expected `decimal | null`, got `float` - at `$.request.c`",
         "Expected number or null, got number.", "request.c"),
        ("JSON is malformed: invalid character (byte 0)", "The value is not valid.", None),
    ],
)  # fmt: skip
def test_what_was_wrong_is_told_with_the_parameter(
    message: str, text: str, parameter: str | None
) -> None:
    refusal = validation.invalid(message)

    assert (refusal.message, refusal.parameter) == (text, parameter)


@pytest.mark.parametrize(
    ("message", "text", "values"),
    [
        ("Expected `int` >= 1", "Expected integer >= 1.", {"expected": "integer", "least": 1}),
        ("Expected `int` <= -5", "Expected integer <= -5.", {"expected": "integer", "most": -5}),
        ("Expected `float` <= 0.5", "Expected number <= 0.5.", {"expected": "number", "most": 0.5}),
        ("Expected `str` of length <= 9", "Expected string of length <= 9.",
         {"expected": "string", "most": 9}),
    ],
)  # fmt: skip
def test_a_bound_is_a_number(message: str, text: str, values: dict[str, Any]) -> None:
    refusal = validation.invalid(f"{message} - at `$.a`")

    assert refusal.message == text
    assert refusal.more_info()["values"] == values


def test_both_bounds_are_named_where_a_field_has_both(world: World) -> None:
    def refused(query: str) -> tuple[str, dict[str, Any]]:
        error = world.call("GET", f"products?{query}").json()["error"]
        return error["message"], error["more_info"]

    assert refused("limit=0") == (
        "Expected integer from 1 to 100. (parameter.limit)",
        {
            "parameter": "limit",
            "reason": "too_small",
            "values": {"expected": "integer", "least": 1, "most": 100},
        },
    )
    message, more_info = refused("product_weight=1000000")
    assert message == "Expected an amount from 0 to 999999.99. (parameter.product_weight)"
    assert more_info["values"] == {"least": 0, "most": 999999.99}


_WRONG: Final[tuple[Any, ...]] = (
    {}, [], True, "x", 1.5, None, -(10**12), 10**12, "", "x" * 70_000, ["x" * 70_000], [1.5],
    ["x"] * 200, [{}],
)  # fmt: skip
"""Values of which at least one is wrong for any type."""


def test_no_operation_answers_with_words_of_the_library_or_of_python() -> None:
    ends = {refusals.TOO_SMALL, refusals.TOO_GREAT}
    catalogue = catalogues.catalogue("ko", "refusals")
    seen: set[Phrase] = set()
    reasons = []
    for field, kind in _fields():
        struct = msgspec.defstruct("One", [(field, kind)])
        for value in _WRONG:
            try:
                msgspec.convert({field: value}, struct, strict=False, dec_hook=params.from_text)
            except msgspec.ValidationError as error:
                reasons.append(validation.invalid(error, struct).reason)
    for reason in reasons:
        assert reason.refusal != refusals.INVALID_VALUE
        assert "`" not in reason.text(), reason.text()
        assert reason.refusal not in ends or {"least", "most"} <= reason.values.keys()
        for name in ("least", "most"):
            assert not isinstance(reason.values.get(name, 0), str), reason
        seen |= {each for each in reason.values.values() if isinstance(each, Phrase)}

    assert len(seen) > 40
    assert [each for each in seen if not getattr(catalogue.get(each), "string", "")] == []


def _fields() -> Iterator[tuple[str, Any]]:
    """Yield name and type of each parameter of all operations, nested ones as well."""
    waiting = [operation.takes for _, operation in every_row()]
    known: set[type] = set()
    while waiting:
        struct = waiting.pop()
        if struct in known:
            continue
        known.add(struct)
        waiting += currency_units.structs(inspect.type_info(struct))
        for field in msgspec.structs.fields(struct):
            waiting += currency_units.structs(inspect.type_info(field.type))
            yield field.name, field.type


@pytest.mark.parametrize("length", [SHORT, LONG])
@pytest.mark.parametrize("unit", ["a", " - at `$", "[", "`"])
def test_a_long_value_is_told_in_part_and_its_parameter_named(unit: str, length: int) -> None:
    value = unit * (length // len(unit))

    refusal = validation.invalid(f"Invalid enum value '{value}' - at `$.request.c`")

    assert len(refusal.message) <= 501
    assert refusal.parameter == "request.c"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"manager_id": "ABCD"}, "Wrong format: expected a-z and 0-9 only."),
        ({"start_date": "2026-13-01"}, "not a date, nor a date-time with offset."),
    ],
)
def test_what_is_expected_is_said_in_words(
    world: World, query: dict[str, str], message: str
) -> None:
    dates = {"start_date": "2026-11-21", "end_date": "2026-11-21"}

    answer = world.call("GET", "activitylogs", params={**dates, **query})

    [name] = query
    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == f"{message} (parameter.{name})"


def test_a_date_in_a_body_that_is_none_is_said_in_words(world: World) -> None:
    body = {"request": {"purchase_confirmation_button_set_date": "2026-13-01"}}

    answer = world.call("PUT", "orders/setting", json=body)

    assert answer.status_code == 422
    assert "RFC3339" not in answer.text
    assert "ot a date" in answer.text
