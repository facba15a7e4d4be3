"""SQLite's log of changes is copied into the file while the program runs."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert

from openmall.configuration import Configuration
from openmall.database import sqlite
from openmall.database.factory import open_database
from openmall.database.sequences import SEQUENCE
from openmall.database.statements import Statement
from tests import new_store

ADD = Statement(insert(SEQUENCE).values({c.name: bindparam(c.name) for c in SEQUENCE.c}))


def written(folder: Path, *, pause: float | None) -> tuple[int, int]:
    """Write ten megabytes; return by how much the file grew, and how large the log is."""
    configuration = Configuration(data_dir=folder)
    new_store.prepare(configuration)
    file = folder / "openmall.sqlite"
    before = file.stat().st_size

    def sizes() -> tuple[int, int]:
        return file.stat().st_size - before, Path(f"{file}-wal").stat().st_size

    async def write() -> tuple[int, int]:
        database = open_database(configuration)
        for turn in range(40):
            async with database.writing("myshop") as db:
                rows = [{"name": f"{turn}-{at} {'x' * 500}", "value": at} for at in range(500)]
                await db.many(ADD, rows)
            if pause is not None:
                await asyncio.sleep(pause)
        found = sizes()
        await database.close()
        return found

    return asyncio.run(write())


def test_many_changes_reach_the_file_before_it_is_closed(tmp_path: Path) -> None:
    # as a server does between two calls: the copying goes on in a thread
    grown, log = written(tmp_path, pause=0.02)

    # ten megabytes were written: most of it is in the file, and the log was begun anew
    assert grown > 4_000_000
    assert log < 15_000_000


def test_whoever_writes_without_a_pause_waits_for_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_CHECKPOINT_PAGES", 100)
    monkeypatch.setattr(sqlite, "_MAX_WAL_PAGES", 500)

    grown, log = written(tmp_path, pause=None)

    # two megabytes, and what one transaction writes on top
    assert grown > 4_000_000
    assert log < 4_000_000
