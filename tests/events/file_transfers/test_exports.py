"""Exports by calls: the file, its address, ranges, expiry, and the reason that is logged."""

import csv
import io
import json

import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.journal.tables import ACTIVITY
from openmall.database.statements import Statement
from openmall.events.file_transfers import sealed_files
from openmall.events.file_transfers.tables import PART
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.events.file_transfers.file_calls import (
    HEAD,
    NOW,
    carry_on,
    due,
    exported,
    fetch,
    imported,
)
from tests.world import World

LOG = Statement(select(ACTIVITY.c.content).where(ACTIVITY.c.mall_id == bindparam("mall_id")))
PARTS = Statement(select(PART.c.content).where(PART.c.mall_id == bindparam("mall_id")))


@pytest.mark.both_stores
def test_products_are_exported_as_an_import_reads_them(world: World) -> None:
    imported(world, HEAD + "A1,Apple,1000,3\nB2,Bread,2000,4\n")
    created = world.post("exports", kind="products")["export"]
    number = created["export_no"]
    assert created == {
        "export_no": number,
        "shop_no": 1,
        "kind": "products",
        "format": "csv",
        "state": "queued",
        "size": 0,
        "done": 0,
        "message": "",
        "reason": "",
        "values": {},
        "file_url": None,
        "created_date": NOW,
        "started_date": None,
        "finished_date": None,
    }

    assert due(world) == 1
    carry_on(world)

    found = world.get(f"exports/{number}")["export"]
    answer = fetch(world, found)
    assert (found["state"], found["done"], found["size"]) == ("succeeded", 2, len(answer.content))
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="products-{number}.csv"'
    again = imported(world, answer.text)
    assert (again["unchanged"], again["errors"]) == (2, 0)
    [(content,)] = world.in_transaction(lambda db: db.all(PARTS))
    assert content.startswith("sealed:1:")


def test_a_file_is_fetched_in_ranges(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        "openmall.pages.export_files",
        "openmall.transfer.file_transfers.temporary_file",
    ):
        monkeypatch.setattr(f"{module}.PART_BYTES", 64)
    assert sealed_files.PART_BYTES > 64
    imported(world, HEAD + "A1,Apple,1000,3\nB2,Bread,2000,4\n")
    found = exported(world, kind="products", format="jsonl")
    whole = fetch(world, found).content
    assert [json.loads(line)["product_name"] for line in whole.splitlines()] == ["Apple", "Bread"]
    size = len(whole)

    for asked, first, last in (
        ("bytes=0-0", 0, 0),
        ("bytes=60-130", 60, 130),
        ("bytes=100-", 100, size - 1),
        ("bytes=-10", size - 10, size - 1),
        ("bytes=5-99999", 5, size - 1),
    ):
        answer = fetch(world, found, range=asked)
        assert (answer.status_code, answer.content) == (206, whole[first : last + 1])
        assert answer.headers["content-range"] == f"bytes {first}-{last}/{size}"
    beyond = fetch(world, found, range=f"bytes={size}-")
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")
    assert fetch(world, found, range="bytes=9-3").content == whole
    assert fetch(world, found, range="lines=1-2").status_code == 200


def test_an_address_is_of_one_file_and_of_ten_minutes(world: World) -> None:
    first, second = exported(world, kind="products"), exported(world, kind="products")
    mixed = first["file_url"].replace(
        f"/exports/{first['export_no']}/", f"/exports/{second['export_no']}/"
    )
    assert fetch(world, first).status_code == 200
    assert fetch(world, {"file_url": mixed}).status_code == 404

    world.stage.clock.pass_(600)

    assert fetch(world, first).status_code == 404


def test_orders_are_exported_with_their_items(world: World) -> None:
    shop = Checkout(world)
    placed = shop.order()

    text = fetch(world, exported(world, kind="orders")).text
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    lines = fetch(world, exported(world, kind="orders", format="jsonl")).text.splitlines()

    assert text.startswith("\ufefforder_id,order_date,")
    assert [row["order_id"] for row in rows] == [placed["order_id"]] * len(rows)
    assert rows[0]["receiver_name"]
    assert rows[0]["initial_order_amount_order_price_amount"]
    assert [cell for row in rows for cell in row.values() if cell[:1] in ("[", "{")] == []
    [order] = map(json.loads, lines)
    assert (order["order_id"], order["member_id"]) == (placed["order_id"], "hana")
    assert [each["product_name"] for each in order["items"]] == [
        row["item_product_name"] for row in rows
    ]


def test_customers_are_exported_for_a_reason_that_is_logged(world: World) -> None:
    Checkout(world)
    without = world.call("POST", "exports", json={"request": {"kind": "customers"}})
    assert (without.status_code, without.json()["error"]["message"]) == (
        422,
        "An export of customers' data needs a reason. (parameter.reason)",
    )

    found = exported(world, kind="customers", reason="Letters to members")

    rows = list(csv.DictReader(io.StringIO(fetch(world, found).text.removeprefix("\ufeff"))))
    assert [row["member_id"] for row in rows] == ["hana"]
    assert rows[0]["email"]
    log = world.in_transaction(lambda db: db.all(LOG))
    assert any("Letters to members" in content for (content,) in log)


def test_files_about_customers_go_when_one_is_erased(world: World) -> None:
    Checkout(world)
    found = exported(world, kind="customers", reason="Letters to members")
    products = exported(world, kind="products")

    do(world, lambda call: data_subject_rules.erase(call, HANA))
    gone = world.get(f"exports/{found['export_no']}")["export"]
    assert (gone["state"], gone["size"], gone["file_url"]) == ("expired", 0, None)
    assert fetch(world, found).status_code == 404
    assert fetch(world, products).status_code == 200


def test_an_export_that_is_cancelled_has_no_file(world: World) -> None:
    number = world.post("exports", kind="products")["export"]["export_no"]

    answer = world.call("DELETE", f"exports/{number}").json()["export"]

    carry_on(world)
    assert answer["state"] == "cancelled"
    assert world.in_transaction(lambda db: db.all(PARTS)) == []
