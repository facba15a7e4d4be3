"""A replica answers what only reads, unless it would show less than what was written."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from openmall.access.limits.shared_counters import SharedCounters
from openmall.access.limits.write_times import SharedWriteTimes
from openmall.app import Application
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.replica import ReplicatedDatabase
from tests import postgres
from tests.client import Client
from tests.database.postgresql.server_queries import ask
from tests.world import MovableClock, Stage, World

pytestmark = pytest.mark.journey


class Pair:
    """A primary, its replica, and a database in both."""

    def __init__(self, primary: postgres.Server, replica: postgres.Server, url: str) -> None:
        self.primary, self.replica, self.url = primary, replica, url
        path = urlsplit(url).path
        self.copy_url = urlunsplit(urlsplit(replica.url)._replace(path=path))

    def pause(self) -> None:
        """Let the replica replay nothing any more."""
        ask(self.copy_url, "SELECT pg_wal_replay_pause()")
        wait_until(lambda: ask(self.copy_url, "SELECT pg_get_wal_replay_pause_state()")
                   == [("paused",)])  # fmt: skip

    def resume(self) -> None:
        ask(self.copy_url, "SELECT pg_wal_replay_resume()")

    def behind_the_back(self, mall_id: str, name: str) -> None:
        """Change a product on the primary without the application, so that it marks nothing."""
        ask(self.url, f"UPDATE product SET product_name = '{name}' WHERE mall_id = '{mall_id}'")


def wait_until(so: Any, seconds: float = 20.0) -> None:
    started = time.monotonic()
    while not so():
        assert time.monotonic() - started < seconds, "it did not come to that"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def servers() -> tuple[postgres.Server, postgres.Server]:
    primary = postgres.Server()
    return primary, postgres.Server(following=primary)


@pytest.fixture
def pair(servers: tuple[postgres.Server, postgres.Server], tmp_path: Path) -> Iterator[Pair]:
    primary, replica = servers
    url = primary.new_database()
    migrate(Configuration(data_dir=tmp_path, database=url))
    pair = Pair(primary, replica, url)

    def there() -> bool:
        names = ask(replica.url, "SELECT datname FROM pg_database")
        return (urlsplit(url).path[1:],) in names

    wait_until(there)
    yield pair
    pair.resume()


@contextmanager
def worker(pair: Pair, folder: Path, **settings: Any) -> Iterator[Stage]:
    """A worker of a machine whose workers share the counters in `folder`."""
    configuration = Configuration(
        data_dir=folder,
        limits="count",
        database=pair.url,
        database_replica=pair.copy_url,
        **{"replica_seconds": 60.0, **settings},
    )
    counters = SharedCounters(folder / "counters")
    clock = MovableClock()
    app = Application(
        configuration,
        open_database(configuration, write_times=SharedWriteTimes(counters)),
        counters,
        clock,
    )
    with Client(app, ip="127.0.0.1") as client:
        stage = Stage(app, clock, client, app.engine)  # type: ignore[arg-type] # nobody reports here
        yield stage
        stage.run(app.database.close)


def name_in(world: World) -> str:
    """Return what the API says a mall's first product is called."""
    told: str = world.get("products/1")["product"]["product_name"]
    return told


def asked_replica(world: World, pair: Pair) -> None:
    """Wait until a mall is read from the replica."""

    def read() -> bool:
        world.get("products/1")
        return world.stage.run(chosen)

    async def chosen() -> bool:
        database = world.stage.app.database
        assert isinstance(database, ReplicatedDatabase)
        return database.reading_from_replica(world.mall_id)._pool is database.replica

    wait_until(read)


def test_who_wrote_reads_it_and_others_are_answered_by_the_replica(
    pair: Pair, tmp_path: Path
) -> None:
    with worker(pair, tmp_path) as one, worker(pair, tmp_path) as other:
        writer, reader = one.new_world("writes"), one.new_world("reads")
        writer.product(product_name="First")
        reader.product(product_name="First")
        elsewhere = World.__new__(World)  # the same mall and token, at the other worker
        elsewhere.__dict__ |= {**writer.__dict__, "stage": other}
        for world in (writer, reader, elsewhere):
            asked_replica(world, pair)

        pair.pause()
        pair.behind_the_back("reads", "Second")
        writer.put("products/1", product_name="Mine")
        seen = [(name_in(writer), name_in(elsewhere), name_in(reader)) for _ in range(20)]
        time.sleep(0.5)  # looks at the replica go on meanwhile, and change nothing
        seen += [(name_in(writer), name_in(elsewhere), name_in(reader)) for _ in range(20)]

        pair.resume()
        asked_replica(writer, pair)
        asked_replica(elsewhere, pair)
        after = (name_in(writer), name_in(elsewhere))

    assert set(seen) == {("Mine", "Mine", "First")}, "First is what the replica has"
    assert after == ("Mine", "Mine")


