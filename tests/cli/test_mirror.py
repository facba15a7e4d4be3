"""`openmall mirror` copies a shop, follows it, finds what differs and repairs only that."""

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from openmall.cli.mirror.copy_store import open_copy
from openmall.cli.mirror.feed_client import FeedExpired, SnapshotPage, snapshot_page
from openmall.cli.mirror.mirroring import Comparison, Mirror
from tests import postgres
from tests.commerce.changes.reader import RESOURCES
from tests.world import World

PATHS = {"changes": "changes", "snapshot": "changes/snapshot", "digests": "changes/digests"}


class WorldFeed:
    """The feed of a mall in this process, in the place of a client of a server."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.calls = 0
        self.asked: list[dict[str, Any]] = []

    async def _call(self, path: str, query: dict[str, Any], **headers: str) -> Any:
        self.calls += 1
        self.asked.append({"path": path, **query})
        call = partial(self._world.call, "GET", path, params=query, headers=headers)
        answer = await asyncio.get_running_loop().run_in_executor(None, call)
        if answer.status_code == 410:
            raise FeedExpired(answer.text)
        assert answer.status_code == 200, answer.text
        return answer

    async def changes(self, **query: Any) -> Any:
        return (await self._call("changes", query)).json()["changes"]

    async def snapshot(self, **query: Any) -> SnapshotPage:
        answer = await self._call("changes/snapshot", query, accept="application/jsonl")
        return snapshot_page(answer.content)

    async def digests(self, **query: Any) -> Any:
        return (await self._call("changes/digests", query)).json()["digests"]


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(postgres.server().new_database())
    return f"sqlite:///{tmp_path / 'copy.db'}"


def with_mirror(world: World, target: str, work: Callable[[Mirror], Any]) -> tuple[Any, WorldFeed]:
    async def run() -> Any:
        copy = await open_copy(target)
        try:
            return await work(Mirror(feed, copy, RESOURCES, 1))  # type: ignore[arg-type] # in its place
        finally:
            await copy.close()

    feed = WorldFeed(world)
    return asyncio.run(run()), feed


def brought_up(world: World, target: str) -> WorldFeed:
    return with_mirror(world, target, lambda mirror: mirror.bring_up(lambda _: None))[1]


def compared(world: World, target: str, *, repair: bool = True) -> tuple[Comparison, WorldFeed]:
    found: tuple[Comparison, WorldFeed] = with_mirror(
        world, target, lambda mirror: mirror.compare(repair=repair, progress=lambda _: None)
    )
    return found


def tamper(target: str, sql: str) -> None:
    if target.startswith("sqlite"):
        with sqlite3.connect(target.partition(":///")[2]) as connection:
            connection.execute(sql)
        return

    async def run() -> None:
        import asyncpg

        connection = await asyncpg.connect(target)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(run())


@pytest.mark.one_store
def test_a_copy_is_made_once_and_follows(world: World, target: str) -> None:
    for _ in range(3):
        world.product()
    first = brought_up(world, target)
    number = world.product()["product_no"]
    world.call("DELETE", f"products/{world.product()['product_no']}")
    world.post("categories", category_name="Shoes")

    second = brought_up(world, target)
    found, _ = compared(world, target, repair=False)

    assert sum(each["path"] == "changes/snapshot" for each in first.asked) == len(RESOURCES)
    assert {each["path"] for each in second.asked} == {"changes"}
    assert found.differences == []
    assert found.rows >= 2 * number


@pytest.mark.one_store
def test_only_ranges_that_differ_are_repaired(world: World, target: str) -> None:
    numbers = [world.product()["product_no"] for _ in range(4)]
    brought_up(world, target)
    tamper(target, "DELETE FROM mirror_row WHERE resource = 'products' AND id = '2'")
    tamper(target, "INSERT INTO mirror_row VALUES ('categories', '999999', '{}')")

    seen, _ = compared(world, target, repair=False)
    repaired, feed = compared(world, target)
    again, _ = compared(world, target)

    assert len(numbers) == 4
    assert [(each.resource, each.repaired) for each in seen.differences] == [
        ("products", False),
        ("categories", False),
    ]
    assert [each.resource for each in repaired.differences] == ["products", "categories"]
    fetched = [each["resource"] for each in feed.asked if each["path"] == "changes/snapshot"]
    assert fetched == ["products", "categories"]
    assert again.differences == []


@pytest.mark.one_store
def test_an_expired_position_begins_a_new_copy(world: World, target: str) -> None:
    world.product()
    brought_up(world, target)
    tamper(target, "UPDATE mirror_state SET content = '5' WHERE name = 'position'")

    again = brought_up(world, target)

    assert sum(each["path"] == "changes/snapshot" for each in again.asked) == len(RESOURCES)
    assert compared(world, target)[0].differences == []
