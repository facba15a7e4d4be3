"""The output of commands: a table for people, JSON for programs."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click


def show(value: Any, *, as_json: bool, text: str) -> None:
    """Print a result: `value` as JSON when asked for, else `text`."""
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
    else:
        click.echo(text)


def facts(pairs: Mapping[str, Any]) -> str:
    """Return names and values, a line each."""
    width = max(map(len, pairs), default=0)
    return "\n".join(
        f"{strong(name.ljust(width))}  {_cell(value)}" for name, value in pairs.items()
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, empty: str) -> str:
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


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "-"
    return str(value)
