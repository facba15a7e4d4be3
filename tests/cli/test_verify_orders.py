"""An operator sees whether orders agree with all their records, and makes figures anew."""

from pathlib import Path

import apsw
import msgspec
import pytest

from tests.cli.command_line import Shell
from tests.transfer.imports.import_commands import csv_file
from tests.transfer.imports.order_files import HEAD

CUP = "1001,CUP,White cup,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom"
NUMBER = "20101201-0000001"


@pytest.fixture
def sold(shop: Shell, tmp_path: Path) -> Shell:
    """A shell at an installation with an order."""
    file = csv_file(tmp_path, HEAD, CUP)
    shop.json("import", "orders", str(file), "--mall", "myshop")
    return shop


def tamper(shell: Shell, sql: str) -> None:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    connection.execute(sql)
    connection.close()


def test_orders_that_agree_with_their_records(sold: Shell) -> None:
    assert sold.json("verify", "orders") == {
        "malls": 1,
        "orders": 1,
        "items": 1,
        "payments": 1,
        "differences": [],
    }
    assert sold.text("verify", "orders", "--mall", "myshop") == (
        "1 orders agree with their items, money, stock and figures.\n"
    )


def test_without_a_name_everything_is_looked_at(sold: Shell) -> None:
    found = sold.json("verify")

    assert list(found) == ["stock", "orders", "coupons", "points", "codes"]
    assert [each["differences"] for each in found.values()] == [[], [], [], [], []]
    assert sold.text("verify") == (
        "1 variants have what their ledger says.\n"
        "1 orders agree with their items, money, stock and figures.\n"
        "Every coupon is what its ledger says.\n"
        "0 balances are what their ledger says.\n"
        "Every code can be named by a call.\n"
    )


@pytest.mark.parametrize(
    ("sql", "wrong"),
    [
        ("UPDATE order_item SET quantity = 5", [
            (NUMBER, "initial_order_amount.order_price_amount", "15.30", "12.75"),
            (NUMBER, "item 1 payment_amount", "15.30", "12.75"),
            ("product 1 of shop 1", "settled", "6", "5"),
        ]),
        ("UPDATE order_payment SET paid_amount = 1500", [
            (NUMBER, "payment_amount", "15.30", "15.00"),
            (NUMBER, "actual_order_amount.payment_amount", "15.30", "15.00"),
            ("hour 1291158000 of shop 1", "paid_amount", "1530", "1500"),
        ]),
        ("UPDATE shop_order SET canceled = 'T'", [(NUMBER, "canceled", "T", "F")]),
        ("UPDATE order_item SET order_status = 'N00'", [
            (NUMBER, "paid", "T", "M"),
            (NUMBER, "shipping_status", "T", "F"),
            ("product 1 of shop 1", "settled", "6", "0"),
        ]),
        ("UPDATE hourly_sales SET order_count = 2 WHERE order_count = 1", [
            ("hour 1291158000 of shop 1", "order_count", "2", "1"),
        ]),
    ],
)  # fmt: skip
def test_what_differs_is_told(sold: Shell, sql: str, wrong: list[tuple[str, ...]]) -> None:
    tamper(sold, sql)

    done = sold.run("verify", "orders", "--json")

    assert done.exit_code == 1
    differences = msgspec.json.decode(done.stdout)["differences"]
    assert [tuple(each.values()) for each in differences] == [("myshop", *each) for each in wrong]
    assert sold.run("verify").exit_code == 1


def test_stock_that_an_order_did_not_take(sold: Shell) -> None:
    tamper(
        sold,
        "INSERT INTO stock_change SELECT mall_id, product_no, variant_code, 1, 6, 0,"
        f" 'sale', 'F', '{NUMBER}-01', 0, '', '' FROM variant",
    )

    done = sold.run("verify", "orders", "--json")

    [difference] = msgspec.json.decode(done.stdout)["differences"]
    assert difference == {
        "mall_id": "myshop",
        "what": f"P000000A000A in {NUMBER}",
        "field": "stock_taken",
        "kept": "0",
        "recomputed": "6",
    }


def test_figures_are_made_anew(sold: Shell) -> None:
    tamper(sold, "DELETE FROM hourly_sales; UPDATE hourly_product_sales SET settled = 9")
    assert sold.run("verify", "orders").exit_code == 1

    assert sold.json("figures", "rebuild") == {"orders": 1}

    assert sold.json("verify", "orders")["differences"] == []
