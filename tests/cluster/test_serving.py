"""Malls are written to while their rows move to another node, and while a node is away."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import citus
from tests.cluster.merchants import Market
from tests.world import Stage, open_stage

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


@pytest.fixture
def market(here: Stage, url: str, cluster: citus.Cluster) -> Iterator[Market]:
    market = Market(here, cluster, url)
    yield market
    market.stop()


def test_malls_move_to_another_node_while_they_are_written_to(
    market: Market, url: str, cluster: citus.Cluster
) -> None:
    first, second = cluster.workers
    moved = market.on(first)
    assert market.go_on(market.merchants)

    for mall in moved:
        if cluster.node_of(url, mall.name) is first:
            citus.ask(url, _MOVE, mall.name, first.port, second.port)
    assert market.go_on(market.merchants)
    market.close()
    print(f"moved {len(moved)} malls: {market.figures()}")

    assert market.on(first) == []
    assert {status for each in market.merchants for status, _ in each.refused} <= {503}


def test_a_node_is_added_and_takes_its_share_while_malls_are_written_to(
    market: Market, url: str, cluster: citus.Cluster
) -> None:
    assert market.go_on(market.merchants)
    added = cluster.join(url)
    citus.ask(url, "SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')")
    citus.ask(url, "SELECT citus_rebalance_wait()")
    assert market.go_on(market.merchants)
    market.close()
    [(shards,)] = citus.ask(
        url,
        "SELECT count(*) FROM citus_shards WHERE table_name = 'mall'::regclass AND nodeport = $1",
        added.port,
    )
    print(f"rebalanced: {market.figures()}")

    assert shards == 1
    assert {status for each in market.merchants for status, _ in each.refused} <= {503}


def test_a_node_is_killed_and_its_malls_alone_wait_for_it(
    market: Market, url: str, cluster: citus.Cluster
) -> None:
    first, second = cluster.workers
    lost, left = market.on(first), market.on(second)
    assert lost
    assert left
    assert market.go_on(market.merchants)

    first.kill()
    before = {each.name: len(each.refused) for each in left}
    try:
        assert market.go_on(left, more=10)
        deadline = time.monotonic() + 60
        while not all(each.refused for each in lost) and time.monotonic() < deadline:
            time.sleep(0.05)
        reads = {each.name: each.world.call("GET", "products/count") for each in market.merchants}
    finally:
        first.restart()
    assert market.go_on(market.merchants)
    market.close()
    print(f"a node was away: {market.figures()}")

    assert {each.name: len(each.refused) for each in left} == before, "others do not notice"
    assert {said for each in lost for said in each.refused} == {(503, True)}
    assert {name: answer.status_code for name, answer in reads.items()} == {
        **{each.name: 503 for each in lost},
        **{each.name: 200 for each in left},
    }
    assert all("Retry-After" in reads[each.name].headers for each in lost)
