"""Imports past orders from transaction files."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from openmall.cli import output, refused
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
    from openmall.transfer.imports.orders import Summary


@click.command("orders")
@click.argument("file", type=FILE)
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall to fill.")
@click.option("--shop-no", default=1, show_default=True, help="The shop that sold them.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("auto", "online-retail", "completejourney", "jsonl")),
    default="auto",
    show_default=True,
    help="What the file is; auto tells it by its columns.",
)
@click.option(
    "--batch", default=500, show_default=True, type=click.IntRange(1, 5_000), help="Lines at once."
)
@click.option("--dry-run", is_flag=True, help="Only count what would happen.")
@click.option("--resume", is_flag=True, help="Go on where an import of this file was stopped.")
@click.option("--errors", type=FILE, help="Write rows at fault here, as JSON lines.")
@click.option(
    "--max-errors", default=10_000, show_default=True, type=click.IntRange(0), help="Then stop."
)
@nice
@command
def orders(
    configuration: "Configuration",
    file: Path,
    mall_id: str,
    shop_no: int,
    format_: "Literal['auto', 'online-retail', 'completejourney', 'jsonl']",
    batch: int,
    dry_run: bool,
    resume: bool,
    errors: Path | None,
    max_errors: int,
    nice: int,
    as_json: bool,
) -> Output:
    """Import the orders of FILE, plain or gzip, as paid and delivered in their time.

    Customers and products that are not there are made: products hidden, by their code. Nothing is
    taken off the shelf and no app is told. An order that was brought in before is left alone.

    \b
    online-retail     InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice,
                      CustomerID, Country. An invoice with C before its number takes back what the
                      same customer bought at the same price, the newest sale first.
    completejourney   household_id, basket_id, product_id, quantity, sales_value, retail_disc,
                      coupon_disc, coupon_match_disc, transaction_timestamp
    jsonl             {"order_no": "1", "ordered_at": "2026-03-01 09:00:00", "member_id": "hana",
                      "items": [{"code": "C-1", "name": "Cup", "quantity": 2, "price": "9.50"}]};
                      of an item also discount and coupon, of an order country, and cancels: true

    Exits with 0 when all is well, 1 when rows are at fault, 2 when nothing could be read.

    \b
    Example:
      openmall import orders sales.csv.gz --mall myshop --errors left-out.jsonl
    """
    from openmall.analytics.sessionising.imported_sales import record_imported_sales
    from openmall.analytics.sessionising.sessioniser import buyers_key
    from openmall.cli import installation
    from openmall.database.seal import configured_seal
    from openmall.transfer.imports.orders import Orders
    from openmall.transfer.imports.reading import Source
    from openmall.transfer.imports.records import CannotRead

    lower_priority(nice)
    writing = None if format_ == "auto" else format_
    try:
        kind = {None: None, "jsonl": "jsonl"}.get(writing, "csv")
        source = Source(file, format_=kind)  # type: ignore[arg-type] # one of the three above
    except CannotRead as error:
        raise NothingImported(str(error)) from None

    async def work(opened: "Installation") -> "Summary":
        mall = await require_mall(opened, mall_id)
        with show_progress(source, as_json=as_json, unit="orders") as report_progress:
            try:
                importer = Orders(
                    opened.database,
                    mall,
                    await opened.clock_of(mall_id),
                    source,
                    writing,
                    shop_no=shop_no,
                    batch_=batch,
                    dry_run=dry_run,
                    resume=resume,
                    errors=errors,
                    max_errors=max_errors,
                    report_progress=report_progress,
                )
                summary = await importer.run()
                if not dry_run:
                    key = buyers_key(configured_seal(configuration))
                    await record_imported_sales(opened.database, mall_id, key=key)
                return summary
            except (ValueError, CannotRead, OSError) as error:
                raise NothingImported(str(error)) from None

    try:
        summary = installation.run(configuration, work)
    finally:
        source.close()
    facts = {**facts_of(summary), "dry_run": dry_run, "file": str(file), "mall": mall_id}
    status = 1 if summary.errors or summary.stopped else 0
    return Output(facts, _text(summary, dry_run=dry_run), status=status)


def _text(summary: "Summary", *, dry_run: bool) -> str:
    would = "would be " if dry_run else ""
    lines = [
        output.facts(
            {
                f"orders {would}brought in": f"{summary.orders:,}",
                f"cancellations {would}brought in": f"{summary.cancellations:,}",
                "there already": f"{summary.unchanged:,}",
                "left out whole": f"{summary.failed:,}",
                "rows left out": f"{summary.errors:,}",
            }
        )
    ]
    if summary.resumed_at:
        lines.append(f"Went on after {summary.resumed_at:,} orders of an earlier run.")
    lines.append(
        f"{summary.lines:,} lines in {summary.seconds:.1f} s, {summary.rate:,.0f} a second."
    )
    lines += [refused.rows(number, each.reason) for each, number in summary.reasons.items()]
    lines += [refused.row(each) for each in summary.first_errors]
    if summary.stopped:
        lines.append(f"Stopped: {summary.stopped}.")
    return "\n".join(lines)
