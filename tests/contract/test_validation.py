"""The 422 of a value that msgspec refuses: a bounded sentence and the parameter's name."""

import pytest

from openmall.contract import validation
from tests.hostile.test_patterns import LONG, SHORT


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
