"""Numbers are read as clients of any language write them, however deep they lie."""

import pytest
from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.operation import post
from openmall.contract.params import Params
from openmall.contract.scopes import WRITE_STORE
from openmall.pipeline import parsing
from tests.hostile.test_patterns import LONG, SHORT
from tests.world import World


class Line(Struct, frozen=True):
    quantity: int


class Wanted(Params, frozen=True, kw_only=True):
    quantity: int = 1
    line: Line | None = None
    lines: list[Line] = []


async def _handler(call: Call, params: Wanted) -> Line:
    raise AssertionError


ROW = post("things", _handler, takes=Wanted, gives=Line, key="thing", scope=WRITE_STORE)


@pytest.mark.parametrize(
    ("sent", "parameter"),
    [
        ({"quantity": "1e3"}, "quantity"),
        ({"line": {"quantity": "1e3"}}, "line.quantity"),
        ({"line": {"quantity": "1_000"}}, "line.quantity"),
        ({"lines": [{"quantity": "3"}, {"quantity": "1e3"}]}, "lines.quantity"),
    ],
)
def test_a_number_in_a_form_that_only_python_reads_is_refused(
    sent: dict[str, object], parameter: str
) -> None:
    with pytest.raises(Invalid) as refused:
        parsing.to_struct(ROW, sent)

    assert refused.value.parameter == parameter


def test_plain_digits_are_read_anywhere() -> None:
    made = parsing.to_struct(ROW, {"line": {"quantity": "3"}, "lines": [{"quantity": 4}]})

    assert made == Wanted(line=Line(3), lines=[Line(4)])


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
    refusal = parsing.invalid(message)

    assert (refusal.message, refusal.parameter) == (text, parameter)


@pytest.mark.parametrize("length", [SHORT, LONG])
@pytest.mark.parametrize("unit", ["a", " - at `$", "[", "`"])
def test_a_long_value_is_told_in_part_and_its_parameter_named(unit: str, length: int) -> None:
    value = unit * (length // len(unit))

    refusal = parsing.invalid(f"Invalid enum value '{value}' - at `$.request.c`")

    assert len(refusal.message) <= 501
    assert refusal.parameter == "request.c"


@pytest.mark.parametrize("amount", ["1." + "0" * 30 + "1", "1." + "1" * 10_000])
def test_an_amount_has_a_bounded_number_of_decimals(world: World, amount: str) -> None:
    answer = world.call("GET", f"products?price_min={amount}")

    assert (answer.status_code, answer.json()["error"]) == (
        422,
        {
            "code": "422",
            "message": "An amount has at most 30 decimals. (parameter.price_min)",
            "more_info": {"parameter": "price_min"},
        },
    )
    assert world.call("GET", f"products?price_min={amount[:32]}").status_code == 200
