"""`openmall app calls`: the request log of an app on a terminal."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

import click

from openmall.cli import settings
from openmall.cli.registered_app import require_app

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.events.request_log.search import Line

EVERY: Final = 1.0
"""Seconds between two looks at what was called since."""
LATE: Final = 10.0
"""Seconds by which a call may come into the log after another that was answered later."""
_MOST: Final = 1_000
_COLUMNS: Final = ("time", "status", "call", "mall", "took", "bucket", "told")
_WIDE: Final = 240
"""Columns of a table that no terminal shows."""


@click.command()
@click.argument("client_id")
@click.option("--follow", is_flag=True, help="Go on with each call as it comes, until Ctrl-C.")
@click.option("--status", help="A status such as 404, or a class of them: 4xx.")
@click.option("--operation", help='Door, method and path: "admin GET products/{product_no}".')
@click.option("--mall", help="Calls of one mall.")
@click.option("--text", help="What the path holds.")
@click.option(
    "--rows", default=20, show_default=True, type=click.IntRange(1, _MOST), help="Most to print."
)
@settings.where
def calls(
    client_id: str,
    follow: bool,
    status: str | None,
    operation: str | None,
    mall: str | None,
    text: str | None,
    rows: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Print what the app CLIENT_ID called, the newest last; with --json a line for each.

    \b
    Examples:
      openmall app calls CLIENT_ID --status 4xx
      openmall app calls CLIENT_ID --follow --operation "admin PUT products/{product_no}"
    """
    from openmall.cli import installation
    from openmall.events.request_log.display import of_status

    wanted: dict[str, Any] = {
        name: value
        for name, value in (("operation", operation), ("mall", mall), ("text", text))
        if value is not None
    }
    if status is not None:
        try:
            wanted |= of_status(status)
        except ValueError:
            raise click.UsageError("--status: a number such as 404, or 4xx") from None

    async def work(opened: "Installation") -> None:
        await require_app(opened, client_id)
        lines = await _lines(opened, client_id, wanted, rows)
        _show(lines, as_json=as_json, alone=not follow)
        if follow:
            async for more in following(opened, client_id, wanted, seen=lines):
                _show(more, as_json=as_json, alone=False)

    with contextlib.suppress(KeyboardInterrupt):
        installation.run(settings.configured(**given), work)


async def _lines(
    opened: "Installation", client_id: str, wanted: dict[str, Any], rows: int
) -> "list[Line]":
    from openmall.events.request_log import search as request_log_search

    async with opened.database.reading("") as db:
        found = await request_log_search.calls(db, client_id, wanted, rows=rows)
    return found.lines[::-1]


async def following(
    opened: "Installation",
    client_id: str,
    wanted: dict[str, Any],
    *,
    seen: "list[Line]",
    every: float = EVERY,
) -> "AsyncIterator[list[Line]]":
    """Yield the calls that follow those `seen`, the oldest first, each once."""
    from openmall.events.request_log.row_builder import number_of

    shown = {line.number for line in seen}
    # what is older than the first look was not asked for
    begun = min(shown, default=number_of(opened.clock.now()))
    while True:
        await asyncio.sleep(every)
        start = max(begun, number_of(opened.clock.now() - LATE))
        lines = await _lines(opened, client_id, {**wanted, "start": start}, _MOST)
        new = [line for line in lines if line.number not in shown]
        shown = {line.number for line in lines}
        if new:
            yield new


def _show(lines: "list[Line]", *, as_json: bool, alone: bool) -> None:
    """Print calls: JSON, a table, or lines of one that goes on."""
    if as_json:
        import msgspec

        for line in lines:
            click.echo(msgspec.json.encode(line).decode())
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if alone and not lines:
        click.echo("There is no such call in the log.")
        return
    table = Table(*_COLUMNS, box=box.SIMPLE_HEAD if alone else None, show_header=alone)
    for line in lines:
        status, *rest = _cells(line)
        table.add_row(rest[0], Text(status, _style(line.status)), *map(Text, rest[1:]))
    width = None if sys.stdout.isatty() else _WIDE
    Console(width=width, no_color=bool(os.environ.get("NO_COLOR"))).print(table)


def _cells(line: "Line") -> tuple[str, ...]:
    from openmall.events.request_log import display

    url = f"{line.path}?{line.query}" if line.query else line.path
    bucket = f"{line.used}/{line.capacity}" if line.capacity else ""
    return (
        str(line.status),
        display.time(line.at),
        f"{line.method} {url}",
        line.mall,
        display.took(line.took),
        bucket,
        line.message,
    )


def _style(status: int) -> str:
    if status == 429 or status >= 500:
        return "bold red"
    return "yellow" if status >= 400 else "green"
