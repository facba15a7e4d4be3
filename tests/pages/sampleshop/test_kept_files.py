"""Files for all callers: one for a mall, shop and name, made one after another in a thread."""

import asyncio
import threading
import time
from typing import Any

import pytest

from openmall.contract.errors import Unavailable
from openmall.pages.sampleshop import kept_files
from openmall.pages.sampleshop.search_engines import merchant_feed
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

HOSTS = ("{mall}.openmall.localhost:{port}", "{mall}.OPENMALL.localhost:{port}")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which feeds were made."""
    threads: list[str] = []
    items = merchant_feed._items

    def counted(context: Any) -> Any:
        threads.append(threading.current_thread().name)
        return items(context)

    monkeypatch.setattr(merchant_feed, "_items", counted)
    return threads


def test_a_feed_is_one_file_whatever_host_names_the_shop(
    world: World, guest: Guest, made: list[str]
) -> None:
    world.put("seo/setting", use_rss="T")
    world.product(product_name="Apron")

    texts = {
        world.request(
            "GET", "/feed.xml", headers={"Host": host.format(mall=world.mall_id, port=port)}
        ).text
        for port in range(1, 41)
        for host in HOSTS
    }

    assert len(made) == len(texts) == 1
    [text] = texts
    assert f"<link>{world.base_url}/</link>" in text
    assert f"{world.base_url}/products/" in text
    kept = world.stage.app._shop._files._files
    assert len([key for key in kept if key[0] == world.mall_id]) == 1


def test_a_feed_is_made_beside_the_event_loop(world: World, guest: Guest, made: list[str]) -> None:
    world.put("seo/setting", use_rss="T")
    world.product(product_name="Apron")

    assert guest.open("/feed.xml").status_code == 200
    assert guest.open("/sitemap-1.xml").status_code == 200

    assert [name.partition("_")[0] for name in made] == ["files"]


def test_files_are_made_one_after_another_and_the_loop_goes_on(world: World) -> None:
    running: list[int] = []
    most: list[int] = []

    async def make() -> Any:
        running.append(1)
        most.append(len(running))
        time.sleep(0.05)  # noqa: ASYNC251 # stands for what takes the processor
        running.pop()
        yield "content"

    async def at_once() -> float:
        files = kept_files.KeptFiles()
        longest, before = 0.0, time.monotonic()
        every = [files._find(("m", number, "x"), make, 60.0, 0.0) for number in range(6)]
        while not all(file.is_complete for file in every):
            await asyncio.sleep(0)
            longest, before = max(longest, time.monotonic() - before), time.monotonic()
        files.stop()
        return longest

    longest = world.stage.run(at_once)

    assert max(most) == 1
    assert len(most) == 6
    assert longest < 0.3


def test_what_waits_to_be_made_is_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "MOST_WAITING", 3)
    go = threading.Event()

    async def make() -> Any:
        go.wait(10)
        yield "content"

    async def fill() -> int:
        files = kept_files.KeptFiles()
        for number in range(3):
            files._find(("m", number, "x"), make, 60.0, 0.0)
        with pytest.raises(Unavailable) as refused:
            files._find(("m", 4, "x"), make, 60.0, 0.0)
        files._find(("m", 1, "x"), make, 60.0, 0.0)
        go.set()
        await asyncio.gather(*files._tasks.values())
        files.stop()
        return refused.value.retry_after

    assert world.stage.run(fill) == kept_files.RETRY_SECONDS


@pytest.mark.parametrize(
    "number", ["2", "7", "49999", "50000", "00", "01", "9" * 15, "9" * 30, "9" * 5_000]
)
def test_a_part_beyond_the_highest_product_is_none(world: World, guest: Guest, number: str) -> None:
    world.product()

    assert guest.open("/sitemap-1.xml").status_code == 200
    assert guest.open(f"/sitemap-{number}.xml").status_code in (404, 414)
    kept = world.stage.app._shop._files._files
    assert [key[2] for key in kept if key[0] == world.mall_id] == ["sitemap 1"]


def test_a_mall_without_products_has_one_part(world: World, guest: Guest) -> None:
    assert guest.open("/sitemap-0.xml").status_code == 200
    assert guest.open("/sitemap-1.xml").status_code == 404
