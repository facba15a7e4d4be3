"""Servers of a cluster are killed, replaced by standbys and cut off while malls are written to."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests import citus
from tests.cluster.merchants import Market, Merchant
from tests.network import Link
from tests.world import open_stage

CALL_SECONDS = 5.0
"""Time limit of a call in these tests."""
_UPDATE_NODE = (
    "SELECT citus_update_node(nodeid, '127.0.0.1', $2) FROM pg_dist_node WHERE nodeport = $1"
)


@contextmanager
def opened(cluster: citus.Cluster, store: str, url: str = "") -> Iterator[Market]:
    """A market on a distributed store; `url`: how the application reaches it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(
            Path(folder), database=url or store, connections=10, call_seconds=CALL_SECONDS
        ) as stage,
    ):
        market = Market(stage, cluster, store)
        try:
            assert market.go_on(market.merchants)
            yield market
        finally:
            market.stop()


@pytest.fixture
def own() -> Iterator[citus.Cluster]:
    """A cluster of one test, whose servers it may replace."""
    build = citus.build()
    assert build is not None
    cluster = citus.Cluster(build)
    yield cluster
    cluster.end()


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def outcomes(merchants: list[Merchant]) -> set[tuple[int, bool]]:
    """Return the statuses of refused calls, and whether they said when to try again."""
    return {each for merchant in merchants for each in merchant.refused}


def test_the_coordinator_is_killed_and_started_again(url: str, cluster: citus.Cluster) -> None:
    with opened(cluster, url) as market:
        cluster.coordinator.kill()
        try:
            until(lambda: all(each.refused for each in market.merchants))
        finally:
            cluster.coordinator.restart()
        assert market.go_on(market.merchants)
        market.close()
        print(f"the coordinator was away: {market.figures()}")

        assert outcomes(market.merchants) == {(503, True)}


def test_the_standby_of_the_coordinator_takes_over_without_a_change_of_the_setting(
    own: citus.Cluster,
) -> None:
    store = own.new_store()
    standby = own.add_standby(own.coordinator)
    parts = urlsplit(store)
    both = f"postgres@127.0.0.1:{own.coordinator.port},127.0.0.1:{standby.port}"
    url = urlunsplit(
        parts._replace(netloc=both, query=f"{parts.query}&target_session_attrs=read-write")
    )
    with opened(own, store, url) as market:
        own.coordinator.kill()
        until(lambda: all(each.refused for each in market.merchants))
        started = time.monotonic()
        standby.promote()
        new_store = standby.url(parts.path[1:])
        citus.ask(new_store, "SELECT citus_set_coordinator_host('127.0.0.1', $1)", standby.port)
        assert market.go_on(market.merchants)
        print(f"the standby took over in {time.monotonic() - started:.1f} s: {market.figures()}")
        market.close(new_store)

        assert outcomes(market.merchants) == {(503, True)}


def test_the_standby_of_a_node_takes_its_place(own: citus.Cluster) -> None:
    store = own.new_store()
    node, other = own.workers
    standby = own.add_standby(node)
    with opened(own, store) as market:
        lost, left = market.on(node), market.on(other)
        before = {each.name: len(each.refused) for each in left}
        node.kill()
        until(lambda: all(each.refused for each in lost))
        standby.promote()
        citus.ask(store, _UPDATE_NODE, node.port, standby.port)
        assert market.go_on(market.merchants)
        market.close()
        print(f"a node was replaced: {market.figures()}")

        assert outcomes(lost) == {(503, True)}
        assert {each.name: len(each.refused) for each in left} == before, "others do not notice"


def test_a_node_is_cut_off_and_its_malls_alone_wait_for_it(
    url: str, cluster: citus.Cluster
) -> None:
    node, other = cluster.workers
    with Link(node.port) as link, opened(cluster, url) as market:
        lost, left = market.on(node), market.on(other)
        citus.ask(url, _UPDATE_NODE, node.port, link.port)
        assert market.go_on(market.merchants)
        before = {each.name: len(each.refused) for each in left}
        link.cut()
        try:
            until(lambda: all(len(each.refused) > 2 for each in lost))
            assert market.go_on(left, more=10)
        finally:
            link.mend()
        assert market.go_on(market.merchants)
        market.close()
        print(f"a node was cut off: {market.figures()}")

        # 409: sent again while the first one with this key still waits for the node
        assert {status for status, _ in outcomes(lost)} <= {409, 503, 504}
        assert {each.name: len(each.refused) for each in left} == before, "others do not notice"
