"""Workers behind PgBouncer in transaction mode share few connections."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from openmall.configuration import Configuration
from tests import new_store, pgbouncer, postgres
from tests.database.postgresql.server_queries import OTHERS, ask
from tests.pgbouncer import PgBouncer
from tests.world import World, open_stage

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(not pgbouncer.is_installed(), reason="the package pgbouncer is missing"),
]
WORKERS = 4
CONNECTIONS_OF_EACH = 10
CALLS = 25


@pytest.fixture
def url(tmp_path: Path) -> str:
    url: str = postgres.server().new_database()
    new_store.prepare(Configuration(data_dir=tmp_path, database=url))
    return url


@pytest.fixture
def pooler(url: str) -> Iterator[PgBouncer]:
    pooler = PgBouncer(url)
    yield pooler
    pooler.stop()


def test_many_workers_share_few_connections(url: str, pooler: PgBouncer) -> None:
    most = 0
    with ExitStack() as stack:
        worlds = [_worker(stack, pooler.through(url), f"mall-{at}") for at in range(WORKERS)]
        answers: list[int] = []

        def call(world: World) -> None:
            for at in range(CALLS):
                request = {"product_name": f"Cup {at}", "supply_price": "1", "price": "2"}
                answer = world.call("POST", "products", json={"request": request})
                answers.append(answer.status_code)
                answers.append(world.call("GET", "products").status_code)

        threads = [
            threading.Thread(target=call, args=[world]) for world in worlds for _ in range(3)
        ]
        for each in threads:
            each.start()
        while any(each.is_alive() for each in threads):
            [(open_now,)] = ask(url, f"SELECT count(*) {OTHERS}")
            most = max(most, int(open_now))
        counts = [world.get("products/count")["count"] for world in worlds]

    assert set(answers) == {201, 200}
    assert counts == [3 * CALLS] * WORKERS
    assert 0 < most <= pgbouncer.CONNECTIONS < WORKERS * CONNECTIONS_OF_EACH


def _worker(stack: ExitStack, url: str, mall_id: str) -> World:
    """Open an application with connections of its own, as a worker has."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    stage = stack.enter_context(
        open_stage(
            Path(folder), database=url, prepared_statements=0, connections=CONNECTIONS_OF_EACH
        )
    )
    return stage.new_world(mall_id)
