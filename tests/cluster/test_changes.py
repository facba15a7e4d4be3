"""The change feed and captures on a cluster: triggers and numbers of transactions are of nodes."""

import asyncio
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
from sqlalchemy import bindparam, update

from openmall.access.malls.tables import SHOP
from openmall.database import capture, distribution
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests import citus
from tests.cluster.merchants import Market
from tests.commerce.changes.reader import Reader, snapshot
from tests.world import Stage, World, open_stage

RENAME = Statement(
    update(SHOP).where(SHOP.c.mall_id == bindparam("mall_id")).values(name=bindparam("name"))
)
_MOVE = (
    "SELECT citus_move_shard_placement("
    " get_shard_id_for_distribution_column('mall', $1::text), '127.0.0.1', $2, '127.0.0.1', $3,"
    " shard_transfer_mode => 'force_logical')"
)


@pytest.fixture
def here(url: str) -> Iterator[Stage]:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=url, connections=10) as stage,
    ):
        yield stage


def test_copies_follow_malls_on_both_nodes_and_one_that_moves(
    here: Stage, url: str, cluster: citus.Cluster
) -> None:
    market = Market(here, cluster, url)
    readers = [Reader(each.world) for each in market.merchants]
    first, second = cluster.workers
    moving = market.on(first)[0]
    assert market.on(second)

    assert market.go_on(market.merchants)
    for each in readers:
        each.follow()  # fails where a number is missing
    citus.ask(url, _MOVE, moving.name, first.port, second.port)
    assert market.go_on(market.merchants)
    for each in readers:
        each.follow()
    market.close()

    for each, merchant in zip(readers, market.merchants, strict=True):
        each.follow()
        assert each.copy["products"] == snapshot(each.world, "products")[1]
        assert len(each.copy["products"]) >= len(merchant.acknowledged) > 0
        causes = {entry["cause"]["operation"] for entry in each.entries if entry["cause"]}
        assert causes == {"POST products"}


def test_a_feed_begins_behind_writes_that_began_before(here: Stage, url: str) -> None:
    world = here.new_world("quiet")
    product = world.product()["product_no"]
    heads: list[int] = []

    async def write_meanwhile() -> None:
        connection = await asyncpg.connect(url)
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(
            "UPDATE product SET model_name = 'new' WHERE mall_id = 'quiet' AND product_no = $1",
            product,
        )
        reading = threading.Thread(
            target=lambda: heads.append(world.get("changes")["changes"]["head"])
        )
        reading.start()
        await asyncio.sleep(1)
        assert heads == [], "the feed began before the write ended, and will not have it"
        await transaction.commit()
        await asyncio.to_thread(reading.join, 30)
        await connection.close()

    asyncio.run(write_meanwhile())

    assert len(heads) == 1


def test_a_capture_has_the_rows_of_a_mall_of_each_node(
    here: Stage, url: str, cluster: citus.Cluster
) -> None:
    worlds = {f"mall-{at}": here.new_world(f"mall-{at}") for at in range(6)}
    assert {cluster.node_of(url, name) for name in worlds} == set(cluster.workers)

    def captured(world: World) -> list[tuple[str, set[str]]]:
        async def work(db: Session) -> list[tuple[str, set[str]]]:
            async with db.capture() as capturing:
                await db.run(RENAME, name="captured")
                return [(each.table, each.changed) for each in await capturing.changes()]

        return world.in_transaction(work)

    assert [captured(each) for each in worlds.values()] == [[("shop", {"name"})] * 2] * 6
    assert citus.ask(url, "SELECT count(*) FROM captured_row") == [(0,)]


def test_a_store_that_was_distributed_before_gets_the_function_that_knows_shards(
    url: str, cluster: citus.Cluster
) -> None:
    name_of_shard = r"regexp_replace(TG_TABLE_NAME, '_\d{6,}$', '')"
    earlier = capture.FUNCTION.replace(name_of_shard, "TG_TABLE_NAME")
    citus.ask(url, earlier)

    def kinds() -> list[bool]:
        database = urlsplit(url).path[1:]
        sql = "SELECT prosrc LIKE '%regexp_replace%' FROM pg_proc WHERE proname = 'capture_row'"
        return [citus.ask(each.url(database), sql)[0][0] for each in cluster.nodes]

    assert earlier != capture.FUNCTION
    assert kinds() == [False] * 3

    asyncio.run(distribution.distribute(url, only_plan=False))

    assert kinds() == [True] * 3
