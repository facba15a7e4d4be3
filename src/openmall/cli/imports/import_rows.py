"""Imports files whose rows are records of their own: stock, customers, categories as CSV."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from openmall.cli import output, setting_options
from openmall.cli.imports.import_command import (
    FILE,
    NothingImported,
    facts_of,
    lower_priority,
    nice,
    require_mall,
    show_progress,
)

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.transfer.imports.products import Summary

F = TypeVar("F", bound=Callable[..., Any])


class Importer(Protocol):
    """One run of an import."""

    async def run(self) -> "Summary":
        """Import the file."""
        ...


def row_options(command: F) -> F:
    """Add the options of a command that imports rows."""
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
        command = option(command)
    return command


@click.command()
@row_options
@nice
@setting_options.installation_options
def stock(file: Path, mall_id: str, as_json: bool, **options: Any) -> int:
    """Import the stock of FILE: CSV or JSON lines, plain or gzip.

    A row has the quantity of a variant, which it names by variant_code, custom_variant_code, or by
    the custom_product_code of a product with one variant. Nothing is created.
    """
    return import_rows("stock", file, mall_id, as_json=as_json, **options)


@click.command()
@row_options
@nice
@setting_options.installation_options
def customers(file: Path, mall_id: str, as_json: bool, **options: Any) -> int:
    """Import the customers of FILE: CSV or JSON lines, plain or gzip.

    Customers are created, or brought up to date by their member_id. They cannot sign in before they
    set a password, and are not written to.
    """
    return import_rows("customers", file, mall_id, as_json=as_json, **options)


def import_rows(kind: str, file: Path, mall_id: str, *, as_json: bool, **options: Any) -> int:
    """Import a file of a kind; return the exit code."""
    from openmall.transfer.file_transfers.reading_kinds import ROW_WRITERS
    from openmall.transfer.imports.record_import import RecordImport

    writer = ROW_WRITERS[kind]()
    return run_import(
        partial(RecordImport, writer=writer),
        file,
        mall_id,
        as_json=as_json,
        options=options,
        fields=writer.fields,
        text=_text,
    )


def run_import(
    new: "Callable[..., Importer]",
    file: Path,
    mall_id: str,
    *,
    as_json: bool,
    options: dict[str, Any],
    text: "Callable[[Summary, bool], str]",
    fields: frozenset[str] | None = None,
    delimiter: str = "",
) -> int:
    """Import a file with the options of `row_options`; return the exit code.

    `new` makes the importer. `fields`: columns that it reads; None: those of products. `text`
    renders the outcome, also of a dry run.
    """
    from openmall.cli import installation
    from openmall.transfer.imports.columns import FIELDS, plan
    from openmall.transfer.imports.reading import Source
    from openmall.transfer.imports.records import CannotRead

    lower_priority(options["nice"])
    configuration = setting_options.configuration_from(
        data_dir=options.pop("data_dir"), database=options.pop("database")
    )
    dry_run: bool = options["dry_run"]
    try:
        planned = plan(
            shop_no=options["shop_no"],
            maps=options["maps"],
            constants=options["constants"],
            only=options["only"],
            fields=FIELDS if fields is None else fields,
        )
        source = Source(
            file,
            format_=options.get("format_"),
            delimiter=delimiter,
            encoding=options["encoding"],
        )
    except (ValueError, CannotRead) as error:
        raise NothingImported(str(error)) from None

    async def work(opened: "Installation") -> "Summary":
        mall = await require_mall(opened, mall_id)
        clock = await opened.clock_of(mall_id)
        source.now = clock.now()
        with show_progress(source, as_json=as_json) as report_progress:
            try:
                importer = new(
                    opened.database,
                    mall,
                    clock,
                    source,
                    plan=planned,
                    dry_run=dry_run,
                    errors=options["errors"],
                    max_errors=options["max_errors"],
                    report_progress=report_progress,
                    **({"batch": options["batch"]} if "batch" in options else {}),
                )
                return await importer.run()
            except (ValueError, CannotRead, OSError) as error:
                raise NothingImported(str(error)) from None

    try:
        summary = installation.run(configuration, work)
    finally:
        source.close()
    facts = {**facts_of(summary), "dry_run": dry_run, "file": str(file), "mall": mall_id}
    output.show(facts, as_json=as_json, text=text(summary, dry_run))
    return 1 if summary.errors or summary.stopped else 0


def counts_of(summary: "Summary", dry_run: bool, **more: int) -> str:
    """Return how many records were created, updated and left, and further numbers, as lines."""
    prefix = "would be " if dry_run else ""
    done = {prefix + name: getattr(summary, name) for name in ("created", "updated", "unchanged")}
    numbers = done | more | {"rows at fault": summary.errors}
    return output.facts({name: f"{number:,}" for name, number in numbers.items()})


def _text(summary: "Summary", dry_run: bool) -> str:
    faults = [
        f"line {each.line}: {each.field + ': ' if each.field else ''}{each.reason}"
        for each in summary.first_errors
    ]
    return "\n".join([counts_of(summary, dry_run), *faults])
