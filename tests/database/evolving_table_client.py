"""A program that uses the growing table: of before its change, of after it, or the last one.

It says the number of each round it did on standard output, until standard input ends.
"""

import asyncio
import itertools
import sys
import threading
from pathlib import Path

from openmall.configuration import Configuration
from openmall.database import phases
from openmall.database.factory import open_database
from openmall.database.session import Database
from tests.database import evolving_table

KNOWN = {"before": "9001", "after": "9003", "last": "9003"}
"""The newest schema that each program knows, which its connections to PostgreSQL say."""


async def before(database: Database, at: int) -> None:
    async with database.writing("m") as db:
        await db.run(evolving_table.OLD_WRITE, page=f"b{at}", words=f"written before {at}")
    async with database.reading("m") as db:
        row = await db.one(evolving_table.OLD_READ, page_=f"b{at}")
        assert row is not None
        assert row[0] == f"written before {at}"


async def after(database: Database, at: int) -> None:
    words, page = f"written after {at}", f"p{at % evolving_table.ROWS:05}"
    async with database.writing("m") as db:
        await db.run(evolving_table.NEW_WRITE, page=f"a{at}", words=words, body=words.upper())
        await db.run(evolving_table.NEW_CHANGE, page_=page, words=words, body=words.upper())
    async with database.reading("m") as db:
        row = await db.one(evolving_table.NEW_READ, page_=page)
        assert row is not None
        assert row[0] == words.upper()
        row = await db.one(evolving_table.NEW_READ, page_=f"p{evolving_table.ROWS - 1:05}")
        assert row is not None
        assert row[0] == f"WORDS {evolving_table.ROWS - 1}"


async def last(database: Database, at: int) -> None:
    async with database.reading("m") as db:
        assert len(await db.all(evolving_table.LAST_READ)) >= evolving_table.ROWS


async def use(folder: str, url: str, how: str) -> None:
    ending = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ending.set()), daemon=True).start()
    phases.newest = lambda: KNOWN[how]
    database = open_database(Configuration(data_dir=Path(folder), database=url))
    once = {"before": before, "after": after, "last": last}[how]
    for at in itertools.count():
        if ending.is_set():
            break
        await once(database, at)
        print(at, flush=True)
        await asyncio.sleep(0.001)
    await database.close()


if __name__ == "__main__":
    asyncio.run(use(*sys.argv[1:]))
