"""Machines on one database learn of each other's changes before anybody is told of them."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from openmall.configuration import Configuration
from openmall.database.cache_epoch import CacheEpoch
from openmall.database.factory import open_database
from openmall.database.postgres import PostgresDatabase
from openmall.database.postgres_pool import ConnectionSettings
from openmall.database.session import Database, DatabaseAway
from tests import new_store, postgres


class Counting:
    """A database that counts how often it is read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        if name == "reading":
            self.reads += 1
        return getattr(self._database, name)


def on(store: str, work: Callable[[Counting, Counting], Awaitable[None]]) -> None:
    """Do `work` with the database as two machines have it."""
    with tempfile.TemporaryDirectory() as folder:
        url = postgres.server().new_database() if store == "postgresql" else ""
        configuration = Configuration(data_dir=Path(folder), database=url)
        new_store.prepare(configuration)

        async def run() -> None:
            both = [Counting(open_database(configuration)) for _ in range(2)]
            await work(*both)
            for each in both:
                await each.close()

        asyncio.run(run())


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_what_one_tells_the_other_knows_at_its_next_look(store: str) -> None:
    async def work(one: Any, other: Any) -> None:
        here, there = CacheEpoch(one), CacheEpoch(other)
        seen = [here.cache_epoch(), there.cache_epoch()]
        for _ in range(3):
            await here.invalidate_caches()
            before = there.cache_epoch()
            await there.refresh()
            assert there.cache_epoch() == here.cache_epoch() == before + 1
        assert seen == [0, 0]

    on(store, work)


def test_many_that_ask_at_once_share_a_look_and_none_is_of_before_they_asked() -> None:
    async def work(one: Any, other: Any) -> None:
        here, there = CacheEpoch(one), CacheEpoch(other)

        async def ask() -> int:
            known = here.cache_epoch()
            await there.refresh()
            return there.cache_epoch() - known

        asked = [asyncio.create_task(ask()) for _ in range(50)]
        for _ in range(5):
            await here.invalidate_caches()
            asked += [asyncio.create_task(ask()) for _ in range(50)]
        behind = await asyncio.gather(*asked)

        assert min(behind) >= 0
        assert other.reads <= 20

    on("postgresql", work)


def test_whoever_asks_while_the_database_is_away_is_told_so_and_later_is_not() -> None:
    server = postgres.Server()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder), database=server.new_database())
        new_store.prepare(configuration)

        async def run() -> tuple[list[Any], int]:
            database = PostgresDatabase(ConnectionSettings(url=configuration.database))
            cache_epoch = CacheEpoch(database)
            await cache_epoch.invalidate_caches()
            server.stop()
            away = await asyncio.gather(
                *(cache_epoch.refresh() for _ in range(20)), return_exceptions=True
            )
            server.start()
            for _ in range(3):
                try:
                    await cache_epoch.refresh()
                    break
                except DatabaseAway:
                    continue
            await cache_epoch.refresh()
            await database.close()
            return away, cache_epoch.cache_epoch()

        away, generation = asyncio.run(run())

    assert [each for each in away if not isinstance(each, DatabaseAway)] == []
    assert generation == 1
