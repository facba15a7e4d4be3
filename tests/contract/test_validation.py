"""The 422 of a value that msgspec refuses: a bounded sentence and the parameter's name."""

import pytest

from openmall.contract import validation
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
        ("JSON is malformed: invalid character (byte 0)",
         "JSON is malformed: invalid character (byte 0).", None),
    ],
)  # fmt: skip
def test_what_was_wrong_is_told_with_the_parameter(
    message: str, text: str, parameter: str | None
) -> None:
    refusal = validation.invalid(message)

    assert (refusal.message, refusal.parameter) == (text, parameter)


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
