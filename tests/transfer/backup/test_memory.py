"""A copy takes the same memory however large the shop is."""

import asyncio
import multiprocessing
import random
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import apsw
import pytest

from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.database.snapshot import open_snapshot
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import MEMBER_BYTES, BackupOptions, write_backup
from openmall.transfer.backup.reading import examine
from openmall.transfer.backup.restoring import restore
from tests.cli.command_line import Shell

pytestmark = pytest.mark.journey

FEW, MANY = 6_000, 14_000
"""Rows: so many that a restore already holds as much of a copy at once as it ever does."""
ROW_BYTES = 3_000
"""Larger rows instead of more: to follow what memory each takes is slow."""


def _peaks(folder: Path, rows: int) -> list[int]:
    """Return the most bytes that making, reading and restoring a copy of so many rows take."""
    shell = Shell(folder / "data")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    configuration = Configuration(data_dir=shell.data_dir)
    store = apsw.Connection(str(configuration.database_path))
    noise = random.Random(1)  # the same rows in every run
    with store:
        store.executemany(
            "INSERT INTO product_memo VALUES ('myshop', ?, 1, 'owner', 1, ?)",
            ((number, noise.randbytes(ROW_BYTES // 2).hex()) for number in range(rows)),
        )
    store.close()
    peaks = []

    def peak() -> None:
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.reset_peak()

    target = folder / "copy.tar"
    tracemalloc.start()
    asyncio.run(
        write_backup(
            target,
            BackupOptions(facts=False),
            configuration=configuration,
            snapshot=open_snapshot(configuration),
            store=open_store(configuration),
            engine=None,
            now=lambda: 0.0,
            program="0.1.0",
            report_progress=lambda share: None,
        )
    )
    peak()
    copy = examine(target).copy
    assert copy is not None
    peak()
    there = Configuration(data_dir=folder / "there")
    asyncio.run(
        restore(
            copy,
            there,
            open_store(there),
            scratch=None,
            report_progress=lambda share: None,
            unopened=key_check.unopened,
        )
    )
    peak()
    tracemalloc.stop()
    return peaks


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    # what threads allocate that other tests have left in a process would be counted as well
    fresh = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    with fresh:
        few = fresh.submit(_peaks, tmp_path / "few", FEW).result()
        many = fresh.submit(_peaks, tmp_path / "many", MANY).result()

    # 24 MB of rows more, or 12 as they are packed
    assert [after - before < 2 * MEMBER_BYTES for before, after in zip(few, many, strict=True)] == [
        True
    ] * 3
