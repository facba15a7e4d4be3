"""Long imports of some malls delay no other, and what is an app's ends with it."""

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, func, select

from openmall.access.oauth import apps as registered_apps
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.file_store import FileError
from openmall.events.file_transfers.tables import ERROR, PART, PLAN, TRANSFER
from openmall.transfer.file_transfers import worker
from openmall.transfer.file_transfers.rejected_rows import RejectedRows
from openmall.transfer.imports import turns
from openmall.transfer.imports.reading import Source
from tests.events.file_transfers.file_calls import (
    HEAD,
    carry_on,
    content,
    counts,
    due,
    exported,
    imported,
    names,
    uploaded,
)
from tests.world import Stage, World

LONG = HEAD + "".join(f"P{at},Name {at},1000,1\n" for at in range(200))
SHORT = HEAD + "A1,Apple,1000,3\n"
EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no >= 91_000)
    .order_by(EVENT.c.sequence)
)


def rows_left(world: World) -> list[int]:
    counted = [
        Statement(
            select(func.count()).select_from(table).where(table.c.mall_id == bindparam("mall_id"))
        )
        for table in (TRANSFER, PART, ERROR, PLAN)
    ]

    async def count(db: Any) -> list[int]:
        return [(await db.one(each))[0] for each in counted]

    return world.in_transaction(count)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Malls in the order of the batches that were written."""
    found: list[str] = []
    record = worker.FileTransferWorker.record

    async def note(self: Any, db: Any, transfer: Any, progress: Any, errors: Any) -> None:
        found.append(db.mall_id)
        await record(self, db, transfer, progress, errors)

    monkeypatch.setattr(worker.FileTransferWorker, "record", note)
    return found


def test_many_imports_of_a_mall_leave_room_for_others(
    world: World, stage: Stage, batches: list[str]
) -> None:
    other = stage.new_world()
    for _ in range(5):
        uploaded(world, LONG)
    uploaded(other, SHORT)

    assert (due(world), due(other)) == (5, 1)

    carry_on(world)

    # of five long ones two run at once, so the short one begins with the first
    assert other.mall_id in batches[:4]
    assert names(other) == {"Apple"}


def test_a_long_import_makes_way_when_nothing_is_free(
    world: World, stage: Stage, batches: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    monkeypatch.setattr(worker, "TURN_SECONDS", 0.0)
    other = stage.new_world()
    number = uploaded(world, LONG)
    uploaded(other, SHORT)
    stage.clock.pass_(1)

    carry_on(world)

    at = batches.index(other.mall_id)
    assert batches[0] == world.mall_id
    assert world.mall_id in batches[at + 1 :]
    found = world.get(f"imports/{number}")["import"]
    assert (found["state"], found["new"], found["done"]) == ("succeeded", 200, 200)
    assert world.get("products/count")["count"] == 200


@pytest.mark.both_stores
def test_an_import_stops_when_its_app_is_removed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = world.install()
    answer = world.call("POST", "imports", app=app, json={"request": {"kind": "products"}})
    number = answer.json()["import"]["import_no"]
    part = {"request": {"part_no": 1, "content": content(LONG)}}
    world.call("POST", f"imports/{number}/parts", app=app, json=part)
    world.call("POST", f"imports/{number}/start", app=app, json={"request": {}})
    record = worker.FileTransferWorker.record
    application = world.stage.app

    async def removed(self: Any, db: Any, transfer: Any, progress: Any, errors: Any) -> None:
        await record(self, db, transfer, progress, errors)
        if progress.done > 50:
            # as another process would: its rows are gone when the next batch is written
            await registered_apps.remove(db, application.clock, app.credentials.client_id)

    monkeypatch.setattr(worker.FileTransferWorker, "record", removed)
    carry_on(world)
    monkeypatch.undo()

    count = world.get("products/count")["count"]
    assert 50 < count < 200
    assert due(world) == 0
    world.stage.run(application.periodic_tasks.delete_expired_files)
    assert rows_left(world) == [0, 0, 0, 0]


def test_the_files_of_a_removed_app_go_with_it(world: World) -> None:
    imported(world, SHORT, dry_run="T")
    imported(world, HEAD + "C3,,x,1\n")
    exported(world, kind="products")
    assert all(rows_left(world))
    client_id = world.full.credentials.client_id

    world.in_transaction(lambda db: registered_apps.remove(db, world.stage.clock, client_id))
    world.stage.run(world.stage.app.periodic_tasks.delete_expired_files)

    assert rows_left(world) == [0, 0, 0, 0]


def test_an_event_says_that_an_import_or_export_has_ended(world: World) -> None:
    number = imported(world, SHORT + "C3,,x,1\n")["import_no"]
    export = exported(world, kind="products")
    waiting = world.post("imports", kind="stock", dry_run="T")["import"]["import_no"]
    world.call("DELETE", f"imports/{waiting}")

    found = [
        (row[0], msgspec.json.decode(row[1]))
        for row in world.in_transaction(lambda db: db.all(EVENTS))
    ]
    common = {
        "mall_id": world.mall_id,
        "event_shop_no": "1",
        "client_id": world.full.credentials.client_id,
    }
    nothing = dict.fromkeys(("done", "new", "changed", "unchanged", "rejected", "errors"), 0)
    assert found == [
        (
            91001,
            common
            | nothing
            | {"import_no": number, "kind": "products", "dry_run": "F", "state": "succeeded"}
            | {"done": 2, "new": 1, "rejected": 1, "errors": 1},
        ),
        (
            91002,
            common
            | {"export_no": export["export_no"], "kind": "products", "state": "succeeded"}
            | {"done": 1, "size": export["size"]},
        ),
        (
            91001,
            common
            | nothing
            | {"import_no": waiting, "kind": "stock", "dry_run": "T", "state": "cancelled"},
        ),
    ]


def test_who_made_way_waits_behind_who_waited_longer(world: World, stage: Stage) -> None:
    other = stage.new_world()
    first = uploaded(world, SHORT)
    stage.clock.pass_(5)
    uploaded(other, SHORT)
    now = int(stage.clock.now())

    async def release(db: Any) -> None:
        await transfer_store.claim(db, first, "x", now=now, until=now + 9, started_at=now)
        await transfer_store.renew_lease(db, first, "x", now)

    world.in_transaction(release)
    due = stage.run(lambda: transfer_store.due(stage.app.database, now, busy=["nobody"], most=10))
    malls = [mall_id for mall_id, _ in due if mall_id in (world.mall_id, other.mall_id)]

    assert malls == [other.mall_id, world.mall_id]
    carry_on(world)


@pytest.mark.parametrize(
    ("kind", "head", "row", "wanted"),
    [
        ("products", HEAD, "P1,Name,1,1\n", "A1,Apple,1000,1\n"),
        ("categories", "category,price\n", "Tea,1\n", "Tea,1000\n"),
    ],
)
def test_an_import_gives_way_while_it_reads_rows_that_it_does_not_write(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    batches: list[str],
    kind: str,
    head: str,
    row: str,
    wanted: str,
) -> None:
    monkeypatch.setattr(turns, "_TURN", 0.0)
    monkeypatch.setattr(turns, "_SILENCE", -1.0)

    found = imported(world, head + row * 5_000 + wanted, kind=kind, only=["price=1000"])

    assert (found["state"], counts(found)) == ("succeeded", (1, 0, 0, 0, 0))
    # it has said how far it is, and kept its lease, once for each thousand rows
    assert batches.count(world.mall_id) >= 5


@pytest.mark.parametrize("kind", ["products", "orders"])
def test_rows_of_one_product_or_order_have_a_bound(world: World, kind: str) -> None:
    head = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n"
    text = (
        HEAD + "P1,Name,1,1\n" * 10_001
        if kind == "products"
        else head + "1,A,B,1,x,1,1,x\n" * 10_001
    )

    found = imported(world, text, kind=kind)

    assert found["state"] == "failed"
    assert found["message"] == "More than 10000 rows are of one product or order."


def test_a_file_that_was_given_up_is_not_read_again_to_its_end(
    world: World, tmp_path: Path
) -> None:
    path = tmp_path / "paths.csv"
    path.write_text("category\n" + "Tea\n" * 50_000)
    source = Source(path, format_="csv")
    errors = [FileError(1, 3, "category", "Tea", "Line 2 is about the same.", "{}")]
    file = io.BytesIO()

    RejectedRows(errors, None, 10).write(source, file)

    assert source.read_to == 11
    assert file.getvalue().decode().splitlines()[1:] == ["Tea,category: Line 2 is about the same."]
