"""The server is killed while browsers tell: what was acknowledged is there, and nothing twice."""

import asyncio
import tempfile
import threading
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.analytics.collecting.tables import BATCH
from openmall.configuration import Configuration
from openmall.database import sequences
from openmall.database.factory import open_database
from openmall.database.statements import Statement
from tests.analytics.collecting.tracking_browser import batch
from tests.journeys.conftest import STORES, database_options
from tests.journeys.demo_server import DemoServer, soon
from tests.random_cases import combinations

pytestmark = pytest.mark.journey

VISITORS = 4
ENOUGH = 100
"""Acknowledged batches before the server is killed."""
_NAMES = Statement(
    select(BATCH.c.batch_id).where(
        BATCH.c.mall_id == bindparam("mall_id"), BATCH.c.batch_id.startswith("batch-")
    )
)


class Visitor(threading.Thread):
    """Tells of one page after the other until the server is gone."""

    def __init__(self, mall: DemoServer, number: int) -> None:
        super().__init__(name=f"visitor {number}")
        self.acknowledged: list[str] = []
        self.unsure: list[str] = []
        """What was under way when the server died."""
        self._client = mall.new_client()
        self._number = number

    def run(self) -> None:
        try:
            for page in range(1_000_000):
                name = f"batch-{self._number}-{page:06}"
                self.unsure = [name]
                tell(self._client, name)
                self.acknowledged.append(name)
                self.unsure = []
        except httpx.TransportError:
            pass  # it was killed
        finally:
            self._client.close()


def tell(client: httpx.Client, name: str) -> None:
    answer = client.post(
        "/collect", content=msgspec.json.encode(batch({"url": f"/{name}"}, batch_id=name))
    )
    assert answer.status_code == 204, answer.text


def kept(data_dir: Path, database: str, mall_id: str) -> tuple[set[str], int]:
    """Return the names of the batches that are there, and how many were ever written down."""

    async def read() -> tuple[set[str], int]:
        opened = open_database(Configuration(data_dir=data_dir, database=database))
        async with opened.reading(mall_id) as db:
            names = {name for (name,) in await db.all(_NAMES)}
            written = await sequences.allocated(db, "collected")
        await opened.close()
        return names, written

    return asyncio.run(read())


@pytest.mark.parametrize("store", combinations(STORES, usual=["sqlite"]))
def test_acknowledged_batches_survive_a_kill_and_are_kept_once(store: str) -> None:
    options = [*database_options(store), "--no-limits"]
    database = options[1] if store == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        mall = DemoServer(data_dir, *options)
        _, before = kept(data_dir, database, mall.demo.mall_id)
        visitors = [Visitor(mall, number) for number in range(VISITORS)]
        try:
            for visitor in visitors:
                visitor.start()
            assert soon(lambda: sum(len(each.acknowledged) for each in visitors) >= ENOUGH)
        finally:
            mall.kill()
        for visitor in visitors:
            visitor.join(30)
            assert not visitor.is_alive()

        again = DemoServer(data_dir, *options)
        try:
            there, written = kept(data_dir, database, again.demo.mall_id)
            for visitor in visitors:
                assert set(visitor.acknowledged) - there == set()
            assert written - before == len(there)
            for visitor in visitors:
                # the next page sends again what it has heard nothing of, and some of the rest
                for name in (*visitor.acknowledged[-10:], *visitor.unsure):
                    tell(again.client, name)
            everything = {name for each in visitors for name in (*each.acknowledged, *each.unsure)}
            there, written = kept(data_dir, database, again.demo.mall_id)
            assert there == everything
            assert written - before == len(everything)
        finally:
            again.kill()
