"""Imports statistics of the time before 2023."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.imports.import_command import FILE, NothingImported, facts_of, require_mall
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.transfer.imports.legacy_stats import Summary


@click.command("legacy-stats")
@click.argument("file", type=FILE)
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall they are of.")
@click.option("--shop-no", default=1, show_default=True, help="The shop they are of.")
@click.option("--dry-run", is_flag=True, help="Only look at every row.")
@click.option("--undo", is_flag=True, help="Take back what this file brought in.")
@command
async def legacy_stats(
    opened: "Installation",
    file: Path,
    mall_id: str,
    shop_no: int,
    dry_run: bool,
    undo: bool,
    as_json: bool,
) -> Output:
    """Import the sums of FILE, CSV or JSON lines, plain or gzip, as reports show them.

    Reports answer days before 2023-01-01 from them, and later ones from what happened. A row
    names a report, a date and what else that report goes by and counts: docs/importing.md. A file
    is brought in whole, and once: called again it changes nothing, and one that was stopped goes
    on. --undo takes exactly this file back.

    Exits with 0 when all is well, 1 when rows are at fault, 2 when nothing could be read.

    \b
    Example:
      openmall import legacy-stats statistics.csv --mall myshop
    """
    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.transfer.imports.legacy_stats import LegacyStats
    from openmall.transfer.imports.records import BrokenFile, CannotRead

    mall = await require_mall(opened, mall_id)
    if shop_no not in mall.shops:
        raise NothingImported(f"{mall_id} has no shop {shop_no}")
    engine = engine_for_command(opened.configuration)
    try:
        stats = LegacyStats(file, mall_id, shop_no)
        if dry_run:
            summary = stats.check()
        else:
            with output.progress("Importing", as_json=as_json) as report_progress:
                run = stats.take_back if undo else stats.bring_in
                summary = await run(opened.database, engine, report_progress)
    except (CannotRead, BrokenFile, ValueError) as error:
        raise NothingImported(str(error)) from None
    except EngineAway as away:
        raise click.ClickException(f"call it again, the engine is away: {away}") from None
    finally:
        await engine.close()
    return Output(facts_of(summary), _text(summary), status=1 if summary.at_fault else 0)


def _text(summary: "Summary") -> str:
    lines = [f"{summary.rows:,} rows: {summary.outcome}."]
    if summary.at_fault:
        lines = [f"{summary.at_fault:,} rows are at fault, nothing was brought in."]
    for fault in summary.faults:
        field = f", {fault.field}" if fault.field else ""
        lines.append(f"line {fault.line}{field}: {fault.reason}")
    return "\n".join(lines)
