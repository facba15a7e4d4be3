"""A number that no store and no clock can have is refused by the name of its parameter."""

import click
import pytest

from tests.cli.command_line import Shell
from tests.commands import printed_lines

_WHOLE = ("9223372036854775808", "-" + "9" * 40)
UNUSUAL = {"integer": _WHOLE, "integer range": _WHOLE, "float": ("nan", "inf", "1e300")}
UNUSUAL["float range"] = UNUSUAL["float"]
OF_A_PARENT = frozenset({"with_parent"})
"""Numbers of processes, which the program that starts another one gives."""
NUMBERS = [
    (name, parameter)
    for name, command in printed_lines.commands().items()
    if command.callback is not None
    for parameter in command.params
    if parameter.type.name in UNUSUAL
    and getattr(parameter.type, "max", None) is None
    and parameter.name not in OF_A_PARENT
]


@pytest.mark.parametrize(
    ("name", "parameter"), NUMBERS, ids=[f"{name} {of.name}" for name, of in NUMBERS]
)
def test_an_unusual_number_is_refused_before_anything_is_done(
    name: str, parameter: click.Parameter
) -> None:
    command = printed_lines.commands()[name]
    assert command.callback is not None
    for text in UNUSUAL[parameter.type.name]:
        with click.Context(command) as context:
            try:
                number = parameter.type.convert(text, parameter, context)
            except click.BadParameter:
                continue
            context.params = {str(parameter.name): number}
            with pytest.raises(click.BadParameter) as refused:
                command.callback(**{str(each.name): None for each in command.params})
            assert refused.value.param is parameter


def test_the_refusal_names_the_option(shell: Shell) -> None:
    words = ("messages", "resend", "--mall", "myshop")
    hours = shell.fails(*words, "--state", "failed", "--hours", "nan", status=2)
    number = shell.fails(*words, "99999999999999999999", status=2)

    assert "Invalid value for '--hours': nan is no usual number." in hours
    assert "Invalid value for '[MESSAGE_NO]...'" in number