def test_a_write_that_is_refused_changes_nothing_of_that(pair: Pair, tmp_path: Path) -> None:
    with worker(pair, tmp_path) as stage:
        world = stage.new_world("refused")
        world.product(product_name="First")
        asked_replica(world, pair)
        pair.pause()
        refused = world.call("PUT", "products/1", json={"request": {"price": "much"}}).status_code
        pair.behind_the_back("refused", "Second")
        still = name_in(world)

    assert (refused, still) == (422, "First")


def test_a_replica_too_far_behind_is_not_asked_until_it_has_come_up(
    pair: Pair, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with worker(pair, tmp_path, replica_seconds=1.0) as stage:
        world = stage.new_world("behind")
        world.product(product_name="First")
        asked_replica(world, pair)
        pair.pause()
        pair.behind_the_back("behind", "Second")
        assert name_in(world) == "First"
        wait_until(lambda: name_in(world) == "Second")
        time.sleep(0.3)
        assert name_in(world) == "Second"
        wait_until(lambda: (world.get("products/1"), "replica behind" in said(caplog))[1])
        pair.resume()
        asked_replica(world, pair)
        assert name_in(world) == "Second"

    assert said(caplog) == ["replica behind", "replica answers again"]


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.message for each in caplog.records if each.message.startswith("replica")]


def test_a_replica_that_dies_is_done_without_and_found_again(
    pair: Pair, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with worker(pair, tmp_path) as stage:
        world = stage.new_world("dies")
        world.product(product_name="First")
        asked_replica(world, pair)
        pair.replica.stop()
        answers = [world.call("GET", "products/1").status_code for _ in range(20)]
        written = world.put("products/1", product_name="Second")["product"]["product_name"]
        read = name_in(world)
        wait_until(lambda: (world.get("products/1"), "replica away" in said(caplog))[1])
        pair.replica.start()
        asked_replica(world, pair)
        again = name_in(world)

    assert answers == [200] * 20
    assert (written, read, again) == ("Second", "Second", "Second")
    assert said(caplog) == ["replica away", "replica answers again"]


def test_what_a_replica_does_not_answer_the_primary_is_asked(pair: Pair, tmp_path: Path) -> None:
    """The replica holds a lock it has replayed, and does not come to where it is let go."""
    locked = (
        "SELECT 1 FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'"
        " AND relation = 'product'::regclass"
    )

    async def lock_on_the_replica_alone() -> None:
        holder = await asyncpg.connect(pair.url)
        await holder.execute("BEGIN; LOCK product")
        # a commit brings what was written before it to the replica, the lock as well
        other = await asyncpg.connect(pair.url)
        await other.execute("SELECT pg_logical_emit_message(true, 'now', '')")
        await other.close()
        await asyncio.to_thread(wait_until, lambda: ask(pair.copy_url, locked))
        await asyncio.to_thread(pair.pause)
        await holder.execute("ROLLBACK")
        await holder.close()

    with worker(pair, tmp_path, call_seconds=6.0) as stage:
        world = stage.new_world("stuck")
        world.product(product_name="First")
        asked_replica(world, pair)
        asyncio.run(lock_on_the_replica_alone())
        pair.behind_the_back("stuck", "Second")
        started = time.monotonic()
        told = name_in(world)
        took = time.monotonic() - started

    assert told == "Second", "only the primary can know"
    assert 2.5 < took < 8.0


def test_a_server_that_is_no_replica_is_not_asked(
    pair: Pair, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = pair.primary.new_database()
    migrate(Configuration(data_dir=tmp_path, database=other))
    pair.copy_url = other
    with worker(pair, tmp_path) as stage:
        world = stage.new_world("no-copy")
        world.product(product_name="First")
        wait_until(lambda: (world.get("products/1"), said(caplog) == ["replica away"])[1])
        assert name_in(world) == "First"
    pair.copy_url = urlunsplit(urlsplit(pair.replica.url)._replace(path=urlsplit(pair.url).path))
