"""Calls that are carried out afterwards, looked after on the command line."""

import asyncio
import json
from pathlib import Path

from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.events.jobs import store as job_store
from tests.cli.command_line import Shell


def _placed(folder: Path) -> None:
    """Let a call wait, as the road does."""

    async def place() -> None:
        database = open_database(Configuration(data_dir=folder))
        async with database.writing("shop-one") as db:
            job = job_store.Job(
                job_no=await job_store.new_number(db),
                client_id="c",
                user_id="",
                user_type="",
                scopes="",
                scope="mall.write_product",
                operation="POST products",
                key="product",
                good=201,
                path="/api/v2/admin/products",
                query="[]",
                wanted="{}",
                version="2026-03-01",
                origin="",
                ip="",
                total=3,
                created_at=1_795_219_200,
            )
            await job_store.add(db, job, [])
        await database.close()

    asyncio.run(place())


def test_jobs_are_listed_shown_and_cancelled(shell: Shell, tmp_path: Path) -> None:
    where = ["--data-dir", str(tmp_path)]
    shell.text("mall", "create", "shop-one", "--name", "One", *where)
    assert shell.text("jobs", "list", "--mall", "shop-one", *where) == "No call was answered 202.\n"
    _placed(tmp_path)
    [listed] = json.loads(shell.text("jobs", "list", "--mall", "shop-one", "--json", *where))
    assert (listed["job_no"], listed["state"], listed["total"]) == (1, "queued", 3)
    assert "0 of 3, 0 refused" in shell.text("jobs", "show", "1", "--mall", "shop-one", *where)
    ended = shell.text("jobs", "cancel", "1", "--mall", "shop-one", "--json", *where)
    assert json.loads(ended)["state"] == "cancelled"
    told = shell.fails("jobs", "cancel", "1", "--mall", "shop-one", *where)
    assert told == "job 1 has ended"
    told = shell.fails("jobs", "show", "7", "--mall", "shop-one", *where)
    assert told == "the mall shop-one has no job 7"
