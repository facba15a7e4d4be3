"""Exports a mall's products as a file that an import reads."""

import gzip
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact

FORMATS: Final = ("csv", "jsonl")


@click.group("export")
def export() -> None:
    """Export a mall's products.

    \b
    Examples:
      openmall export products goods.csv --mall myshop
      openmall export products goods.jsonl.gz --mall myshop --shop-no 2
      openmall export products - --mall myshop | head
    """


@export.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--mall", "mall_id", required=True, metavar="ID", help="Whose products.")
@click.option("--shop-no", default=1, show_default=True, help="Language the texts are in.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="Else told by the file's name; csv."
)
@command
def products(file: Path, mall_id: str, shop_no: int, format_: str | None, as_json: bool) -> "Work":
    """Write the products of a shop to FILE, `-` for standard output; gzip when it ends in .gz.

    `openmall import products` makes the same products of it again. The file appears when it is
    whole. A product without a code of its own is written with the mall's. Bundles are left out,
    and counted: a file of products does not say what they are made of.

    \b
    Examples:
      openmall export products --mall myshop products.csv.gz
      openmall export products --mall myshop --format jsonl -
    """
    from openmall.transfer.exports.products import CsvWriter, Export, JsonLinesWriter

    kind = format_ or ("jsonl" if ".jsonl" in file.suffixes else "csv")
    to_screen = str(file) == "-"
    if to_screen and as_json:
        raise click.UsageError("--json says how it went on standard output; write to a file")

    async def work(opened: "Installation") -> Output | None:
        mall = await opened.mall(mall_id)
        product_export = Export(
            opened.database, mall, await opened.clock_of(mall_id), shop_no=shop_no
        )
        with (
            _open_output(file) as text,
            _show_progress(await product_export.number(), quiet=as_json) as report_progress,
        ):
            writer = CsvWriter(text) if kind == "csv" else JsonLinesWriter(text)
            count, rows, bundles = (
                *await product_export.run(writer, report_progress),
                await product_export.left_out(),
            )
        if to_screen:
            return None
        facts: dict[str, Fact] = {
            "mall_id": mall_id,
            "shop_no": shop_no,
            "file": str(file),
            "format": kind,
            "products": count,
            "rows": rows,
            "bundles_left_out": bundles,
        }
        left_out = f" {bundles:,} bundles are left out." if bundles else ""
        return Output(facts, f"{count:,} products in {rows:,} rows.{left_out}")

    return work


@contextmanager
def _open_output(file: Path) -> Iterator[TextIO]:
    """Open a file to write; it gets its name when it is complete."""
    if str(file) == "-":
        yield sys.stdout
        return
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if file.suffix == ".gz":
            with gzip.open(partial, "wt", encoding="utf-8", newline="") as text:
                yield text
        else:
            with partial.open("w", encoding="utf-8", newline="") as text:
                yield text
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _show_progress(total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Exporting", total=total)
        yield lambda count: bar.update(task, completed=count)
