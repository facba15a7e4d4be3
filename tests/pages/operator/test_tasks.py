"""Backups, their verification and the removal of malls, which operators begin in the console."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openmall.database import backup_log
from openmall.database.backup_log import BackupEntry
from openmall.events.operator_tasks import store as task_store
from openmall.events.operator_tasks.store import OperatorTask
from openmall.events.operator_tasks.worker import OperatorTasks, backup_folder, command_of
from tests.pages.operator.operator_browser import OperatorBrowser, signed_in
from tests.world import PASSWORD, World, open_stage

BACKUPS = "/operator/backups"


@pytest.fixture
def kim(tmp_path: Path) -> Iterator[OperatorBrowser]:
    """An operator of an installation of its own, whose work nobody else does."""
    with open_stage(tmp_path / "data", backup_dir=str(tmp_path / "backups")) as stage:
        yield signed_in(stage.new_world("shop"))


def doing(world: World, program: str, *, stops: bool = False) -> int:
    """Do one task with a program of Python instead of the commands; return how many were done."""
    app = world.stage.app

    async def work() -> int:
        tasks = OperatorTasks(
            app.configuration, app.database, app.clock, program=(sys.executable, "-c", program)
        )
        if stops:
            asyncio.get_running_loop().call_later(0.5, tasks.stop)
        return await tasks.work()

    return world.stage.run(work)


def newest(world: World) -> list[OperatorTask]:
    async def read() -> list[OperatorTask]:
        async with world.stage.app.database.reading("") as db:
            return await task_store.newest(db)

    return world.stage.run(read)


def commands(world: World) -> list[list[str]]:
    app = world.stage.app
    return [command_of(app.configuration, task, app.clock) for task in newest(world)]


def test_a_backup_is_begun_once_and_done_by_the_worker(kim: OperatorBrowser) -> None:
    first = kim.send(BACKUPS, {"act": "backup", "mall_id": ""})
    again = kim.send(BACKUPS, {"act": "backup", "mall_id": ""})
    waiting = kim.rows(BACKUPS)[0]
    folder = backup_folder(kim.world.stage.app.configuration)
    [words] = commands(kim.world)

    done = doing(kim.world, "")

    assert first.headers["location"] == f"{BACKUPS}?done=backup"
    assert again.headers["location"] == f"{BACKUPS}?done=begun"
    assert waiting.startswith(f"Backup of everything waiting {kim.operator_id}")
    assert words[:2] == ["backup", "create"]
    assert Path(words[2]).parent == folder
    assert Path(words[2]).name.startswith("openmall-")
    assert folder.is_dir()
    assert done == 1
    assert kim.rows(BACKUPS)[0].startswith("Backup of everything done")
    assert doing(kim.world, "") == 0


def test_what_a_command_refuses_is_shown(kim: OperatorBrowser) -> None:
    kim.send(BACKUPS, {"act": "backup", "mall_id": "shop"})
    [words] = commands(kim.world)

    doing(kim.world, "import sys; sys.exit('Error: the disk is full')")

    assert words[3:5] == ["--mall", "shop"]
    assert kim.rows(BACKUPS)[0].startswith("Backup of shop failed the disk is full")


def test_work_that_is_stopped_is_begun_again(kim: OperatorBrowser) -> None:
    kim.send(BACKUPS, {"act": "backup", "mall_id": ""})

    doing(kim.world, "import time; time.sleep(60)", stops=True)
    stopped = newest(kim.world)[0].state
    doing(kim.world, "")

    assert stopped == "waiting"
    assert newest(kim.world)[0].state == "done"


def test_work_of_a_process_that_is_gone_is_taken_over(kim: OperatorBrowser) -> None:
    kim.send(BACKUPS, {"act": "backup", "mall_id": ""})
    world = kim.world

    async def claim() -> Any:
        async with world.stage.app.database.writing("") as db:
            return await task_store.claim(db, world.stage.clock)

    claimed = world.stage.run(claim)
    at_once = world.stage.run(claim)
    world.stage.clock.pass_(task_store.STALE_SECONDS + 1)
    later = world.stage.run(claim)

    assert (claimed.task_no, at_once, later.task_no) == (claimed.task_no, None, claimed.task_no)


def test_only_backups_of_the_folder_are_verified(kim: OperatorBrowser) -> None:
    configuration = kim.world.stage.app.configuration
    folder = backup_folder(configuration)
    folder.mkdir()
    for file in (folder / "a.tar", folder / "gone.tar", folder.parent / "elsewhere.tar"):
        backup_log.record(
            configuration.data_dir,
            BackupEntry(action="created", at=1_700_000_000, file=str(file), size=1),
        )
    (folder / "a.tar").write_bytes(b"x")
    (folder.parent / "elsewhere.tar").write_bytes(b"x")
    buttons = kim.open(BACKUPS).text.count('value="verify"')

    answer = kim.send(BACKUPS, {"act": "verify", "file": "a.tar"})
    refused = [
        kim.send(BACKUPS, {"act": "verify", "file": name}).status_code
        for name in ("gone.tar", "elsewhere.tar", "../elsewhere.tar", "")
    ]

    assert buttons == 1
    assert answer.headers["location"] == f"{BACKUPS}?done=verify"
    assert commands(kim.world) == [["backup", "verify", str(folder / "a.tar"), "--json"]]
    assert refused == [422] * 4


@pytest.mark.parametrize("mall_id", ["nobody", "../x", "--with-key"])
def test_a_backup_of_no_mall_is_refused(kim: OperatorBrowser, mall_id: str) -> None:
    answer = kim.send(BACKUPS, {"act": "backup", "mall_id": mall_id})

    assert answer.status_code == 422
    assert "There is no mall with this ID." in answer.text
    assert newest(kim.world) == []
    assert kim.send(BACKUPS, {"act": "x"}).status_code == 400


def test_a_closed_mall_is_removed_with_its_id_and_the_password(kim: OperatorBrowser) -> None:
    page = "/operator/malls/shop"
    form = {"act": "remove", "confirm": "shop", "current": PASSWORD}
    unclosed = kim.send(page, form)
    kim.send(page, {"act": "close", "notice": "Moved away."})
    unconfirmed = kim.send(page, {**form, "confirm": "ship"})
    wrong = kim.send(page, {**form, "current": "wrong password"})
    before = newest(kim.world)

    removed = kim.send(page, form)

    assert [each.status_code for each in (unclosed, unconfirmed, wrong)] == [409, 422, 422]
    assert "Close the mall before you remove it." in unclosed.text
    assert "Type the ID of the mall to confirm." in unconfirmed.text
    assert "This is not your password." in wrong.text
    assert before == []
    assert removed.headers["location"] == "/operator/malls?done=removing"
    assert commands(kim.world) == [["mall", "remove", "shop", "--yes", "--json"]]
    listed = kim.rows("/operator/malls")
    assert any(row.startswith("Removal of shop waiting") for row in listed)
    assert any("mall remove" in row for row in kim.rows("/operator/audit"))


def test_an_installation_without_a_folder_keeps_backups_beside_its_data(world: World) -> None:
    configuration = world.stage.app.configuration

    assert backup_folder(configuration) == configuration.data_dir / "backups"
