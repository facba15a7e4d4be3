"""Imports a tree of categories, each written with the names that lead to it."""

import asyncio
import gzip
import zlib
from pathlib import Path as File
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.category.categories.bulk import Path, Remembered, ensure, folded
from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue, cause
from openmall.database.session import Database
from openmall.transfer.imports import refusals
from openmall.transfer.imports.records import CannotRead

_BATCH: Final = 100


class Summary(Struct, frozen=True):
    """What an import of categories did."""

    paths: int
    """Different paths of at most four levels that the file names."""
    failed: int
    """Entries that have no path of names, or one that is too long."""
    first_errors: list[str]


async def run(
    database: Database, mall: Mall, clock: Clock, file: File, *, dry_run: bool = False
) -> Summary:
    """Create the categories of a file; existing ones stay unchanged. Raises CannotRead."""
    paths: dict[Path, None] = {}
    errors = []
    for at, entry in enumerate(_entries(file), 1):
        try:
            paths[folded(_path(entry))] = None
        except RefusedValue as error:
            errors.append(f"entry {at}: {error.reason.text()}")
    sorted_paths = sorted(paths, key=lambda path: (len(path), path))
    if not dry_run:
        remembered = Remembered()
        for at in range(0, len(sorted_paths), _BATCH):
            async with database.writing(mall.mall_id) as db:
                batch = sorted_paths[at : at + _BATCH]
                await ensure(db, mall, clock, batch, remembered=remembered)
            await asyncio.sleep(0.005)
    return Summary(len(sorted_paths), len(errors), errors[:20])


def _entries(file: File) -> list[Any]:
    try:
        content = file.read_bytes()
        if content.startswith(b"\x1f\x8b"):
            content = gzip.decompress(content)
        return msgspec.json.decode(content, type=list[Any])
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise CannotRead(cause(refusals.FILE_NOT_OPENED, problem=problem), file) from None
    except (EOFError, zlib.error):
        raise CannotRead(cause(refusals.FILE_DAMAGED), file) from None
    except msgspec.DecodeError as error:
        raise CannotRead(cause(refusals.COLUMN_NOT_JSON, problem=str(error)), file) from None


def _path(entry: Any) -> Path:
    """Return the names of `{"path": ["A", "B"]}` or `{"path": [{"name": "A"}, ...]}`."""
    steps = entry.get("path") if isinstance(entry, dict) else entry
    if not isinstance(steps, list):
        raise RefusedValue(refusals.NOT_A_CATEGORY_PATH)
    names = [step.get("name") if isinstance(step, dict) else step for step in steps]
    return tuple(name if isinstance(name, str) else "" for name in names)
