"""`openmall app calls`: the request log of an app on a terminal."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

import click

from openmall.cli.apps.registered_app import require_app
from openmall.cli.command import command

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration
    from openmall.events.request_log.search import CallLine

EVERY: Final = 1.0
"""Seconds between two polls of the log."""
LATE: Final = 10.0
"""Seconds by which a call may be logged after another that was answered later."""
MOST: Final = 1_000
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
    "--rows", default=20, show_default=True, type=click.IntRange(1, MOST), help="Most to print."
)
@command
def calls(
    configuration: "Configuration",
    client_id: str,
    follow: bool,
    status: str | None,
    operation: str | None,
    mall: str | None,
    text: str | None,
    rows: int,
    as_json: bool,
) -> None:
    """Print what the app CLIENT_ID called, the newest last; with --json a line for each.

    \b
    Examples:
      openmall app calls CLIENT_ID --status 4xx
      openmall app calls CLIENT_ID --follow --operation "admin PUT products/{product_no}"
    """
    from openmall.cli import installation
    from openmall.events.request_log.display import status_filter

    filters: dict[str, str | int] = {
        name: value
        for name, value in (("operation", operation), ("mall", mall), ("text", text))
        if value is not None
    }
    if status is not None:
        try:
            filters |= status_filter(status)
        except ValueError:
            raise click.UsageError("--status: a number such as 404, or 4xx") from None

    async def work(opened: "Installation") -> None:
        await require_app(opened, client_id)
        lines = await _lines(opened, client_id, filters, rows)
        show_lines(lines, as_json=as_json, alone=not follow)
        if follow:
            async for more in follow_calls(opened, client_id, filters, lines_shown=lines):
                show_lines(more, as_json=as_json, alone=False)

    with contextlib.suppress(KeyboardInterrupt):
        installation.run(configuration, work)


async def _lines(
    opened: "Installation", client_id: str, filters: dict[str, str | int], rows: int
) -> "list[CallLine]":
    from openmall.events.request_log import search as request_log_search

    async with opened.database.reading("") as db:
        page = await request_log_search.calls(db, client_id, filters, rows=rows)
    return page.lines[::-1]


async def follow_calls(
    opened: "Installation",
    client_id: str,
    filters: dict[str, str | int],
    *,
    lines_shown: "list[CallLine]",
    every: float = EVERY,
) -> "AsyncIterator[list[CallLine]]":
    """Yield the calls after `lines_shown`, the oldest first, each once."""
    from openmall.events.request_log.row_builder import number_of

    shown_numbers = {line.number for line in lines_shown}
    # calls older than the first poll were not requested
    begun = min(shown_numbers, default=number_of(opened.clock.now()))
    while True:
        await asyncio.sleep(every)
        start = max(begun, number_of(opened.clock.now() - LATE))
        lines = await _lines(opened, client_id, {**filters, "start": start}, MOST)
        new = [line for line in lines if line.number not in shown_numbers]
        shown_numbers = {line.number for line in lines}
        if new:
            yield new


def show_lines(lines: "list[CallLine]", *, as_json: bool, alone: bool) -> None:
    """Print calls: as JSON, as a table, or as further lines of a table."""
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
        status, *cells = _cells(line)
        table.add_row(cells[0], Text(status, _style(line.status)), *map(Text, cells[1:]))
    width = None if sys.stdout.isatty() else _WIDE
    Console(width=width, no_color=bool(os.environ.get("NO_COLOR"))).print(table)


def _cells(line: "CallLine") -> tuple[str, ...]:
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
