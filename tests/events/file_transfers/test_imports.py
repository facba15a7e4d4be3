"""Imports of files by calls: upload, run, progress, rows at fault, cancellation."""

import base64
import csv
import gzip
import io
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.database.statements import Statement
from openmall.events.file_transfers import rules as transfer_rules
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.tables import PART
from openmall.transfer.file_transfers import recording, worker
from tests.events.file_transfers.file_calls import (
    HEAD,
    NOW,
    carry_on,
    content,
    counts,
    due,
    fetch,
    imported,
    names,
    upload,
    uploaded,
)
from tests.transfer.imports.order_files import HEAD as RETAIL
from tests.world import World

FILE = HEAD + "A1,Apple,1000,3\nB2,Bread,2000,4\nC3,,x,1\n"
PARTS = Statement(
    select(PART.c.content).where(PART.c.mall_id == bindparam("mall_id")).order_by(PART.c.part_no)
)


def parts(world: World) -> list[str]:
    return [row[0] for row in world.in_transaction(lambda db: db.all(PARTS))]


def refused(world: World, path: str, **request: Any) -> tuple[int, str]:
    answer = world.call("POST", path, json={"request": request})
    return answer.status_code, answer.json()["error"]["message"]


@pytest.mark.both_stores
def test_a_file_is_uploaded_in_parts_imported_and_gone(world: World) -> None:
    created = world.post("imports", kind="products")["import"]
    number = created["import_no"]
    assert created == {
        "import_no": number,
        "shop_no": 1,
        "kind": "products",
        "format": "csv",
        "dry_run": "F",
        "state": "uploading",
        "size": 0,
        **dict.fromkeys(("done", "new", "changed", "unchanged", "rejected", "errors"), 0),
        "message": "",
        "reason": "",
        "values": {},
        "confirmable": "F",
        "notes": [],
        "rejected_url": None,
        "created_date": NOW,
        "started_date": None,
        "finished_date": None,
    }

    # a part ends anywhere, and may come before another
    for at, part in ((2, FILE[60:]), (1, "spoilt"), (1, FILE[:60])):
        answer = world.post(f"imports/{number}/parts", part_no=at, content=content(part))
        assert answer["part"] == {"import_no": number, "part_no": at, "size": len(part)}
    assert all(each.startswith("sealed:1:") for each in parts(world))
    started = world.post(f"imports/{number}/start")["import"]
    assert (started["state"], started["size"]) == ("queued", len(FILE))
    assert names(world) == set()

    assert due(world) == 1
    carry_on(world)

    found = world.get(f"imports/{number}")["import"]
    assert (found["state"], found["done"], found["finished_date"]) == ("succeeded", 3, NOW)
    assert counts(found) == (2, 0, 0, 1, 1)
    assert names(world) == {"Apple", "Bread"}
    [error] = world.get(f"imports/{number}/errors")["errors"]
    assert (error["error_no"], error["line"], error["code"]) == (1, 4, "C3")
    assert error["message"]
    assert world.get(f"imports/{number}/errors", since_error_no=1)["errors"] == []
    # the uploaded file is gone, that of the rejected row stays
    assert len(parts(world)) == 1
    fetched = fetch(world, {"file_url": found["rejected_url"]})
    assert fetched.headers["content-type"] == "text/csv; charset=utf-8"
    assert list(csv.DictReader(io.StringIO(fetched.text))) == [
        {
            "custom_product_code": "C3",
            "product_name": "",
            "price": "x",
            "supply_price": "1",
            "import_error": f"{error['column']}: {error['message']}",
        }
    ]
    assert due(world) == 0


def test_what_is_imported_again_is_changed_or_unchanged(world: World) -> None:
    imported(world, FILE)

    again = imported(world, HEAD + "A1,Apple,1000,3\nB2,Brown bread,2000,4\n")

    assert counts(again) == (0, 1, 1, 0, 0)
    assert names(world) == {"Apple", "Brown bread"}


@pytest.mark.both_stores
def test_a_dry_run_counts_and_writes_nothing(world: World) -> None:
    imported(world, HEAD + "A1,Apple,1000,3\n")

    found = imported(world, FILE, dry_run="T")

    assert (found["state"], counts(found)) == ("succeeded", (1, 0, 1, 1, 1))
    assert names(world) == {"Apple"}
    assert len(world.get(f"imports/{found['import_no']}/errors")["errors"]) == 1


def test_columns_of_another_program_are_mapped(world: World) -> None:
    found = imported(
        world,
        "SKU;Title;Cost;Note\nA1;Äpfel;7;x\n".encode("latin-1").decode("latin-1"),
        maps=["SKU=custom_product_code", "Title=product_name", "Cost=price"],
        constants=["supply_price=5"],
    )

    assert found["message"] == "Columns that fill no field: Note"
    assert names(world) == {"Äpfel"}


def test_a_compressed_file_is_read(world: World) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]
    packed = base64.b64encode(gzip.compress(FILE.encode())).decode()
    world.post(f"imports/{number}/parts", part_no=1, content=packed)
    world.post(f"imports/{number}/start")

    carry_on(world)

    assert names(world) == {"Apple", "Bread"}


@pytest.mark.parametrize(
    ("text", "draft", "message"),
    [
        (FILE, {"maps": ["Nowhere=product_name"]}, "The file has no column Nowhere."),
        (FILE, {"maps": ["price=nothing"]}, "There is no field 'nothing' to fill."),
        ("\n", {}, "The first line has to name the columns."),
    ],
)
def test_a_file_that_cannot_be_read_fails(
    world: World, text: str, draft: dict[str, Any], message: str
) -> None:
    found = imported(world, text, **draft)
    assert (found["state"], found["message"]) == ("failed", message)
    assert names(world) == set()


