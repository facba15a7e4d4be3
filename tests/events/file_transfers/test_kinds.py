"""Imports of stock, categories and customers, and exports with filters, by calls."""

import csv
import gzip
import io
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select, update

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from openmall.events.file_transfers import file_store
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.product.stock_setup import ledger, stocked
from tests.events.file_transfers.file_calls import counts, exported, fetch, imported
from tests.world import World

DATA = Path(os.environ.get("OPENMALL_TEST_DATA", Path(__file__).parents[4] / "shared" / "data"))
PEOPLE = DATA / "customers" / "faker_customers_1000.csv.gz"
READERS = ["mall.read_application", "mall.write_application", "mall.read_privacy"]


EVENTS = Statement(select(EVENT.c.event_no).where(EVENT.c.mall_id == bindparam("mall_id")))

EARLIER = Statement(
    update(CUSTOMER)
    .where(CUSTOMER.c.mall_id == bindparam("mall_id"))
    .values(created_at=bindparam("at"))
)


def errors(world: World, found: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    rows = world.get(f"imports/{found['import_no']}/errors", limit=100)["errors"]
    return [(row["line"], row["column"], row["code"], row["message"]) for row in rows]


def plan(world: World, found: dict[str, Any]) -> list[tuple[int, str, str]]:
    rows = world.get(f"imports/{found['import_no']}/plan", limit=100)["plan"]
    return [(row["line"], row["code"], row["outcome"]) for row in rows]


def rows_of(world: World, export: dict[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(fetch(world, export).text.removeprefix("\ufeff"))))


@pytest.mark.both_stores
def test_stock_is_imported_by_any_code_and_written_to_its_ledger(world: World) -> None:
    number, code = stocked(world, 5)
    other, other_code = stocked(world, 1)
    world.put(f"products/{other}/variants/{other_code}", custom_variant_code="RED-S")
    world.put(f"products/{number}", custom_product_code="MUG")
    text = (
        "variant_code,custom_variant_code,custom_product_code,quantity\n"
        f"{code},,,12\n,RED-S,,1\n,,NOBODY,3\n,,MUG,x\n,,,4\nP0000ZZZ000A,,,4\n"
    )

    found = imported(world, text, kind="stock")

    assert (found["state"], counts(found)) == ("succeeded", (0, 1, 1, 4, 4))
    assert errors(world, found) == [
        (4, "custom_product_code", "NOBODY", "No product has this code."),
        (5, "quantity", "MUG", "Expected integer, got string."),
        (6, "variant_code", "", "A required parameter is missing."),
        (7, "product_no", "P0000ZZZ000A", "The product does not exist."),
    ]
    stock = world.get(f"products/{number}/variants/{code}/inventories")["inventory"]
    assert stock["quantity"] == 12
    assert [row[2:5] for row in ledger(world) if row[0] == code][-1] == (5, 12, "set")


def test_a_dry_run_of_stock_changes_nothing_and_is_confirmed(world: World) -> None:
    number, code = stocked(world, 5)
    text = f"variant_code,quantity\n{code},7\nP0000ZZZ000A,1\n"

    found = imported(world, text, kind="stock", dry_run="T")

    assert (counts(found), found["confirmable"]) == ((0, 1, 0, 1, 1), "T")
    assert plan(world, found) == [(2, code, "changed")]
    path = f"products/{number}/variants/{code}/inventories"
    assert world.get(path)["inventory"]["quantity"] == 5

    confirmed = world.post(f"imports/{found['import_no']}/confirm")["import"]
    assert (confirmed["state"], confirmed["dry_run"], confirmed["done"]) == ("queued", "F", 0)
    world.stage.run(world.stage.app.periodic_tasks.file_transfers.work)

    again = world.get(f"imports/{found['import_no']}")["import"]
    assert (again["state"], counts(again), again["confirmable"]) == (
        "succeeded",
        (0, 1, 0, 1, 1),
        "F",
    )
    assert world.get(path)["inventory"]["quantity"] == 7
    assert plan(world, found) == []
    answer = world.call("POST", f"imports/{found['import_no']}/confirm", json={"request": {}})
    assert answer.status_code == 422


def test_the_file_of_a_dry_run_is_kept_for_a_day(world: World) -> None:
    _, code = stocked(world, 5)
    found = imported(world, f"variant_code,quantity\n{code},7\n", kind="stock", dry_run="T")
    tasks = world.stage.app.periodic_tasks

    world.stage.clock.pass_(86_401)
    world.stage.run(tasks.delete_expired_files)

    answer = world.call(
        "POST",
        f"imports/{found['import_no']}/confirm",
        app=world.install(),
        json={"request": {}},
    )
    assert answer.status_code == 404
    size = world.in_transaction(lambda db: file_store.measure(db, found["import_no"]))
    assert size == (0, 0, 0)


@pytest.mark.both_stores
def test_categories_are_imported_from_paths(world: World) -> None:
    text = "category\nKitchen > Tea\nKitchen\nKitchen > Tea\n > \nGarden -> Tools | Garden\n"

    planned = imported(world, text, kind="categories", dry_run="T")
    found = imported(world, text, kind="categories")

    assert counts(planned)[0] >= 2
    assert (counts(found), errors(world, found)) == (
        (2, 0, 1, 2, 2),
        [
            (4, "", "Kitchen > Tea", "Line 2 is about the same."),
            (5, "category", ">", "A category needs a name on every level."),
        ],
    )
    names = {
        tuple(filter(None, each["full_category_name"].values()))
        for each in world.get("categories", limit=100)["categories"]
    }
    assert names == {
        ("Kitchen",),
        ("Kitchen", "Tea"),
        ("Garden",),
        ("Garden", "Tools"),
    }
    assert counts(imported(world, text, kind="categories"))[:3] == (0, 0, 3)


@pytest.mark.both_stores
def test_customers_are_created_changed_or_left(world: World) -> None:
    join(world, "haneul", name="Kim", cellphone="010-1111-2222")
    text = (
        "member_id,name,cellphone,email,birthday,news_mail,vip\n"
        "haneul,Kim,010-3333-4444,,,T,\n"
        "bada,Lee,,lee@example.com,1990-02-03,,yes\n"
        "Bad Id,X,,,,,\n"
        "sora,Park,,no address,,,\n"
        "byul,Choi,,,1990-13-01,,\n"
    )

    found = imported(world, text, kind="customers")

    assert (counts(found), found["message"]) == (
        (1, 1, 0, 3, 3),
        "Columns that fill no field: vip",
    )
    assert [row[:3] for row in errors(world, found)] == [
        (4, "member_id", "Bad Id"),
        (5, "email", "sora"),
        (6, "birthday", "byul"),
    ]
    people = {
        name: do(world, lambda call, name=name: customer_store.person(call, name))
        for name in ("haneul", "bada")
    }
    assert people["haneul"].cellphone == "010-3333-4444"
    assert (people["bada"].name, str(people["bada"].birthday)) == ("Lee", "1990-02-03")
    assert counts(imported(world, text, kind="customers"))[:3] == (0, 0, 2)


def test_imported_customers_are_announced_to_nobody(world: World) -> None:
    imported(world, "member_id,email\nbada,lee@example.com\n", kind="customers")

    # the event of somebody who joins brings a mail of welcome
    numbers = {row[0] for row in world.in_transaction(lambda db: db.all(EVENTS))}
    assert numbers == {91001}


@pytest.mark.skipif(not PEOPLE.is_file(), reason="the customers are not here")
def test_real_customers_in_five_languages_are_mapped(world: World) -> None:
    with gzip.open(PEOPLE, "rt", encoding="utf-8", newline="") as file:
        people = [row for at, row in enumerate(csv.DictReader(file)) if at % 20 == 0]
    for row in people:
        row["member_no"] = f"member{row['member_no']:0>4}"
    text = io.StringIO()
    writer = csv.DictWriter(text, people[0].keys())
    writer.writeheader()
    writer.writerows(people)
    options = {"maps": ["member_no=member_id", "address=address1", "locale="], "kind": "customers"}

    korean = imported(world, text.getvalue(), only=["locale=ko_KR"], **options)
    everybody = imported(world, text.getvalue(), **options)

    assert (counts(korean), korean["message"]) == ((10, 0, 0, 0, 0), "")
    # two numbers of the file are too long: they have the code of a country and an extension
    assert counts(everybody) == (38, 0, 10, 2, 2)
    assert {row[1] for row in errors(world, everybody)} == {"phone"}
    first = do(world, lambda call: customer_store.person(call, "member0001"))
    assert (first.name, first.phone, first.zipcode) == ("전도윤", "010-7538-3421", "35314")
    assert first.address1 == "강원특별자치도 의왕시 반포대로 11-94 (승민이이면)"


def test_stock_is_exported_as_an_import_reads_it(world: World) -> None:
    _, code = stocked(world, 5)
    category = world.post("categories", category_name="Tea")["category"]["category_no"]
    number = world.product(add_category_no=[{"category_no": category}])["product_no"]

    export = exported(world, kind="stock")
    rows = rows_of(world, export)
    assert (export["done"], len(rows)) == (2, 2)
    assert (rows[0]["variant_code"], rows[0]["quantity"]) == (code, "5")
    again = imported(world, fetch(world, export).text, kind="stock")
    # the second product did not count its stock, and a file that names a quantity makes it
    assert counts(again)[3:] == (0, 0)

    [only] = rows_of(world, exported(world, kind="stock", category_no=category))
    assert only["product_no"] == str(number)
    jsonl = fetch(world, exported(world, kind="stock", format="jsonl")).text
    first = msgspec.json.decode(jsonl.splitlines()[0])
    assert first["variant_code"] == code


@pytest.mark.both_stores
def test_customers_are_exported_of_a_group_and_of_days(world: World) -> None:
    join(world, "haneul")
    group = world.post("customergroups", group_name="VIP", group_description="-")["customergroup"][
        "group_no"
    ]
    world.post(f"customergroups/{group}/customers", member_id="haneul")
    world.in_transaction(lambda db: db.run(EARLIER, at=1_700_000_000))
    join(world, "bada")

    def names(**filters: Any) -> list[str]:
        export = exported(world, kind="customers", reason="Newsletter", **filters)
        return [row["member_id"] for row in rows_of(world, export)]

    assert names() == ["bada", "haneul"]
    assert names(group_no=group) == ["haneul"]
    assert names(start_date="2026-11-21") == ["bada"]
    assert names(end_date="2023-11-15") == ["haneul"]
    assert names(end_date="2023-11-14") == []


@pytest.mark.parametrize(
    ("draft", "parameter"),
    [
        ({"kind": "products", "start_date": "2026-11-01"}, "start_date"),
        ({"kind": "orders", "group_no": 1}, "group_no"),
        ({"kind": "orders", "category_no": 1}, "category_no"),
        ({"kind": "orders", "start_date": "2026-11-02", "end_date": "2026-11-01"}, "end_date"),
        ({"kind": "customers"}, "reason"),
    ],
)
def test_a_filter_that_does_not_fit_is_refused(
    world: World, draft: dict[str, Any], parameter: str
) -> None:
    answer = world.call("POST", "exports", json={"request": draft})

    assert (answer.status_code, answer.json()["error"]["more_info"]["parameter"]) == (
        422,
        parameter,
    ), answer.text


@pytest.mark.parametrize(
    ("kind", "scope"),
    [
        ("stock", "mall.write_product"),
        ("categories", "mall.write_category"),
        ("customers", "mall.write_privacy"),
    ],
)
def test_each_kind_needs_the_scope_of_its_data(world: World, kind: str, scope: str) -> None:
    app = world.install(READERS)

    answer = world.call("POST", "imports", app=app, json={"request": {"kind": kind}})

    assert (answer.status_code, answer.json()["error"]["message"]) == (
        403,
        f"The token does not have the scope {scope}.",
    )
