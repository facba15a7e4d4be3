"""Imports visits from an access log."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openmall.cli import refused
from openmall.cli.command import command
from openmall.cli.imports.import_command import (
    FILE,
    NothingImported,
    facts_of,
    lower_priority,
    nice,
    require_mall,
    show_progress,
)
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration
    from openmall.transfer.imports.access_log import Summary


@click.command("access-log")
@click.argument("file", type=FILE)
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall it is of.")
@click.option("--shop-no", "--shop", default=1, show_default=True, help="The shop it is of.")
@click.option(
    "--host", default="", metavar="HOST", help="The shop's own: what leads from there is inside."
)
@click.option("--days-later", default=0, metavar="N", help="Move what it tells by so many days.")
@click.option(
    "--leave-out", default="", metavar="PATTERN", help="Pages whose address this finds stay out."
)
@click.option("--dry-run", is_flag=True, help="Only read every line.")
@click.option("--undo", is_flag=True, help="Take back what this file brought in.")
@click.option("--errors", type=FILE, help="Write lines at fault here, as JSON lines.")
@nice
@command
def access_log(
    configuration: "Configuration",
    file: Path,
    mall_id: str,
    shop_no: int,
    host: str,
    days_later: int,
    leave_out: str,
    dry_run: bool,
    undo: bool,
    errors: Path | None,
    nice: int,
    as_json: bool,
) -> Output:
    """Import the visits of FILE: an access log of Apache or nginx, combined, plain or gzip.

    Each page that was fetched counts as if the shop's script had told of it; bots are told by
    their names, and a browser is an address and a program of one day: docs/analytics.md. A file
    comes in once: called again it changes nothing, and a run that was stopped goes on. --undo
    takes exactly this file back. --host is required but for that.

    Exits with 0 when all is well, 1 when lines are at fault, 2 when nothing could be read.

    \b
    Example:
      openmall import access-log access.log.1.gz --mall myshop --host shop.example.com
    """
    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.cli import installation
    from openmall.database.seal import configured_seal
    from openmall.transfer.imports.access_log import AccessLog
    from openmall.transfer.imports.reading import Source
    from openmall.transfer.imports.records import CannotRead
    from openmall.transfer.imports.visits import LogOptions

    lower_priority(nice)
    if not host and not undo:
        raise click.UsageError("--host says which host is the shop's own")
    try:
        re.compile(leave_out)
        source = Source(file, format_="csv")
    except re.error as error:
        raise click.UsageError(f"--leave-out is no regular expression: {error}") from None
    except CannotRead as error:
        raise NothingImported(str(error)) from None

    async def work(opened: "Installation") -> "Summary":
        mall = await require_mall(opened, mall_id)
        if shop_no not in mall.shops:
            raise NothingImported(f"{mall_id} has no shop {shop_no}")
        engine = engine_for_command(configuration)
        try:
            importer = AccessLog(
                source, mall_id, shop_no, database=opened.database, engine=engine,
                clock=await opened.clock_of(mall_id), seal=configured_seal(configuration),
            )  # fmt: skip
            if undo:
                return await importer.take_back()
            with show_progress(source, as_json=as_json, unit="lines") as report_progress:
                return await importer.bring_in(
                    LogOptions(host=host, days_later=days_later, leave_out=leave_out),
                    dry_run=dry_run,
                    errors=errors,
                    report_progress=report_progress,
                )
        except (CannotRead, ValueError, OSError) as error:
            raise NothingImported(str(error)) from None
        except EngineAway as away:
            raise click.ClickException(f"call it again, the engine is away: {away}") from None
        finally:
            await engine.close()

    try:
        summary = installation.run(configuration, work)
    finally:
        source.close()
    return Output(facts_of(summary), _text(summary), status=1 if summary.errors else 0)


def _text(summary: "Summary") -> str:
    if summary.outcome not in ("brought in", "sound"):
        return f"The file is {summary.outcome}."
    days = f", {summary.first_day} to {summary.last_day}" if summary.pages else ""
    lines = [
        f"{summary.lines:,} lines: {summary.outcome}{days}.",
        f"{summary.pages - summary.pages_of_bots:,} pages in {summary.visits:,} visits, and "
        f"{summary.pages_of_bots:,} pages that bots saw.",
        *(f"{number:,} lines left out: {why}" for why, number in summary.left_out.items()),
        *(refused.row(each) for each in summary.first_errors),
    ]
    if summary.errors > len(summary.first_errors):
        lines.append(f"... and {summary.errors - len(summary.first_errors):,} more at fault")
    if summary.stopped:
        lines.append(f"Stopped: {summary.stopped}.")
    if summary.waiting:
        lines.append("The engine is away: the server gives it the facts when it is back.")
    return "\n".join(lines)
