"""The network between an API server and its database is cut: connections stay open, silent."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import postgres
from tests.network import Link
from tests.world import Stage, World, open_stage

CALL_SECONDS = 2.0
CUP = {"product_name": "Cup", "supply_price": "1"}


@pytest.fixture
def link() -> Iterator[Link]:
    [folder] = parse_qs(urlsplit(postgres.server().url).query)["host"]
    with Link(next(Path(folder).glob(".s.PGSQL.[0-9]*[0-9]"))) as link:
        yield link


@pytest.fixture
def served(link: Link) -> Iterator[Stage]:
    name = urlsplit(postgres.server().new_store()).path[1:]
    url = f"postgresql://postgres@127.0.0.1:{link.port}/{name}?sslmode=disable"
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=url, connections=4, call_seconds=CALL_SECONDS) as stage,
    ):
        yield stage
        link.mend()


def create(world: World, key: str) -> tuple[int, str]:
    answer = world.call("POST", "products", json={"request": CUP}, headers={"Idempotency-Key": key})
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_calls_end_at_their_time_limit_and_are_made_again_when_the_network_is_back(
    served: Stage, link: Link
) -> None:
    world = served.new_world("partition-1")
    assert create(world, "before")[0] == 201

    link.cut()
    started = time.monotonic()
    with ThreadPoolExecutor(12) as pool:  # three for each connection there may be
        written = list(pool.map(lambda at: create(world, f"key-{at}"), range(8)))
        read = list(pool.map(lambda _: world.call("GET", "products").status_code, range(4)))
    took = time.monotonic() - started
    link.mend()

    assert {status for status, _ in written} <= {503, 504}
    assert set(read) <= {503, 504}
    # nobody waits for the network longer than a call may take, and to cancel it
    assert took < 10 * CALL_SECONDS
    again = {}
    deadline = time.monotonic() + 60
    while len(again) < 8 and time.monotonic() < deadline:
        for at in range(8):
            if create(world, f"key-{at}")[0] == 201:
                again[at] = True
    assert len(again) == 8
    assert world.get("products/count")["count"] == 9, "each was made once"
