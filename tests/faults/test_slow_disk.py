"""A disk that takes long: whoever reads does not notice, and whoever writes waits or is told."""

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from openmall.database import sqlite
from openmall.database.session import DatabaseAway, DeadlinePassed, Session
from tests import postgres
from tests.database.test_session import NAMES, add
from tests.faults.disks import Disk, disk
from tests.files.images import base64_of, picture
from tests.world import World, open_stage

SYNC = 0.4
"""Seconds the disk takes to write something down for good."""
QUICK = 0.2
"""Seconds within which a read is answered meanwhile, with room for a busy machine."""
CUP = {"product_name": "Cup", "supply_price": "1"}


@pytest.fixture
def slow() -> Iterator[tuple[Disk, World]]:
    """A world whose commits wait for a disk that a test slows down."""
    with (
        tempfile.TemporaryDirectory() as folder,
        disk() as made,
        open_stage(Path(folder), durability="full", call_seconds=1.0) as stage,
    ):
        world = stage.new_world("slow")
        # what a worker looks up once is known
        world.get("products/count")
        yield made, world
        made.seconds = 0.0


def beside(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    """Begin work in a thread; return it, and where its result will be."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    return thread, found


def slowest_read(world: World, until: Callable[[], bool]) -> tuple[int, float]:
    """Read again and again; return how often, and how long the slowest took."""
    reads, slowest = 0, 0.0
    while not until():
        began = time.perf_counter()
        assert world.call("GET", "products/count").status_code == 200
        slowest = max(slowest, time.perf_counter() - began)
        reads += 1
    return reads, slowest


def write(world: World) -> int:
    status: int = world.call("POST", "products", json={"request": CUP}).status_code
    return status


def test_who_reads_is_not_held_up_by_a_commit_that_waits_for_the_disk(
    slow: tuple[Disk, World],
) -> None:
    disk, world = slow
    disk.seconds = SYNC

    writing, status = beside(lambda: write(world))
    reads, slowest = slowest_read(world, lambda: not writing.is_alive())

    assert status == [201]
    assert reads > 5
    assert slowest < QUICK


def test_a_commit_is_carried_to_its_end_and_who_waits_too_long_has_changed_nothing(
    slow: tuple[Disk, World],
) -> None:
    disk, world = slow
    disk.seconds = SYNC

    # together they would take four times as long as the time budget of each
    together = [beside(lambda: write(world)) for _ in range(10)]
    for writing, _ in together:
        writing.join(30)
    disk.seconds = 0.0

    statuses = sorted(status for _, [status] in together)
    done = statuses.count(201)
    assert statuses == [201] * done + [504] * (10 - done)
    assert 1 <= done < 10
    assert world.get("products/count")["count"] == done
    assert write(world) == 201


def test_one_slow_commit_moves_the_next_out_of_the_way() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        disk() as made,
        open_stage(Path(folder)) as stage,
    ):
        world = stage.new_world("slow")
        assert write(world) == 201
        made.lag = 0.02
        assert write(world) == 201, "this one shows that the disk is slow"

        writing, status = beside(lambda: [write(world) for _ in range(2)])
        reads, slowest = slowest_read(world, lambda: not writing.is_alive())
        made.lag = 0.0

    assert status == [[201] * 2]
    assert reads > 3
    assert slowest < QUICK


def test_pictures_wait_for_the_disk_alone(
    slow: tuple[Disk, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, world = slow
    written = Path.write_bytes

    def slowly(path: Path, content: bytes) -> int:
        time.sleep(SYNC)
        return written(path, content)

    monkeypatch.setattr(Path, "write_bytes", slowly)
    image = {"requests": [{"image": base64_of(picture(40, 40))}]}
    uploading, status = beside(lambda: world.call("POST", "products/images", json=image))
    reads, slowest = slowest_read(world, lambda: not uploading.is_alive())

    assert [each.status_code for each in status] == [201]
    assert reads > 5
    assert slowest < QUICK


def test_reads_beside_a_slow_commit_of_postgresql() -> None:
    database = postgres.server().new_database()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database) as stage,
    ):
        world = stage.new_world("slow")
        world.get("products/count")
        stage.run(_slow_commits, database)

        writing, status = beside(lambda: write(world))
        reads, slowest = slowest_read(world, lambda: not writing.is_alive())

    assert status == [201]
    assert reads > 5
    assert slowest < QUICK


async def _slow_commits(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
        f" 'BEGIN PERFORM pg_sleep({SYNC}); RETURN NULL; END'"
    )
    await connection.execute(
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON product"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()"
    )
    await connection.close()


def test_a_write_that_is_stopped_takes_its_transaction_along_and_nothing_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sqlite, "_CHECK_EVERY", 1)
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        world = stage.new_world("slow")

        async def stopped(db: Session) -> None:
            async with db.savepoint():
                await asyncio.sleep(0.1)
                await add(db, 4)

        async def late() -> None:
            deadline = time.monotonic() + 0.05
            async with stage.app.database.writing("slow", deadline=deadline) as db:
                await add(db, 3)
                with pytest.raises(DeadlinePassed):
                    await stopped(db)
                # SQLite has undone the whole transaction: this would be kept for itself
                await add(db, 5)

        with pytest.raises(DatabaseAway, match="the transaction was undone"):
            stage.run(late)

        assert len(world.in_transaction(lambda db: db.all(NAMES))) == 2  # type: ignore[arg-type] # rows