def test_a_file_without_all_its_parts_is_not_started(world: World) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]
    missing = (422, "Parts of the file are missing. (parameter.import_no)")
    assert refused(world, f"imports/{number}/start") == missing
    world.post(f"imports/{number}/parts", part_no=2, content=content("b"))
    assert refused(world, f"imports/{number}/start") == missing

    upload(world, number, FILE)
    world.post(f"imports/{number}/start")

    begun = (422, "The import has been started. (parameter.import_no)")
    assert refused(world, f"imports/{number}/start") == begun
    assert refused(world, f"imports/{number}/parts", part_no=1, content="QQ==") == begun
    assert refused(world, "imports", kind="orders", format="saleor")[0] == 422


def test_a_part_is_base64_of_a_mebibyte_at_most(world: World) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]
    path = f"imports/{number}/parts"
    assert refused(world, path, part_no=1, content="AAAAA")[0] == 422
    assert refused(world, path, part_no=1, content=content("x" * 1_048_579))[0] == 422
    world.post(path, part_no=1, content=content("x" * 1_048_576))


def test_what_is_cancelled_is_not_done(world: World) -> None:
    number = uploaded(world, FILE)

    answer = world.call("DELETE", f"imports/{number}")

    assert answer.json()["import"]["state"] == "cancelled"
    carry_on(world)
    assert (names(world), parts(world)) == (set(), [])
    assert world.call("DELETE", f"imports/{number}").status_code == 422


@pytest.mark.both_stores
def test_a_worker_that_stops_midway_is_continued_without_repetition(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f"P{at},Name {at},1000,1\n" for at in range(60))
    number = uploaded(world, HEAD + rows + "BAD,,x,1\n")
    recorded: list[int] = []
    record = worker.FileTransferWorker.record

    async def killed(self: Any, db: Any, transfer: Any, progress: Any, errors: Any) -> None:
        if recorded:
            # as if the process was gone: nothing more is written, the lease stays
            raise recording.LostError
        await record(self, db, transfer, progress, errors)
        recorded.append(progress.done)

    with monkeypatch.context() as patch:
        patch.setattr(worker.FileTransferWorker, "record", killed)
        carry_on(world)
    assert world.get(f"imports/{number}")["import"]["state"] == "running"
    assert world.get("products/count")["count"] == recorded[0] == 50
    assert due(world) == 0  # another one holds it

    world.stage.clock.pass_(worker.LEASE_SECONDS + 1)
    assert due(world) == 1
    carry_on(world)

    found = world.get(f"imports/{number}")["import"]
    assert (found["state"], found["done"], counts(found)) == ("succeeded", 61, (60, 0, 0, 1, 1))
    assert world.get("products/count")["count"] == 60
    assert len(world.get(f"imports/{number}/errors")["errors"]) == 1


def test_a_cancelled_import_stops_at_its_next_batch(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f"P{at},Name {at},1000,1\n" for at in range(120))
    number = uploaded(world, HEAD + rows)
    record = worker.FileTransferWorker.record

    async def cancelled(self: Any, db: Any, transfer: Any, progress: Any, errors: Any) -> None:
        if progress.done > 50:
            await transfer_store.end(db, number, state="cancelled", at=1)
        await record(self, db, transfer, progress, errors)

    monkeypatch.setattr(worker.FileTransferWorker, "record", cancelled)
    carry_on(world)

    # the transaction that found it cancelled was rolled back
    assert world.get("products/count")["count"] == 50


def test_an_import_is_of_its_app_and_needs_the_scope_of_its_data(world: World) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]
    other = world.install(["mall.read_application", "mall.write_application"])

    assert world.call("GET", f"imports/{number}", app=other).status_code == 404
    assert world.call("GET", "imports", app=other).json()["imports"] == []
    request = {"request": {"kind": "products"}}
    answer = world.call("POST", "imports", app=other, json=request)
    assert (answer.status_code, answer.json()["error"]["message"]) == (
        403,
        "The token does not have the scope mall.write_product.",
    )


def test_a_mall_has_so_many_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer_rules, "UNFINISHED", 2)
    world.post("imports", kind="products")
    number = uploaded(world, FILE)
    assert refused(world, "exports", kind="products")[0] == 422

    carry_on(world)

    assert world.get(f"imports/{number}")["import"]["state"] == "succeeded"
    world.post("exports", kind="products")


def test_orders_are_imported_once(world: World) -> None:
    text = RETAIL + "\n536365,A1,Apple,2,2010-12-01 08:26:00,2.55,17850,France\n"

    found = imported(world, text, kind="orders")
    again = imported(world, text, kind="orders")

    assert (found["state"], found["message"]) == ("succeeded", "")
    assert (counts(found)[0], counts(again)[:3]) == (1, (0, 0, 1))


def test_old_ones_are_deleted_after_days(world: World) -> None:
    number = uploaded(world, FILE)
    carry_on(world)
    waiting = world.post("imports", kind="products")["import"]["import_no"]
    upload(world, waiting, "never started")
    tasks = world.stage.app.periodic_tasks

    world.stage.run(tasks.delete_expired_files)
    assert world.get(f"imports/{number}")["import"]["state"] == "succeeded"
    world.stage.clock.pass_(8 * 86_400)
    world.stage.run(tasks.delete_expired_files)

    for each in (number, waiting):
        assert world.call("GET", f"imports/{each}").status_code in (401, 404)
    assert parts(world) == []
