"""Imports and exports of files, for the sweeps."""

import base64
from collections.abc import Callable
from typing import Any

from sqlalchemy import bindparam, update

from openmall.database.statements import Statement
from openmall.events.file_transfers import file_store
from openmall.events.file_transfers.file_store import FileError, PlannedRow
from openmall.events.file_transfers.tables import TRANSFER
from tests.every_operation.prerequisites import jobs
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

_FILE = "custom_product_code,product_name,price\nF1,,x\nF2,,y\nF3,,z\nF4,,a\n"
_PLANNED = Statement(
    update(TRANSFER)
    .where(TRANSFER.c.mall_id == bindparam("mall_id"), TRANSFER.c.transfer_no == bindparam("this"))
    .values(dry_run="T", state="succeeded", parts=1, finished_at=1)
)
CONTENT = base64.b64encode(_FILE.encode()).decode()


def imported(world: World, values: Values) -> int:
    """Create an import, and upload its file."""
    number: int = world.post("imports", kind="products")["import"]["import_no"]
    world.post(f"imports/{number}/parts", part_no=1, content=CONTENT)
    return number


def exported(world: World, values: Values) -> int:
    """Create an export."""
    number: int = world.post("exports", kind="products")["export"]["export_no"]
    return number


def _with_errors(world: World, path: Values) -> None:
    """Write rows at fault of the import of the path."""
    errors = [FileError(at, at + 1, "price", f"F{at}", "no number", "") for at in range(1, 6)]
    number = int(path["import_no"])
    world.in_transaction(lambda db: file_store.add_errors(db, number, errors))


def _with_plan(world: World, path: Values) -> None:
    """Write what a dry run of the import of the path found."""
    rows = [PlannedRow(at, at + 1, f"F{at}", "new") for at in range(1, 6)]
    number = int(path["import_no"])
    world.in_transaction(lambda db: file_store.add_plan(db, number, rows))


def _planned(world: World, path: Values) -> None:
    """Let the import of the path be a dry run that has succeeded."""
    number = int(path["import_no"])
    world.in_transaction(lambda db: db.run(_PLANNED, this=number))


def fill(world: World, times: int) -> None:
    """Create so many jobs, and imports and exports that were cancelled, so that more may follow."""
    for _ in range(times):
        jobs.placed(world, {})
        world.call("DELETE", f"imports/{imported(world, {})}")
        world.call("DELETE", f"exports/{exported(world, {})}")


def _import(world: World) -> None:
    imported(world, {})


def _export(world: World) -> None:
    exported(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "imports/{import_no}": imported,
    "exports/{export_no}": exported,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET imports": _import,
    "GET exports": _export,
}
REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "GET imports/{import_no}/errors": _with_errors,
    "GET imports/{import_no}/plan": _with_plan,
    "POST imports/{import_no}/confirm": _planned,
}
EXTRA_VALUES: dict[str, Values] = {
    "POST exports": {"reason": "A sweep"},
    "POST imports": {"format": "csv", "maps": [], "constants": [], "only": []},
    "POST imports/{import_no}/parts": {"content": CONTENT},
}
PAGED: dict[str, tuple[Values, Values]] = {
    "GET imports": ({}, {}),
    "GET exports": ({}, {}),
    "GET imports/{import_no}/errors": ({}, {}),
    "GET imports/{import_no}/plan": ({}, {}),
}
"""What lists are asked for, and what their rows have in common."""
