"""Orders of the past from transaction files: what becomes of their rows."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openmall.cli.imports.import_products import import_
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.order.reporting.verification.rules import Difference
from openmall.contract.moments import Clocks
from tests.commerce.product.stock_setup import ledger, stocked
from tests.random_cases import cases
from tests.transfer.imports.import_commands import COMMAND, csv_file, kill_after, where
from tests.transfer.imports.order_files import bring_in, retail, told
from tests.world import World

CUP = "1001,CUP,White cup,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom"
DISH = "1001,DISH,Dish,2,2010-12-01 08:26:00,10,17850.0,United Kingdom"
GUEST = "1002,CUP,White cup,1,2010-12-01 23:59:00,2.55,,France"


def orders(world: World, **query: Any) -> list[dict[str, Any]]:
    period = {
        "start_date": "2010-12-01",
        "end_date": "2010-12-31",
        "embed": "items,receivers,buyer",
    }
    found: list[dict[str, Any]] = world.get("orders", **period, **query)["orders"]
    return sorted(found, key=lambda order: order["order_id"])


def sales(world: World) -> list[tuple[str, str, str, int]]:
    """Return the daily sales of December 2010."""
    world.stage.forget_counts()
    period = {"start_date": "2010-12-01", "end_date": "2010-12-31"}
    return [
        (each["date"], each["payment_amount"], each["refund_amount"], each["sales_count"])
        for each in world.get("financials/dailysales", **period)["dailysales"]
    ]


def differences(world: World) -> list[Difference]:
    """Return what `openmall verify orders` would find."""

    async def work() -> list[Difference]:
        app = world.stage.app
        mall = [world.mall_id]
        report = await order_verification_rules.verify(
            app.database, Clocks(world.stage.clock), mall, progress=lambda share: None
        )
        return report.differences

    return world.stage.run(work)


def test_an_invoice_is_an_order_paid_and_delivered_in_its_time(
    world: World, tmp_path: Path
) -> None:
    summary = bring_in(world, retail(tmp_path, CUP, DISH, GUEST))

    assert told(summary) == (2, 0, 0, 0, 0)
    first, second = orders(world)
    assert (first["order_id"], second["order_id"]) == ("20101201-0000001", "20101201-0000002")
    assert {
        name: first[name]
        for name in (
            "member_id", "order_date", "payment_date", "paid", "canceled", "shipping_status",
            "payment_amount", "payment_method",
        )
    } == {
        "member_id": "17850",
        "order_date": "2010-12-01T08:26:00+09:00",
        "payment_date": "2010-12-01T08:26:00+09:00",
        "paid": "T",
        "canceled": "F",
        "shipping_status": "T",
        "payment_amount": "35.30",
        "payment_method": ["etc"],
    }  # fmt: skip
    assert [
        (each["product_name"], each["quantity"], each["product_price"], each["payment_amount"],
         each["order_status"], each["custom_product_code"])
        for each in first["items"]
    ] == [
        ("White cup", 6, "2.55", "15.30", "N40", "CUP"),
        ("Dish", 2, "10.00", "20.00", "N40", "DISH"),
    ]  # fmt: skip
    assert (second["member_id"], second["payment_amount"]) == ("", "2.55")
    assert sales(world) == [("2010-12-01", "37.85", "0.00", 2)]
    assert differences(world) == []


def test_customers_and_products_that_are_there_are_used(world: World, tmp_path: Path) -> None:
    number, _ = stocked(world, 5)
    world.put(f"products/{number}", custom_product_code="CUP")
    before = ledger(world)

    bring_in(world, retail(tmp_path, CUP, DISH))

    [order] = orders(world)
    assert order["items"][0]["product_no"] == number
    assert order["items"][0]["product_name"] == "Linen apron"
    [dish] = world.get("products", custom_product_code="DISH")["products"]
    assert (dish["display"], dish["selling"], dish["price"]) == ("F", "F", "10.00")
    found = world.get("customers", member_id="17850")["customers"]
    assert [each["member_id"] for each in found] == ["17850"]
    assert [row for row in ledger(world) if row[4] in ("sale", "return")] == []
    assert before == [row for row in ledger(world) if row in before]


def test_a_cancellation_finds_what_was_bought(world: World, tmp_path: Path) -> None:
    file = retail(
        tmp_path,
        CUP,
        DISH,
        "C1003,CUP,White cup,-2,2010-12-05 10:00:00,2.55,17850.0,United Kingdom",
        "C1003,DISH,Dish,-2,2010-12-05 10:00:00,10,17850.0,United Kingdom",
    )

    summary = bring_in(world, file)

    assert told(summary) == (1, 1, 0, 0, 0)
    [order] = orders(world)
    assert [
        (each["item_no"], each["custom_product_code"], each["quantity"], each["order_status"],
         each["payment_amount"], each["original_item_no"])
        for each in order["items"]
    ] == [
        (1, "CUP", 4, "N40", "10.20", []),
        (2, "DISH", 2, "C40", "20.00", []),
        (3, "CUP", 2, "C40", "5.10", [1]),
    ]  # fmt: skip
    assert (order["canceled"], order["payment_amount"]) == ("M", "10.20")
    assert order["actual_order_amount"]["payment_amount"] == "10.20"
    assert order["initial_order_amount"]["payment_amount"] == "35.30"
    path = f"orders/{order['order_id']}/paymenttimeline"
    assert [
        (each["payment_settle_type"], each["paid_amount"], each["payment_datetime"])
        for each in world.get(path)["paymenttimeline"]
    ] == [
        ("O", "35.30", "2010-12-01T08:26:00+09:00"),
        ("P", "-25.10", "2010-12-05T10:00:00+09:00"),
    ]
    assert sales(world) == [
        ("2010-12-01", "35.30", "0.00", 1),
        ("2010-12-05", "0.00", "25.10", 0),
    ]
    assert differences(world) == []


def test_everything_cancelled_is_an_order_that_is(world: World, tmp_path: Path) -> None:
    back = "C1003,CUP,White cup,-6,2010-12-05 10:00:00,2.55,17850.0,United Kingdom"

    bring_in(world, retail(tmp_path, CUP, back))

    [order] = orders(world)
    assert (order["canceled"], order["cancel_date"]) == ("T", "2010-12-05T10:00:00+09:00")
    assert order["actual_order_amount"]["payment_amount"] == "0.00"
    assert differences(world) == []


@pytest.mark.parametrize(
    "back",
    [
        "C1003,CUP,White cup,-7,2010-12-05 10:00:00,2.55,17850.0,United Kingdom",
        "C1003,CUP,White cup,-1,2010-12-05 10:00:00,2.50,17850.0,United Kingdom",
        "C1003,CUP,White cup,-1,2010-12-05 10:00:00,2.55,17851.0,United Kingdom",
        "C1003,CUP,White cup,-1,2010-11-30 10:00:00,2.55,17850.0,United Kingdom",
        "C1003,CUP,White cup,-1,2010-12-05 10:00:00,2.55,,United Kingdom",
    ],
    ids=["more than bought", "another price", "somebody else", "before it was bought", "a guest"],
)
def test_a_cancellation_of_nothing_is_told(world: World, tmp_path: Path, back: str) -> None:
    summary = bring_in(world, retail(tmp_path, CUP, back))

    assert [(each["line"], each["code"]) for each in summary["first_errors"]] == [(3, "C1003")]
    assert summary["reasons"] == {
        "No sale to this customer at this price has as many units left.": 1
    }
    assert sales(world) == [("2010-12-01", "15.30", "0.00", 1)]


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ("1002,CUP,Cup,-1,2010-12-01 08:26:00,2.55,,UK", "Quantity", "Nothing was sold."),
        ("1002,CUP,Cup,x,2010-12-01 08:26:00,2.55,,UK", "Quantity", "Expected integer."),
        ("1002,CUP,Cup,1,2010-12-01 08:26:00,-2.55,,UK", "UnitPrice",
         "The amount is no price."),
        ("1002,CUP,Cup,1,2010-12-01 08:26:00,NaN,,UK", "UnitPrice",
         "The amount is no price."),
        ("1002,CUP,Cup,1,2010-12-01 08:26:00,0.001,,UK", "UnitPrice",
         "An amount has at most 2 decimals."),
        ("1002,CUP,Cup,1,yesterday,1,,UK", "InvoiceDate",
         "not a date, nor a date-time with offset."),
        ("1002,,Cup,1,2010-12-01 08:26:00,1,,UK", "StockCode", "Enter 1 to 40 characters."),
        ("1002,CUP,Cup,1,2010-12-01 08:26:00,1,A B,UK", "CustomerID",
         "The name of a customer is 4 to 20 of a-z, 0-9, _ and -."),
    ],
)  # fmt: skip
def test_a_row_at_fault_is_left_out_alone(
    world: World, tmp_path: Path, row: str, field: str, reason: str
) -> None:
    errors = tmp_path / "errors.jsonl"
    good = "1002,CUP,Cup,3,2010-12-01 08:26:00,1.00,,UK"

    summary = bring_in(world, retail(tmp_path, row, good), "--errors", str(errors))

    [error] = summary["first_errors"]
    assert error == {"line": 2, "field": field, "reason": reason, "code": "1002"}
    assert len(errors.read_bytes().splitlines()) == 1
    assert sales(world) == [("2010-12-01", "3.00", "0.00", 1)]


def test_a_file_that_is_imported_again_changes_nothing(world: World, tmp_path: Path) -> None:
    back = "C1003,CUP,White cup,-2,2010-12-05 10:00:00,2.55,17850.0,United Kingdom"
    file = retail(tmp_path, CUP, GUEST, back)
    bring_in(world, file)
    before = orders(world)

    again = bring_in(world, file)

    assert told(again) == (0, 0, 3, 0, 0)
    assert orders(world) == before


def test_a_dry_run_writes_nothing(world: World, tmp_path: Path) -> None:
    summary = bring_in(world, retail(tmp_path, CUP, GUEST), "--dry-run")

    assert told(summary) == (2, 0, 0, 0, 0)
    assert orders(world) == []
    assert world.get("products/count")["count"] == 0


def test_discounts_and_coupons_of_a_basket(world: World, tmp_path: Path) -> None:
    file = csv_file(
        tmp_path,
        "household_id,store_id,basket_id,product_id,quantity,sales_value,retail_disc,coupon_disc,"
        "coupon_match_disc,week,transaction_timestamp",
        "239,1,77,870980,3,5.00,0.5,1.0,0.25,1,2010-12-01 15:05:51",
        "239,1,77,870981,0,0.00,0,0,0,1,2010-12-01 15:05:51",
    )

    summary = bring_in(world, file)

    assert told(summary) == (1, 0, 0, 0, 1)
    [order] = orders(world)
    [item] = order["items"]
    # 5.75 for three is 1.9166...: 1.92 each, and the cent that adds is taken off again
    assert {
        name: item[name]
        for name in (
            "product_price", "additional_discount_price", "coupon_discount_price",
            "payment_amount",
        )
    } == {
        "product_price": "1.92",
        "additional_discount_price": "0.51",
        "coupon_discount_price": "1.25",
        "payment_amount": "4.00",
    }  # fmt: skip
    assert (order["member_id"], order["payment_amount"]) == ("household-239", "4.00")
    assert differences(world) == []


def test_json_lines(world: World, tmp_path: Path) -> None:
    item = '{"code":"CUP","quantity":2,"price":"9.50","discount":"1.00"}'
    file = csv_file(
        tmp_path,
        f'{{"order_no":"1","ordered_at":"2010-12-01T00:00:00Z","items":[{item}]}}',
        '{"order_no":"2","ordered_at":"2010-12-01","items":[]}',
        '{"order_no":"3","ordered_at":"2010-12-01","items":[],"colour":"red"}',
        name="sales.jsonl",
    )

    summary = bring_in(world, file)

    assert told(summary) == (1, 0, 0, 2, 2)
    [order] = orders(world)
    assert (order["order_date"], order["payment_amount"]) == ("2010-12-01T09:00:00+09:00", "18.00")


@pytest.mark.parametrize("name", ["nowhere.csv", "other.csv"])
def test_what_is_no_file_of_orders_is_refused(world: World, tmp_path: Path, name: str) -> None:
    csv_file(tmp_path, "a,b", "1,2", name="other.csv")

    done = CliRunner().invoke(import_, ["orders", str(tmp_path / name), *where(world)])

    assert done.exit_code == 2, done.output


@pytest.mark.parametrize("options", [("--resume",), ()])
def test_a_killed_import_doubles_nothing(
    world: World, tmp_path: Path, options: tuple[str, ...]
) -> None:
    number = cases(2_000, usual=200)
    file = retail(
        tmp_path,
        *(f"{each},CUP,Cup,1,2010-12-01 08:26:00,1.00,,UK" for each in range(1, number + 1)),
    )

    kill_after(60, world, file, "--batch", "20", kind="orders")
    between = world.get("orders/count")["count"]
    summary = bring_in(world, file, *options)

    assert 0 < between <= 60
    assert (summary["resumed_at"] if options else summary["unchanged"]) == between
    assert summary["orders"] + (0 if options else between) == number
    assert sales(world) == [("2010-12-01", f"{number}.00", "0.00", number)]
    assert differences(world) == []


@pytest.mark.one_store
@pytest.mark.parametrize(("options", "nice"), [((), 3), (("--nice", "7"), 7)])
def test_an_import_steps_aside_for_whoever_serves_the_shop(
    world: World, tmp_path: Path, options: tuple[str, ...], nice: int
) -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    at_its_end = "atexit.register(lambda: print(os.getpriority(os.PRIO_PROCESS, 0)))"

    done = subprocess.run(
        [sys.executable, "-c", f"import atexit, os; {at_its_end}; {COMMAND}", "orders",
         str(retail(tmp_path, CUP)), *where(world), *options],
        env={"PYTHONPATH": str(Path(__file__).parents[3] / "src")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert int(done.stdout.splitlines()[-1]) == max(before, nice)
