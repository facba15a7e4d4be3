"""The output of commands: a table for people, JSON for programs."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import click

if TYPE_CHECKING:
    from msgspec import Struct

Fact: TypeAlias = (
    "str | int | float | bool | Decimal | Path | datetime | Struct | Sequence[Fact]"
    " | Mapping[str, Fact] | None"
)
"""A value that can be printed as JSON."""


class Output(NamedTuple):
    """The result of a command."""

    facts: Fact
    """What `--json` prints."""
    text: str
    """What is printed without it."""
    notice: str = ""
    """A line for people, on standard error."""
    failure: str = ""
    """The error to end with after the result is printed."""
    status: int = 0
    """The exit status."""


def of_facts(pairs: "Mapping[str, Fact]", *, notice: str = "") -> Output:
    """Return names and values as the result of a command: a line each."""
    return Output(pairs, facts(pairs), notice)


def of_rows(
    rows: "Sequence[Mapping[str, Fact]]", columns: Sequence[str], *, empty: str = ""
) -> Output:
    """Return rows as the result of a command: a table of `columns`."""
    cells = [[row[name] for name in columns] for row in rows]
    return Output(rows, table(columns, cells, empty=empty))


def of_struct(struct: "Struct") -> Output:
    """Return a struct as the result of a command: a line for each field."""
    from msgspec.structs import asdict

    return Output(struct, facts(asdict(struct)))


def printed(result: Output, *, as_json: bool) -> int:
    """Print the result of a command; return its exit status. Raises ClickException."""
    show(result.facts, as_json=as_json, text=result.text)
    if result.notice:
        print(result.notice, file=sys.stderr, flush=True)
    if result.failure:
        raise click.ClickException(result.failure)
    return result.status


def show(value: Fact, *, as_json: bool, text: str) -> None:
    """Print a result: `value` as JSON when asked for, else `text`."""
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
    else:
        click.echo(text)


def facts(pairs: Mapping[str, Fact]) -> str:
    """Return names and values, a line each."""
    width = max(map(len, pairs), default=0)
    return "\n".join(
        f"{strong(name.ljust(width))}  {_cell(value)}" for name, value in pairs.items()
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[Fact]], *, empty: str) -> str:
    """Return rows below their column names, or `empty` when there are none."""
    if not rows:
        return empty
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(line[at]) for line in (list(columns), *cells)) for at in range(len(columns))]
    head = "  ".join(name.ljust(width) for name, width in zip(columns, widths, strict=True))
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    return "\n".join([strong(head.rstrip()), *lines])


@contextmanager
def progress(description: str, *, as_json: bool) -> Iterator[Callable[[float], None]]:
    """Show the progress of `what` on a terminal; yield a function that takes the share, 0 to 1."""
    if as_json or not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextmanager
def steps(*, as_json: bool) -> Iterator[Callable[[str], None]]:
    """Show the current step of work on a terminal; yield a function that sets it."""
    if as_json or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("connecting") as status:
        yield lambda step: status.update(step)


def strong(text: str) -> str:
    """Return `text` bold on a terminal with colours."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        return click.style(text, bold=True)
    return text


def _cell(value: Fact) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "-"
    return str(value)
