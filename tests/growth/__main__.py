"""Count the work of every list and count in a large shop, and print what grows with it.

python -m tests.growth [--rows N] [--store sqlite|postgresql] [--only NAME]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from openmall.access.limits.local_counters import LocalCounters
from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.app import Application
from openmall.commerce.product.products.name_reindex import reindex
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from tests import new_store, postgres
from tests.client import Client
from tests.commerce.order import order_setup
from tests.commerce.partner import programme_setup
from tests.every_operation.operation_calls import least, send, things
from tests.every_operation.prerequisites import CREATORS, Row, Values, customers, order
from tests.every_operation.registry_rows import every_row, named
from tests.growth import seeding, sweep
from tests.growth.recording import RecordingDatabase
from tests.growth.work import Meter, PostgresMeter, SqliteMeter
from tests.world import MovableClock, Stage, World

BUYER = order_setup.BUYER


@contextmanager
def open_stage(folder: Path, database: str) -> Iterator[tuple[Stage, RecordingDatabase]]:
    configuration = Configuration(data_dir=folder, limits="count", database=database)
    new_store.prepare(configuration)
    clock = MovableClock()
    engine = Embedded(DuckFile(":memory:"))
    recording = RecordingDatabase(open_database(configuration))
    app = Application(configuration, recording, LocalCounters(), clock, engine=engine)
    with Client(app, ip="127.0.0.1") as client:
        yield Stage(app, clock, client, engine), recording


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.growth", description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--only", default="")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--plans", action="store_true")
    parser.add_argument("--alone", action="store_true")
    options = parser.parse_args()
    url = postgres.server().new_database() if options.store == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder), url) as (stage, read):
        world = stage.new_world("growing")
        prepared = prepare(world, options.only)
        copy(world, Path(folder), url, options.rows)
        note(f"seeded {options.rows}")
        sweep_all(world, read, Path(folder), url, prepared, options)


def note(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def prepare(world: World, only: str) -> list[tuple[Row, Values, Values]]:
    programme_setup.enrol(world, shop_tags=["tag-growing"])
    found = []
    for row in every_row():
        if not sweep.is_list(row) or only not in named(row):
            continue
        try:
            path = things(world, row[1])
            values = least(world, row[1], path)
        except BaseException as error:
            note(f"not prepared: {named(row)}: {error!r:.200}")
            continue
        found.append((row, path, values))
    return found


def copy(world: World, folder: Path, url: str, rows: int) -> None:
    number = world.product(display="T", selling="T", product_tag=["linen"])["product_no"]
    member = customers.customer(world, {})
    buyer = order_setup.BUYER.__class__(
        **{**{n: getattr(BUYER, n) for n in BUYER.__struct_fields__}, "member_id": member}
    )
    order_id = order.ordered(world, number, buyer=buyer)
    order.pay(world, order_id)
    CREATORS["orders/{order_id}/shipments/{shipping_code}"](world, {"order_id": order_id})
    article = CREATORS["boards/{board_no}/articles/{article_no}"](world, {"board_no": 5})
    CREATORS["boards/{board_no}/articles/{article_no}/comments/{comment_no}"](
        world, {"board_no": 5, "article_no": article}
    )
    sample = {
        "order_id": order_id, "member_id": member, "article_no": article, "product_no": number,
        "name": member,
    }  # fmt: skip
    found = list(seeding.statements(world.mall_id, sample, rows))
    counter = f"UPDATE counter SET value = {seeding.BEYOND + number + rows} WHERE mall_id = 'growing' AND name = 'product'"
    if url:
        asyncio.run(_copy_postgres(url, found, counter))
    else:
        connection = apsw.Connection(str(folder / "openmall.sqlite"))
        connection.execute("PRAGMA synchronous=OFF; PRAGMA cache_size=-400000")
        for name, sql in found:
            began = time.monotonic()
            try:
                connection.execute(sql)
            except apsw.Error as error:
                note(f"{name}: {error!r}")
            if connection.changes() > 1:
                note(f"{name}: {connection.changes()} rows, {time.monotonic() - began:.1f} s")
        connection.execute(counter)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()

    async def names() -> None:
        mall = await programme_setup.mall_of(world)
        await reindex(world.stage.app.database, [mall], progress=lambda share: None)

    world.stage.run(names)
    if url:
        asyncio.run(_tidy(url))


async def _copy_postgres(url: str, found: list[tuple[str, str]], counter: str) -> None:
    connection = await asyncpg.connect(url)
    for name, sql in found:
        began = time.monotonic()
        try:
            tag = await connection.execute(sql)
        except asyncpg.PostgresError as error:
            note(f"{name}: {error!r}")
            continue
        note(f"{name}: {tag}, {time.monotonic() - began:.1f} s")
    await connection.execute(counter)
    await connection.close()


async def _tidy(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def sweep_all(
    world: World, read: RecordingDatabase, folder: Path, url: str, prepared: Any, options: Any
) -> None:
    loop = asyncio.new_event_loop()
    meter: Meter
    if url:
        connection = loop.run_until_complete(asyncpg.connect(url))
        meter = PostgresMeter(connection)
        most = options.most or 500
    else:
        meter = SqliteMeter(folder / "openmall.sqlite")
        most = options.most or options.rows * 2
    calls = failed = 0
    for row, path, values in prepared:
        began = time.monotonic()
        seen: dict[str, Any] = {}
        answer = send(world, row, values, path)
        if answer.status_code != 200:
            note(f"not called: {named(row)}: {answer.status_code} {answer.text[:200]}")
            continue
        body = answer.json()
        if isinstance(body, dict):
            listed = body.get(row[1].key)
            if isinstance(listed, list) and listed and isinstance(listed[0], dict):
                seen = listed[0]
        worst = (0, "")
        for asked in sweep.trials(row, values, seen):
            if options.alone and " " in asked.names:
                continue
            read.reads.clear()
            world.stage.forget_counts()
            answer = send(world, row, asked.values, path)
            calls += 1
            if answer.status_code != 200:
                failed += 1
                if " " not in asked.names:
                    note(
                        f"refused: {named(row)} {asked.names}: {answer.status_code} {answer.text[:150]}"
                    )
            reads = list(read.reads)
            works = [loop.run_until_complete(meter.work(each)) for each in reads]
            total = sum(works)
            worst = max(worst, (total, asked.names))
            if total > most:
                print(f"{total:>10,} {named(row)} {asked.names}", flush=True)
                if options.plans or " " not in asked.names:
                    at = max(range(len(works)), key=lambda i: works[i])
                    for step in loop.run_until_complete(meter.plan(reads[at])):
                        print(f"{'':14}{step}")
        note(f"{named(row)}: worst {worst[0]:,} {worst[1]}; {time.monotonic() - began:.1f} s")
    note(f"{calls} calls, {failed} refused")


if __name__ == "__main__":
    main()
