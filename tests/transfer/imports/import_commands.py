"""Calls the import command on a stage's store, as a shop owner's shell would."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from openmall.cli.imports.import_products import import_
from tests.world import World

COMMAND = (
    "import sys; from openmall.cli.imports.import_products import import_; import_(sys.argv[1:])"
)
HELD = """
import signal
from openmall.transfer.imports import progress

keep = progress.keep

async def keep_or_hold(db, name, after):
    await keep(db, name, after)
    if after.done > {number}:
        print("held", flush=True)
        signal.pause()

progress.keep = keep_or_hold
"""
"""What lets an import wait for ever before it commits the batch that makes more than a number."""


def where(world: World) -> list[str]:
    """Return the options that say which mall of which installation."""
    settings = world.stage.app.configuration
    found = ["--mall", world.mall_id, "--data-dir", str(settings.data_dir)]
    return [*found, "--database", settings.database] if settings.database else found


def called(world: World, file: Path, *options: str) -> Result:
    """Call `openmall import products FILE`."""
    arguments = ["products", str(file), *where(world), *options]
    return CliRunner().invoke(import_, arguments, standalone_mode=False)


def fill(world: World, file: Path, *options: str) -> dict[str, Any]:
    """Import a file and return the summary; it says nothing of the time it took."""
    result = called(world, file, "--json", *options)
    assert result.exception is None, result.exception
    summary: dict[str, Any] = msgspec.json.decode(result.stdout)
    assert result.return_value == (1 if summary["errors"] or summary["stopped"] else 0)
    return summary


def started(
    world: World, file: Path, *options: str, kind: str = "products", before: str = ""
) -> "subprocess.Popen[bytes]":
    """Start an import in a process of its own, which runs the Python code `before` first."""
    arguments = [kind, str(file), *where(world), "--json", *options]
    root = Path(__file__).parents[3]
    return subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{COMMAND}", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def kill_after(
    number: int, world: World, file: Path, *options: str, kind: str = "products"
) -> None:
    """Import at most `number` records of a file, and be killed while more are written."""
    held = HELD.format(number=number)
    process = started(world, file, *options, kind=kind, before=held)
    assert process.stdout is not None
    said = process.stdout.readline()
    process.kill()
    _, error = process.communicate()
    assert said == b"held\n", error.decode()


def tally(summary: dict[str, Any]) -> tuple[int, int, int, int]:
    """Return created, updated, unchanged and failed."""
    return tuple(summary[name] for name in ("created", "updated", "unchanged", "failed"))  # type: ignore[return-value] # four names


def csv_file(folder: Path, *lines: str, name: str = "goods.csv") -> Path:
    """Write lines of text as a file."""
    file = folder / name
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def many(folder: Path, numbers: Iterable[int], name: str = "many.csv") -> Path:
    """Write a file of plain products with these numbers."""
    head = "custom_product_code,product_name,supply_price,price,display,quantity"
    return csv_file(
        folder, head, *(f"C-{n},Cup {n},100,{200 + n},T,{n % 7}" for n in numbers), name=name
    )
