"""A disk that takes long: whoever reads does not notice, and whoever writes waits or is told."""

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from openmall.database import sqlite
from openmall.database.session import DatabaseAway, DeadlinePassed, Session
from tests import postgres
from tests.database.test_session import NAMES, add
from tests.faults.disks import PATIENCE, Disk, disk
from tests.media.images import base64_of, picture
from tests.world import World, open_stage

SYNC = 0.4
"""Seconds the disk takes to write something down for good, where somebody waits too long."""
_LOCK = 4_711
"""Number of the advisory lock that holds commits of PostgreSQL."""
CUP = {"product_name": "Cup", "supply_price": "1"}


@contextmanager
def slow(call_seconds: float = 2 * PATIENCE) -> Iterator[tuple[Disk, World]]:
    """Open a world whose commits wait for a disk that a test holds or slows down."""
    with (
        tempfile.TemporaryDirectory() as folder,
        disk() as made,
        open_stage(Path(folder), durability="full", call_seconds=call_seconds) as stage,
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


def read_beside(world: World, writing: threading.Thread) -> None:
    """Read while a write waits for a disk that is held: no read waits for it, or none would end."""
    for _ in range(6):
        assert world.call("GET", "products/count").status_code == 200
        assert writing.is_alive()


def write(world: World) -> int:
    status: int = world.call("POST", "products", json={"request": CUP}).status_code
    return status


def test_who_reads_is_not_held_up_by_a_commit_that_waits_for_the_disk() -> None:
    with slow() as (disk, world):
        with disk.held():
            writing, status = beside(lambda: write(world))
            assert disk.waiting.wait(PATIENCE)
            read_beside(world, writing)
        writing.join(PATIENCE)

    assert status == [201]


def test_a_commit_is_carried_to_its_end_and_who_waits_too_long_has_changed_nothing() -> None:
    with slow(call_seconds=1.0) as (disk, world):
        disk.seconds = SYNC

        # together they would take four times as long as the time budget of each
        together = [beside(lambda: write(world)) for _ in range(10)]
        for writing, _ in together:
            writing.join(PATIENCE)
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

        made.lag = 0.0
        with made.held():
            writing, status = beside(lambda: write(world))
            assert made.waiting.wait(PATIENCE)
            read_beside(world, writing)
        writing.join(PATIENCE)

    assert status == [201]


def test_pictures_wait_for_the_disk_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path.write_bytes

    with slow() as (disk, world):

        def slowly(path: Path, content: bytes) -> int:
            disk.wait()
            return written(path, content)

        monkeypatch.setattr(Path, "write_bytes", slowly)
        image = {"requests": [{"image": base64_of(picture(40, 40))}]}
        with disk.held():
            uploading, status = beside(lambda: world.call("POST", "products/images", json=image))
            assert disk.waiting.wait(PATIENCE)
            read_beside(world, uploading)
        uploading.join(PATIENCE)

    assert [each.status_code for each in status] == [201]


def test_reads_beside_a_slow_commit_of_postgresql() -> None:
    database = postgres.server().new_database()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database, call_seconds=2 * PATIENCE) as stage,
    ):
        world = stage.new_world("slow")
        world.get("products/count")
        holding = stage.run(_hold_commits, database)

        writing, status = beside(lambda: write(world))
        stage.run(_somebody_waits, holding)
        read_beside(world, writing)
        stage.run(holding.close)
        writing.join(PATIENCE)

    assert status == [201]


async def _hold_commits(url: str) -> asyncpg.Connection:
    """Let every commit of a product wait until the connection that is returned is closed."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
        f" 'BEGIN PERFORM pg_advisory_xact_lock({_LOCK}); RETURN NULL; END'"
    )
    await connection.execute(
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON product"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()"
    )
    await connection.execute(f"SELECT pg_advisory_lock({_LOCK})")
    return connection


async def _somebody_waits(connection: asyncpg.Connection) -> None:
    waiting = (
        f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {_LOCK}"
        " AND NOT granted"
    )
    async with asyncio.timeout(PATIENCE):
        while not await connection.fetchval(waiting):
            await connection.execute("SELECT pg_sleep(0.01)")


def test_a_write_that_is_stopped_takes_its_transaction_along_and_nothing_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sqlite, "_CHECK_INSTRUCTIONS", 1)
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
