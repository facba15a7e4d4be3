"""Several machines ship facts of one PostgreSQL to one ClickHouse, and die at any moment."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from openmall.analytics.engine.clickhouse import OverHttp
from openmall.analytics.engine.layout import TABLES
from openmall.configuration import Configuration
from tests import new_store, postgres
from tests.analytics.engine.clickhouse_server import ClickHouseServer
from tests.analytics.sessionising.event_reporting import LATENESS, EventReporter
from tests.analytics.sessionising.histories import History
from tests.analytics.sessionising.reference import expected, told
from tests.fork_server import ForkServer
from tests.random_cases import cases

pytestmark = pytest.mark.journey

WORKER = "tests.analytics.sessionising.worker"
MACHINES = 3
KILLS = cases(6, usual=3)
PATIENCE = 180.0


async def _facts(url: str) -> dict[str, list[dict[str, Any]]]:
    """Return all facts that the server has."""
    server = OverHttp(url, seconds=30)
    found = {}
    for name, table in TABLES.items():
        settings = "SETTINGS output_format_json_quote_64bit_integers = 0"
        answer = await server.carry_out(f'SELECT * FROM "{name}" {settings} FORMAT JSONCompact', {})
        rows = msgspec.json.decode(answer)["data"]
        found[name] = [dict(zip(table.c.keys(), row, strict=True)) for row in rows]
    await server.close()
    return found


def test_machines_that_die_and_ship_the_same_facts_lose_and_double_nothing(tmp_path: Path) -> None:
    store = Configuration(data_dir=tmp_path, database=postgres.server().new_database())
    new_store.prepare(store)
    history = History(31, browsers=cases(60, usual=20))
    now = 0.0

    async def tell() -> None:
        nonlocal now
        telling = await EventReporter.new(store)
        for at, what in history.arrivals():
            if isinstance(what, list):
                await telling.collect(what, received_at=at)
            else:
                await telling.tell(what)
            now = at / 1000 + LATENESS + 1
        await telling.database.close()

    async def left(telling: EventReporter) -> tuple[int, int]:
        return await telling.waiting(), await telling.made()

    async def work(url: str) -> list[tuple[int, int]]:
        draw, telling = Random(7), EventReporter(store)
        left_at_kills = []
        with ForkServer(WORKER) as server:
            # each machine has a folder of its own; all find the same facts due
            folders = [tmp_path / f"machine-{number}" for number in range(MACHINES)]
            arguments = [(folder, store.database, now, url) for folder in folders]
            running = [server.start(WORKER, *each) for each in arguments]
            for number in range(KILLS):
                before = await left(telling)
                deadline = time.monotonic() + PATIENCE
                while await left(telling) == before != (0, 0):
                    assert time.monotonic() < deadline
                    await asyncio.sleep(0.02)
                await asyncio.sleep(draw.random() * 0.05)
                victim = number % MACHINES
                running[victim].kill()
                left_at_kills.append(await left(telling))
                running[victim] = server.start(WORKER, *arguments[victim])
            deadline = time.monotonic() + PATIENCE
            while await left(telling) != (0, 0):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.1)
            for each in running:
                each.kill()
        await telling.database.close()
        return left_at_kills

    asyncio.run(tell())
    with ClickHouseServer(tmp_path / "clickhouse") as clickhouse:
        left_at_kills = asyncio.run(work(clickhouse.url))
        assert set(left_at_kills) != {(0, 0)}, "everything was done before a machine was killed"
        facts = asyncio.run(_facts(clickhouse.url))
    assert told(facts) == expected(history.pages, history.carts, history.orders, history.paid)
