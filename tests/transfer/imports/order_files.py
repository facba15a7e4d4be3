"""Files of orders, and calls of the command that imports them."""

from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from openmall.cli.imports.import_products import import_
from tests.transfer.imports.import_commands import csv_file, where
from tests.world import World

HEAD = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country"


def retail(folder: Path, *lines: str, name: str = "sales.csv") -> Path:
    """Write lines as a file of the "Online Retail" kind."""
    return csv_file(folder, HEAD, *lines, name=name)


def bring_in(world: World, file: Path, *options: str) -> dict[str, Any]:
    """Import a file of orders and return the summary."""
    arguments = ["orders", str(file), *where(world), "--json", *options]
    result = CliRunner().invoke(import_, arguments, standalone_mode=False)
    assert result.exception is None, result.exception
    summary: dict[str, Any] = msgspec.json.decode(result.stdout)
    assert result.return_value == (1 if summary["errors"] or summary["stopped"] else 0)
    return summary


def told(summary: dict[str, Any]) -> tuple[int, ...]:
    """Return orders, cancellations, unchanged, failed and rows left out."""
    names = ("orders", "cancellations", "unchanged", "failed", "errors")
    return tuple(summary[name] for name in names)
