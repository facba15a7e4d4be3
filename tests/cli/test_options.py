"""Every option and argument of every command reaches its function."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import click

from openmall.cli.main import openmall


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the full name of each command below a group, and the command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))
    elif command.callback is not None:
        yield " ".join(path), command


def accepted(function: Callable[..., Any]) -> tuple[set[str], set[str]]:
    """Return the names a function and what it wraps accept, and those the innermost needs.

    `**` among the names stands for any other.
    """
    names: set[str] = set()
    while True:
        parameters = inspect.signature(function, follow_wrapped=False).parameters.values()
        names |= {"**" if each.kind == each.VAR_KEYWORD else each.name for each in parameters}
        if not hasattr(function, "__wrapped__"):
            break
        function = function.__wrapped__
    return names, {
        each.name
        for each in parameters
        if each.default is each.empty
        and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }


def test_every_option_is_a_parameter_of_its_function() -> None:
    found = dict(commands(openmall))
    assert len(found) > 60
    unknown, missing = {}, {}
    for name, command in found.items():
        given = {each.name for each in command.params if each.expose_value}
        names, needed = accepted(command.callback)
        installation = {"data_dir", "database"}
        unknown[name] = set() if "**" in names else given - names - installation
        missing[name] = needed - given - {"context"}
    assert {name: each for name, each in unknown.items() if each} == {}
    assert {name: each for name, each in missing.items() if each} == {}
