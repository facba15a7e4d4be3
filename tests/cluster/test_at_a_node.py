"""Workers that are connected to a node instead of the coordinator."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tests import citus
from tests.cli.command_line import Shell
from tests.cluster.merchants import Market
from tests.commerce.changes.reader import Reader, snapshot
from tests.world import Stage, open_stage


@pytest.fixture
def here(url: str, cluster: citus.Cluster) -> Iterator[Stage]:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=cluster.at_a_node(url), connections=10) as stage,
    ):
        yield stage


def test_malls_of_every_node_are_written_to_and_followed_at_one(
    here: Stage, url: str, cluster: citus.Cluster
) -> None:
    market = Market(here, cluster, url)
    readers = [Reader(each.world) for each in market.merchants]
    assert market.on(cluster.workers[0])
    assert market.on(cluster.workers[1])

    assert market.go_on(market.merchants)
    market.close()
    print(f"at a node: {market.figures()}")

    for each, merchant in zip(readers, market.merchants, strict=True):
        each.follow()
        assert each.copy["products"] == snapshot(each.world, "products")[1]
        assert len(each.copy["products"]) >= len(merchant.acknowledged) > 0
    assert [each.refused for each in market.merchants] == [[]] * len(market.merchants)


def test_workers_at_both_nodes_and_the_coordinator_share_malls(
    here: Stage, url: str, cluster: citus.Cluster
) -> None:
    name = here.new_world("shared")
    first = name.product()["product_no"]
    made = [name.product()["product_no"] for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        for other in (url, cluster.workers[1].url(url.rpartition("/")[2].partition("?")[0])):
            count = Shell(Path(folder)).json("mall", "list", "--database", other)
            assert [each["mall_id"] for each in count] == ["shared"]
    assert made == [first + 1, first + 2, first + 3], "numbers follow each other"


def test_the_coordinator_is_killed_and_malls_are_served_at_the_node(
    here: Stage, url: str, cluster: citus.Cluster
) -> None:
    market = Market(here, cluster, url)
    assert market.go_on(market.merchants)

    cluster.coordinator.kill()
    try:
        served = market.go_on(market.merchants, more=10)
    finally:
        cluster.coordinator.restart()
    market.close()
    print(f"without a coordinator: {market.figures()}")

    assert served
    assert [each.refused for each in market.merchants] == [[]] * len(market.merchants)


def test_changes_of_the_schema_are_refused_at_a_node(url: str, cluster: citus.Cluster) -> None:
    node = cluster.at_a_node(url)

    with pytest.raises(asyncpg.PostgresError, match="operation is not allowed on this node"):
        citus.ask(node, "ALTER TABLE product ADD COLUMN trial INTEGER")
