"""Orders of real shops, where their files lie; elsewhere these tests are left out."""

import csv
import gzip
import os
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from tests.transfer.imports.order_files import bring_in
from tests.transfer.imports.test_import_orders import differences
from tests.world import World

BESIDE = Path(__file__).parents[4] / "shared" / "data" / "orders"
ORDERS = Path(os.environ.get("OPENMALL_TEST_ORDERS", BESIDE))

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(not ORDERS.is_dir(), reason="the orders are not here"),
]


def rows(file: Path) -> Iterator[dict[str, str]]:
    with gzip.open(file, "rt", newline="") as text:
        yield from csv.DictReader(text)


def daily(world: World, year: str) -> dict[str, tuple[Decimal, Decimal, int]]:
    """Return what each day of a year sold, gave back, and how many orders."""
    world.stage.forget_counts()
    period = {"start_date": f"{year}-01-01", "end_date": f"{year}-12-31"}
    return {
        each["date"]: (
            Decimal(each["payment_amount"]),
            Decimal(each["refund_amount"]),
            each["sales_count"],
        )
        for each in world.get("financials/dailysales", **period)["dailysales"]
    }


def test_baskets_sell_what_their_file_adds_up_to(world: World) -> None:
    if world.stage.app.configuration.database:
        pytest.skip("once is enough of so many")
    file = ORDERS / "completejourney_transactions_60hh.csv.gz"
    paid: dict[str, Decimal] = defaultdict(Decimal)
    baskets: dict[str, set[str]] = defaultdict(set)
    for row in rows(file):
        value, coupon = Decimal(row["sales_value"]), Decimal(row["coupon_disc"])
        if int(row["quantity"]) > 0 and coupon <= value:
            day = row["transaction_timestamp"][:10]
            paid[day] += value - coupon
            baskets[day].add(row["basket_id"])

    summary = bring_in(world, file)

    assert (summary["orders"], summary["lines"]) == (6_813, 65_297)
    expected = {day: (amount, Decimal(0), len(baskets[day])) for day, amount in paid.items()}
    assert daily(world, "2017") == {
        day: found for day, found in expected.items() if day.startswith("2017")
    }
    assert differences(world) == []


def test_invoices_of_a_month_sell_what_their_file_adds_up_to(world: World, tmp_path: Path) -> None:
    if world.stage.app.configuration.database:
        pytest.skip("once is enough of so many")
    month = tmp_path / "december.csv"
    paid: dict[str, Decimal] = defaultdict(Decimal)
    back: dict[str, Decimal] = defaultdict(Decimal)
    invoices: dict[str, set[str]] = defaultdict(set)
    head: list[str] = []
    with month.open("w", newline="") as out:
        for row in rows(ORDERS / "uci_online_retail.csv.gz"):
            if not head:
                head = list(row)
                writer = csv.DictWriter(out, head)
                writer.writeheader()
            if not row["InvoiceDate"].startswith("2010-12"):
                continue
            writer.writerow(row)
            price, quantity = Decimal(row["UnitPrice"]), int(row["Quantity"])
            day = row["InvoiceDate"][:10]
            if row["InvoiceNo"].startswith("C"):
                back[day] += -quantity * price
            elif quantity > 0 and price >= 0:
                paid[day] += quantity * price
                invoices[day].add(row["InvoiceNo"])
    errors = tmp_path / "errors.jsonl"

    summary = bring_in(world, month, "--errors", str(errors))

    lost = summary["reasons"]["No sale to this customer at this price has as many units left."]
    found = daily(world, "2010")
    assert {day: amount for day, (amount, _, _) in found.items() if amount} == dict(paid)
    assert sum(number for _, _, number in found.values()) == sum(map(len, invoices.values()))
    assert lost > 0
    given_back = sum(amount for _, amount, _ in found.values())
    assert given_back + _amount_of(month, errors) == sum(back.values())
    assert differences(world) == []


def _amount_of(file: Path, errors: Path) -> Decimal:
    """Return what the cancellations add up to that were left out."""
    with file.open(newline="") as text:
        lines = dict(enumerate(csv.DictReader(text), 2))
    left_out = Decimal(0)
    for each in errors.read_bytes().splitlines():
        row = lines[msgspec.json.decode(each)["line"]]
        if row["InvoiceNo"].startswith("C"):
            left_out += -int(row["Quantity"]) * Decimal(row["UnitPrice"])
    return left_out
