"""Imports products and trees of categories from files of other programs."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.imports.import_access_log import access_log
from openmall.cli.imports.import_command import (
    FILE,
    NothingImported,
    facts_of,
    lower_priority,
    nice,
    require_mall,
)
from openmall.cli.imports.import_legacy_stats import legacy_stats
from openmall.cli.imports.import_orders import orders
from openmall.cli.imports.import_rows import (
    RowOptions,
    counts_of,
    customers,
    import_rows,
    row_options,
    run_import,
    stock,
)
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration
    from openmall.transfer.imports.products import Summary
    from openmall.transfer.imports.reading import Format


@click.group("import")
def import_() -> None:
    """Import files into a mall.

    \b
    Examples:
      openmall import products goods.csv --mall myshop
      openmall import products goods.csv.gz --mall myshop --map title=product_name --dry-run
      openmall import categories tree.json.gz --mall myshop
      openmall import stock stock.csv --mall myshop
      openmall import customers customers.csv --mall myshop
      openmall import orders sales.csv.gz --mall myshop
      openmall import legacy-stats statistics.csv --mall myshop
      openmall import access-log access.log.gz --mall myshop --host shop.example.com
    """


import_.add_command(stock)
import_.add_command(customers)
import_.add_command(orders)
import_.add_command(legacy_stats)
import_.add_command(access_log)


@import_.command()
@row_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["csv", "jsonl", "saleor"]),
    help="What the file is; else told by its name.",
)
@click.option("--delimiter", default="", metavar="CHAR", help="Between cells; else found out.")
@click.option(
    "--batch", default=200, show_default=True, type=click.IntRange(1, 5_000), help="Most at once."
)
@nice
@command
def products(
    configuration: "Configuration",
    rows: RowOptions,
    format_: "Format | None",
    delimiter: str,
    batch: int,
    nice: int,
    as_json: bool,
) -> Output:
    """Import the products of FILE: CSV or JSON lines, plain or gzip.

    Products are created, or brought up to date by their custom_product_code. An import that was
    stopped goes on where it was when it is called the same way again. Exits with 0 when all is
    well, 1 when rows are at fault, 2 when nothing could be read.

    \b
    Examples:
      openmall import products --mall myshop goods.csv --dry-run
      openmall import products --mall myshop goods.csv.gz --map title=product_name
    """
    from openmall.transfer.imports.products import Import

    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter)
    if len(delimiter) > 1:
        raise click.UsageError("--delimiter is one character, or `tab`")
    lower_priority(nice)
    return run_import(
        partial(Import, batch=batch),
        configuration,
        rows,
        as_json=as_json,
        text=_text,
        format_=format_,
        delimiter=delimiter,
    )


@import_.command()
@click.argument("file", type=FILE)
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall to fill.")
@click.option("--dry-run", is_flag=True, help="Only count what would happen.")
@command
def categories(
    configuration: "Configuration", file: Path, mall_id: str, dry_run: bool, as_json: bool
) -> "Output | Work":
    """Import the categories of FILE: JSON, a list of objects with a `path` of names.

    A CSV file (its name ends in .csv or .csv.gz) has a column `category`, with paths such as
    `Kitchen > Tea`. At most four levels are made; the names of deeper ones are joined into the
    fourth.

    \b
    Example:
      openmall import categories --mall myshop categories.csv
    """
    if file.name.lower().removesuffix(".gz").endswith(".csv"):
        rows = RowOptions(file=file, mall_id=mall_id, dry_run=dry_run)
        return import_rows("categories", configuration, rows, nice=0, as_json=as_json)
    from openmall.transfer.imports import categories as import_categories
    from openmall.transfer.imports.records import CannotRead

    async def work(opened: "Installation") -> Output:
        mall = await require_mall(opened, mall_id)
        try:
            summary = await import_categories.run(
                opened.database, mall, await opened.clock_of(mall_id), file, dry_run=dry_run
            )
        except CannotRead as error:
            raise NothingImported(str(error)) from None
        facts = facts_of(summary)
        return Output(facts, output.facts(facts), status=1 if summary.failed else 0)

    return work


def _text(summary: "Summary", dry_run: bool) -> str:
    lines = [counts_of(summary, dry_run, failed=summary.failed)]
    processed = summary.created + summary.updated + summary.unchanged + summary.failed
    if summary.resumed_at:
        lines.append(f"Went on after {summary.resumed_at:,} products of an earlier run.")
    lines.append(
        f"{processed - summary.resumed_at:,} products in {summary.seconds:.1f} s, "
        f"{summary.rate:,.0f} a second."
    )
    if summary.unused_columns:
        lines.append("Columns that fill no field: " + ", ".join(summary.unused_columns))
    lines += [refused.row(each) for each in summary.first_errors]
    if summary.errors > len(summary.first_errors):
        lines.append(f"... and {summary.errors - len(summary.first_errors):,} more")
    if summary.stopped:
        lines.append(f"Stopped: {summary.stopped}.")
    return "\n".join(lines)
