"""The help of every command has examples, and each of them is a command that openmall knows."""

import shlex
from collections.abc import Iterator

import click
import pytest

from openmall.cli.main import openmall


def _every(
    command: click.Command, path: tuple[str, ...], context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    yield " ".join(path), command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            if not inner.hidden:
                below = click.Context(inner, parent=context, info_name=name)
                yield from _every(inner, (*path, name), below)


EVERY = list(_every(openmall, ("openmall",), click.Context(openmall, info_name="openmall")))


def _calls(command: click.Command, context: click.Context) -> Iterator[list[str]]:
    """Yield the words of the calls of openmall among the examples of a command's help."""
    lines = iter(command.get_help(context).splitlines())
    for line in lines:
        if line.strip() in ("Example:", "Examples:"):
            break
    example = ""
    for line in lines:
        if not line.strip():
            break
        example += line.strip()
        if example.endswith("\\"):
            example = example[:-1]
            continue
        words = shlex.shlex(example, posix=True, punctuation_chars="|<>")
        words.whitespace_split = True
        call: list[str] = []
        for word in [*words, "|"]:
            if word not in ("|", "<", ">"):
                call.append(word)
                continue
            while "=" in call[0]:  # a variable of the environment
                call = call[1:]
            if call[0] == "openmall":
                yield call
            call = []
        example = ""


def _parse(words: list[str]) -> str:
    """Parse a call as far as names of commands, options and required values go; return its path."""
    command: click.Command = openmall
    context = click.Context(openmall, info_name="openmall")
    path = [words[0]]
    rest = words[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        name, inner, rest = command.resolve_command(context, rest)
        assert inner is not None
        assert name is not None
        path.append(name)
        command, context = inner, click.Context(inner, parent=context, info_name=name)
    if rest == ["--help"]:
        return " ".join(path)
    given, left, _ = command.make_parser(context).parse_args(list(rest))
    assert left == [], f"not taken: {left}"
    missing = [
        each.name
        for each in command.params
        if each.required and each.name not in {name for name, value in given.items() if value}
    ]
    assert missing == []
    return " ".join(path)


@pytest.mark.parametrize(("path", "command", "context"), EVERY, ids=[each[0] for each in EVERY])
def test_the_examples_of_a_command_are_calls_of_it(
    path: str, command: click.Command, context: click.Context
) -> None:
    paths = [_parse(call) for call in _calls(command, context)]

    assert any(f"{each} ".startswith(f"{path} ") for each in paths), paths
