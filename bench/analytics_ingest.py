"""How much processor time an event costs from the collected batch to the fact in the engine's file.

python -m bench.analytics_ingest --events 200000 --batch 1000 --browsers 20000
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import bindparam, insert

from openmall.access.malls import rules as mall_rules
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.duckdb import FILE, DuckFile, Embedded
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database import sequences
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database
from openmall.database.statements import Statement

MALL = "bench"
_COLLECT = Statement(insert(COLLECTED).values({c.name: bindparam(c.name) for c in COLLECTED.c}))
_SOURCES = [
    {"referrer": "", "engine": "", "keyword": "", "ad": "", "medium": ""},
    {"referrer": "https://search.example/", "engine": "search", "keyword": "linen apron"},
    {"ad": "news", "medium": "mail", "campaign": "spring"},
]


def _events(draw: Random, at: int, count: int, browsers: int) -> list[CollectedEvent]:
    names = ("bot", "referrer", "engine", "keyword", "ad", "medium", "campaign", "term", "content")
    plain = dict.fromkeys(names, "")
    made = []
    for number in range(count):
        browser = draw.randrange(1, browsers)
        source = draw.choice(_SOURCES) if draw.random() < 0.1 else {}
        values: dict[str, Any] = {**plain, **source}
        made.append(
            CollectedEvent(
                at=at + number,
                shop_no=1,
                kind="product",
                browser=browser << 40,
                ip=browser << 38,
                device="mobile" if browser % 3 else "pc",
                url=f"/product/{number % 500}",
                product_no=number % 500 + 1,
                **values,
            )
        )
    return made


async def _measure(
    database: Database, engine: Engine, *, events: int, batch: int, browsers: int
) -> dict[str, Any]:
    clock = SystemClock()
    shops = [mall_rules.Language("Bench", "ko_KR", "KRW")]
    await mall_rules.create(database, clock, MALL, "Bench", "KR", shops)
    await engine.forget(MALL)  # a file that was measured before has kept these batches
    draw = Random(1)
    at = int(clock.now() * 1000) - events - 1000
    for start in range(0, events, batch):
        told = _events(draw, at + start, batch, browsers)
        async with database.writing(MALL) as db:
            await db.run(
                _COLLECT,
                sequence=await sequences.allocate(db, "collected"),
                received_at=at + start + batch,
                last_at=told[-1].at,
                events=len(told),
                content=msgspec.json.encode(told).decode(),
            )
    cpu, wall = time.process_time(), time.monotonic()
    done = await Sessioniser(database, clock, lateness=EVERYTHING).finish(MALL)
    sessionised = time.process_time() - cpu, time.monotonic() - wall
    cpu, wall = time.process_time(), time.monotonic()
    await fact_shipment.ship(database, engine, MALL)
    shipped = time.process_time() - cpu, time.monotonic() - wall
    await engine.close()
    return {
        "events": done,
        "sessionising_us_an_event": round(sessionised[0] / done * 1e6, 1),
        "shipping_us_an_event": round(shipped[0] / done * 1e6, 1),
        "shipping_us_an_event_by_the_clock": round(shipped[1] / done * 1e6, 1),
        "events_a_second": round(done / (sessionised[1] + shipped[1])),
    }


def measured(
    *, events: int, batch: int, browsers: int, engine: Engine | None = None, database: str = ""
) -> dict[str, Any]:
    """Return what it costs to take in events, into an engine or into a new file.

    Times are of this process; by the clock they hold what the engine does in its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder), database=database)
        migrate(configuration)

        async def run() -> dict[str, Any]:
            store = open_database(configuration)
            into = engine or Embedded(DuckFile(Path(folder) / FILE))
            try:
                return await _measure(store, into, events=events, batch=batch, browsers=browsers)
            finally:
                await store.close()

        return asyncio.run(run())


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--browsers", type=int, default=20_000)
    parser.add_argument("--database", default="", help="postgresql://...; else SQLite")
    options = parser.parse_args()
    print(json.dumps(measured(**vars(options)), indent=2))


if __name__ == "__main__":
    main()
