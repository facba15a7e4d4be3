"""A shop that grows: every list of the APIs has something in it, and most of it are copies."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import asyncpg
import httpx
from msgspec.structs import replace

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
from tests.every_operation.registry_rows import every_row
from tests.growth import seeding, sweep
from tests.growth.recording import Recorded, RecordingDatabase
from tests.growth.work import Meter, PostgresMeter, SqliteMeter
from tests.world import MovableClock, Stage, World

MALL_ID = "growing"


class Listed(NamedTuple):
    """A list or count, with the parameters it needs."""

    row: Row
    path: Values
    values: Values


class Worked(NamedTuple):
    """The work of one call."""

    answer: httpx.Response
    total: int
    largest: Recorded | None
    """The statement with the most work."""


class GrowingShop:
    """A mall on a store of its own, and the work of calls to it."""

    def __init__(self, stage: Stage, recording: RecordingDatabase, folder: Path, url: str) -> None:
        self._recording = recording
        self._path = folder / "openmall.sqlite"
        self._url = url
        self._loop = asyncio.new_event_loop()
        self.world: World = stage.new_world(MALL_ID)
        self.copies = 0
        programme_setup.enrol(self.world, shop_tags=[f"tag-{MALL_ID}"])
        self.lists = [
            Listed(row, path := things(self.world, row[1]), least(self.world, row[1], path))
            for row in every_row()
            if sweep.is_list(row)
        ]
        self._product = self.world.product(product_tag=["linen"])["product_no"]
        self._sample = self._make_sample()
        self.meter: Meter = (
            PostgresMeter(self._wait(asyncpg.connect(url))) if url else SqliteMeter(self._path)
        )

    def _make_sample(self) -> dict[str, Any]:
        member = customers.customer(self.world, {})
        buyer = replace(order_setup.BUYER, member_id=member)
        order_id = order.ordered(self.world, self._product, buyer=buyer)
        order_setup.pay(self.world, order_id)
        CREATORS["orders/{order_id}/shipments/{shipping_code}"](self.world, {"order_id": order_id})
        board = {"board_no": 5}
        article = CREATORS["boards/{board_no}/articles/{article_no}"](self.world, board)
        return {
            "order_id": order_id,
            "member_id": member,
            "article_no": article,
            "product_no": self._product,
            "name": member,
        }

    def _wait(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def grow(self, copies: int) -> None:
        """Let there be so many copies of a product, an order, a customer and an article."""
        new = range(self.copies + 1, copies + 1)
        self.copies = copies
        statements = [
            *seeding.statements(MALL_ID, self._sample, new),
            f"UPDATE counter SET value = {seeding.BEYOND + self._product + copies}"
            f" WHERE mall_id = '{MALL_ID}' AND name = 'product'",
        ]
        if self._url:
            self._wait(self._run_on_postgres(statements))
        else:
            self._run_on_sqlite(statements)

        async def index_names() -> None:
            mall = await programme_setup.mall_of(self.world)
            await reindex(self.world.stage.app.database, [mall], progress=lambda share: None)

        self.world.stage.run(index_names)
        if self._url:
            self._wait(self._run_on_postgres(["VACUUM ANALYZE"]))

    def _run_on_sqlite(self, statements: list[str]) -> None:
        connection = apsw.Connection(str(self._path))
        connection.execute("PRAGMA synchronous=OFF; PRAGMA cache_size=-400000")
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()

    async def _run_on_postgres(self, statements: list[str]) -> None:
        connection = await asyncpg.connect(self._url)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    def call(self, listed: Listed, values: Values) -> Worked:
        """Call a list and count the work of its statements."""
        self._recording.reads.clear()
        self.world.stage.forget_counts()
        answer = send(self.world, listed.row, values, listed.path)
        reads = list(self._recording.reads)
        works = [self._wait(self.meter.work(read)) for read in reads]
        largest = reads[works.index(max(works))] if works else None
        return Worked(answer, sum(works), largest)

    def plan(self, read: Recorded) -> list[str]:
        """Return the steps of a statement's plan."""
        found: list[str] = self._wait(self.meter.plan(read))
        return found

    def close(self) -> None:
        if isinstance(self.meter, PostgresMeter):
            self._wait(self.meter.close())
        self._loop.close()


@contextmanager
def open_shop(store: str) -> Iterator[GrowingShop]:
    """Open an application on a fresh store, and make the shop."""
    url = postgres.server().new_database() if store == "postgresql" else ""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # what is kept in memory would count as no work
        configuration = Configuration(
            data_dir=folder, limits="count", database=url, storefront_cache_seconds=0
        )
        new_store.prepare(configuration)
        clock = MovableClock()
        engine = Embedded(DuckFile(":memory:"))
        recording = RecordingDatabase(open_database(configuration))
        app = Application(configuration, recording, LocalCounters(), clock, engine=engine)
        with Client(app, ip="127.0.0.1") as client:
            shop = GrowingShop(Stage(app, clock, client, engine), recording, folder, url)
            try:
                yield shop
            finally:
                shop.close()
