"""Imports files whose rows are records of their own: stock, customers, categories as CSV."""

import functools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click
from msgspec import Struct

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
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration
    from openmall.transfer.imports.products import Summary
    from openmall.transfer.imports.reading import Format


class Importer(Protocol):
    """One run of an import."""

    async def run(self) -> "Summary":
        """Import the file."""
        ...


class RowOptions(Struct, kw_only=True):
    """The file of rows to import, and how it is read."""

    file: Path
    mall_id: str
    shop_no: int = 1
    maps: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    encoding: str = "utf-8"
    dry_run: bool
    errors: Path | None = None
    max_errors: int = 1_000


def row_options(body: Callable[..., int]) -> Callable[..., int]:
    """Add the options of a command that imports rows; it takes them as `rows`."""

    @functools.wraps(body)
    def command(**values: Any) -> int:
        rows = RowOptions(**{name: values.pop(name) for name in RowOptions.__struct_fields__})
        return body(rows=rows, **values)

    for option in reversed(
        (
            click.argument("file", type=FILE),
            click.option(
                "--mall", "mall_id", required=True, metavar="ID", help="The mall to fill."
            ),
            click.option(
                "--shop-no",
                default=1,
                show_default=True,
                help="Of the mall: texts are in its language.",
            ),
            click.option(
                "--map",
                "maps",
                multiple=True,
                metavar="COLUMN=FIELD",
                help="Which of their columns fills which of our fields; A+B=FIELD joins two with a "
                "blank, COLUMN= leaves one out. Repeatable.",
            ),
            click.option(
                "--set",
                "constants",
                multiple=True,
                metavar="FIELD=VALUE",
                help="Value of rows that have none of their own. Repeatable.",
            ),
            click.option(
                "--only",
                multiple=True,
                metavar="COLUMN=VALUE",
                help="Read only rows with this value. Repeatable.",
            ),
            click.option("--encoding", default="utf-8", show_default=True, help="Of a CSV file."),
            click.option("--dry-run", is_flag=True, help="Only count what would happen."),
            click.option("--errors", type=FILE, help="Write rows at fault here, as JSON lines."),
            click.option(
                "--max-errors",
                default=1_000,
                show_default=True,
                type=click.IntRange(0),
                help="Then stop.",
            ),
        )
    ):
        option(command)
    return command


@click.command()
@row_options
@nice
@command
def stock(configuration: "Configuration", rows: RowOptions, nice: int, as_json: bool) -> Output:
    """Import the stock of FILE: CSV or JSON lines, plain or gzip.

    A row has the quantity of a variant, which it names by variant_code, custom_variant_code, or by
    the custom_product_code of a product with one variant. Nothing is created.

    \b
    Example:
      openmall import stock stock.csv --mall myshop --dry-run
    """
    return import_rows("stock", configuration, rows, nice=nice, as_json=as_json)


@click.command()
@row_options
@nice
@command
def customers(configuration: "Configuration", rows: RowOptions, nice: int, as_json: bool) -> Output:
    """Import the customers of FILE: CSV or JSON lines, plain or gzip.

    Customers are created, or brought up to date by their member_id. They cannot sign in before they
    set a password, and are not written to.

    \b
    Example:
      openmall import customers --mall myshop customers.csv --dry-run
    """
    return import_rows("customers", configuration, rows, nice=nice, as_json=as_json)


def import_rows(
    kind: str, configuration: "Configuration", rows: RowOptions, *, nice: int, as_json: bool
) -> Output:
    """Import a file of a kind."""
    from openmall.transfer.file_transfers.reading_kinds import ROW_WRITERS
    from openmall.transfer.imports.record_import import RecordImport

    writer = ROW_WRITERS[kind]()
    lower_priority(nice)
    return run_import(
        partial(RecordImport, writer=writer),
        configuration,
        rows,
        as_json=as_json,
        fields=writer.fields,
        text=_text,
    )


def run_import(
    new: "Callable[..., Importer]",
    configuration: "Configuration",
    rows: RowOptions,
    *,
    as_json: bool,
    text: "Callable[[Summary, bool], str]",
    fields: frozenset[str] | None = None,
    format_: "Format | None" = None,
    delimiter: str = "",
) -> Output:
    """Import a file.

    `new` makes the importer. `fields`: columns that it reads; None: those of products. `text`
    renders the outcome, also of a dry run.
    """
    from openmall.cli import installation
    from openmall.transfer.imports.columns import FIELDS, plan
    from openmall.transfer.imports.reading import Source
    from openmall.transfer.imports.records import CannotRead

    try:
        planned = plan(
            shop_no=rows.shop_no,
            maps=rows.maps,
            constants=rows.constants,
            only=rows.only,
            fields=FIELDS if fields is None else fields,
        )
        source = Source(rows.file, format_=format_, delimiter=delimiter, encoding=rows.encoding)
    except (ValueError, CannotRead) as error:
        raise NothingImported(str(error)) from None

    async def work(opened: "Installation") -> "Summary":
        mall = await require_mall(opened, rows.mall_id)
        clock = await opened.clock_of(rows.mall_id)
        source.now = clock.now()
        with show_progress(source, as_json=as_json) as report_progress:
            try:
                importer = new(
                    opened.database,
                    mall,
                    clock,
                    source,
                    plan=planned,
                    dry_run=rows.dry_run,
                    errors=rows.errors,
                    max_errors=rows.max_errors,
                    report_progress=report_progress,
                )
                return await importer.run()
            except (ValueError, CannotRead, OSError) as error:
                raise NothingImported(str(error)) from None

    try:
        summary = installation.run(configuration, work)
    finally:
        source.close()
    about: dict[str, Fact] = {"dry_run": rows.dry_run, "file": str(rows.file), "mall": rows.mall_id}
    status = 1 if summary.errors or summary.stopped else 0
    return Output({**facts_of(summary), **about}, text(summary, rows.dry_run), status=status)


def counts_of(summary: "Summary", dry_run: bool, **more: int) -> str:
    """Return how many records were created, updated and left, and further numbers, as lines."""
    prefix = "would be " if dry_run else ""
    done = {prefix + name: getattr(summary, name) for name in ("created", "updated", "unchanged")}
    numbers = done | more | {"rows at fault": summary.errors}
    return output.facts({name: f"{number:,}" for name, number in numbers.items()})


def _text(summary: "Summary", dry_run: bool) -> str:
    faults = [refused.row(each) for each in summary.first_errors]
    return "\n".join([counts_of(summary, dry_run), *faults])
