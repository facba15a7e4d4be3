"""SQLite's log of changes is copied into the file while the program runs."""

import asyncio
from pathlib import Path

from sqlalchemy import bindparam, insert

from openmall.configuration import Configuration
from openmall.database.migrate import migrate
from openmall.database.numbers import COUNTER
from openmall.database.open import open_database
from openmall.database.statements import Statement

ADD = Statement(insert(COUNTER).values({c.name: bindparam(c.name) for c in COUNTER.c}))


def test_many_changes_reach_the_file_before_it_is_closed(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    migrate(configuration)
    file = tmp_path / "openmall.sqlite"
    before = file.stat().st_size

    def sizes() -> tuple[int, int]:
        return file.stat().st_size, Path(f"{file}-wal").stat().st_size

    async def write() -> tuple[int, int]:
        database = open_database(configuration)
        for turn in range(40):
            async with database.writing("myshop") as db:
                rows = [{"name": f"{turn}-{at} {'x' * 500}", "value": at} for at in range(500)]
                await db.many(ADD, rows)
            # as a server does between two calls: the copying goes on in a thread
            await asyncio.sleep(0.02)
        found = sizes()
        await database.close()
        return found

    grown, log = asyncio.run(write())

    # ten megabytes were written: most of it is in the file, and the log was begun anew
    assert grown - before > 4_000_000
    assert log < 15_000_000
