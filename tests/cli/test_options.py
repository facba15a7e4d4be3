"""Every option and argument of every command reaches its function."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import click

from openmall.cli.main import openmall
from openmall.configuration import Configuration


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


PROVIDED = frozenset({"configuration", "opened", "call", "as_json"})
"""What `openmall.cli.command` passes beside options."""
USED = frozenset({"data_dir", "database", "as_json", "mall_id", "shop_no"})
"""Options that it uses itself."""


def parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function, with the fields of structs that bundle options."""
    found = {}
    for name, each in inspect.signature(function).parameters.items():
        bundled = getattr(each.annotation, "__struct_fields__", ())
        if bundled and name not in PROVIDED:
            found |= dict.fromkeys(bundled, each)
        else:
            found[name] = each
    return found


def test_every_option_is_a_parameter_of_its_function() -> None:
    found = dict(commands(openmall))
    assert len(found) > 60
    unknown, missing = {}, {}
    for name, command in found.items():
        given = {each.name for each in command.params if each.expose_value}
        takes = parameters(command.callback)
        others = any(each.kind == each.VAR_KEYWORD for each in takes.values())
        settings = set(Configuration.__struct_fields__) if "configuration" in takes else set()
        unknown[name] = set() if others else given - takes.keys() - USED - settings
        missing[name] = (
            {
                each.name
                for each in takes.values()
                if each.default is each.empty and each.kind != each.VAR_KEYWORD
            }
            - given
            - PROVIDED
            - {"rows", "chosen"}
        )
    assert {name: each for name, each in unknown.items() if each} == {}
    assert {name: each for name, each in missing.items() if each} == {}
