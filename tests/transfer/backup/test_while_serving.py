"""Malls go on being served while a copy is made, and the copy is of one moment all the same."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from openmall.cli import installation
from openmall.cli.operating import verify
from openmall.configuration import Configuration
from openmall.database.snapshot import open_snapshot
from openmall.media.store_factory import open_store
from openmall.transfer.backup import sources
from openmall.transfer.backup.creation import BackupOptions, write_backup
from openmall.transfer.backup.reading import examine
from tests import postgres
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.transfer.backup.full_installation import contents
from tests.world import World, open_stage

pytestmark = pytest.mark.journey

LONGEST_WAL = 16_000 * 4096
"""Bytes of SQLite's log of writes from which a write first waits for it to be copied back."""


def _copy(configuration: Configuration, target: Path, began: threading.Event) -> None:
    def report_progress(share: float) -> None:
        began.set()
        time.sleep(0.03)

    asyncio.run(
        write_backup(
            target,
            BackupOptions(facts=False),
            configuration=configuration,
            snapshot=open_snapshot(configuration),
            store=open_store(configuration),
            engine=None,
            now=lambda: 0.0,
            program="0.1.0",
            report_progress=report_progress,
        )
    )


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_copy_is_of_one_moment_while_shoppers_order(store: str, tmp_path: Path) -> None:
    database = postgres.server().new_database() if store == "postgresql" else ""
    with open_stage(tmp_path, database=database) as stage:
        world = stage.new_world(f"busy-{store}")
        before = [_sell(world) for _ in range(3)]
        target, began = tmp_path / "copy.tar", threading.Event()
        copying = threading.Thread(target=_copy, args=(stage.app.configuration, target, began))
        copying.start()
        assert began.wait(30)
        after = []
        while copying.is_alive():
            after.append(_sell(world))
        copying.join()

    assert len(after) > 3, "it was not served meanwhile"
    copy = examine(target).copy
    assert copy is not None
    scratch = Configuration(data_dir=tmp_path / "scratch")
    scratch.data_dir.mkdir()
    asyncio.run(sources.as_store(copy, scratch))
    kept = {row["order_id"] for row in asyncio.run(contents(scratch))["shop_order"]}
    assert kept == set(before)
    checked = installation.run(
        scratch, lambda opened: verify.recompute(opened, None, as_json=True), any_key=True
    )
    assert {name: each.text for name, each in checked.items() if each.status} == {}


def _sell(world: World) -> str:
    world.stage.forget_counts()
    return order(world, wanted(stocked(world, 5)[1]))


def test_writes_go_on_when_the_log_cannot_be_made_smaller(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        world = stage.new_world("logging")
        reading = open_snapshot(stage.app.configuration)
        took = []

        async def hold() -> None:
            await reading.__aenter__()

        stage.run(hold)
        wal = tmp_path / "openmall.sqlite-wal"
        text = "x" * 400_000
        while wal.stat().st_size < LONGEST_WAL * 1.2:
            began = time.monotonic()
            world.product(description=text)
            took.append(time.monotonic() - began)
        largest = wal.stat().st_size
        stage.run(lambda: reading.__aexit__(None, None, None))
        # now it is copied back, and begins anew
        for _ in range(5):
            world.product(description=text)
        assert wal.stat().st_size <= largest + 8 * 1024 * 1024
    late = sorted(took[-20:])
    assert late[len(late) // 2] < 5 * sorted(took[:20])[10] + 0.1
