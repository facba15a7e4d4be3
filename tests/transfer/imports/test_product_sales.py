"""Sale prices in files of our own columns."""

import random
import time
from decimal import Decimal
from pathlib import Path

import pytest

from openmall.commerce.promotion.benefits import discounts, sale_prices
from openmall.contract.moments import moment
from tests.transfer.imports.import_commands import csv_file, fill, tally
from tests.world import World

HEAD = "custom_product_code,product_name,supply_price,price,option1_name,option1_value,"
TODAY = moment(time.time()).isoformat()
"""A command goes by the time of the machine: a sale without a start begins with its day."""
SALE = HEAD + "sale_price,sale_start_date,sale_end_date"


def _sales(world: World, shop_no: int = 1) -> list[tuple[str, str, str, str]]:
    found = [
        world.get(f"benefits/{each['benefit_no']}", shop_no=shop_no)["benefit"]
        for each in world.get("benefits", shop_no=shop_no)["benefits"]
    ]
    return [
        (
            each["period_sale"]["discount_value"],
            each["period_sale"]["discount_value_unit"],
            each["benefit_start_date"] if each["benefit_start_date"] > TODAY else "",
            each["benefit_end_date"],
        )
        for each in found
    ]


@pytest.mark.parametrize(
    ("rows", "sale"),
    [
        # one sale price is the product's: its variants keep their additional amounts
        (["A,Mug,1,5000,,,3000,2126-12-01,2126-12-24"],
         ("2000.00", "W", "2126-12-01T00:00:00+09:00", "2126-12-24T23:59:59+09:00")),
        (["A,Mug,1,,,,3000,,2126-12-24T10:00:00+09:00", "A,,,5000,Size,S,,,", "A,,,6000,Size,L,,,"],
         ("2000.00", "W", "", "2126-12-24T10:00:00+09:00")),
        (["A,Mug,1,5000,Size,S,4000,,2126-12-24", "A,,,6000,Size,L,4800,,"],
         ("20.00", "P", "", "2126-12-24T23:59:59+09:00")),
        (["A,Mug,1,5000,,,3000,,"],
         ("2000.00", "W", "", "9999-12-31T23:59:59+09:00")),
    ],
)  # fmt: skip
def test_a_sale_price_of_a_file(
    world: World, tmp_path: Path, rows: list[str], sale: tuple[str, ...]
) -> None:
    file = csv_file(tmp_path, SALE, *rows)

    planned = tally(fill(world, file, "--dry-run"))
    assert _sales(world) == []
    runs = [planned, *(tally(fill(world, file)) for _ in range(2))]
    again = tally(fill(world, file, "--dry-run"))

    assert runs == [(1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0)]
    assert again == (0, 0, 1, 0)
    assert _sales(world) == [sale]


def test_a_sale_alone_is_a_change_of_the_product(world: World, tmp_path: Path) -> None:
    fill(world, csv_file(tmp_path, SALE, "A,Mug,1,5000,,,,,"))
    on_sale = csv_file(tmp_path, SALE, "A,,,5000,,,3000,,2126-12-24", name="2.csv")
    left_alone = csv_file(tmp_path, SALE, "A,,,5000,,,,,", name="3.csv")
    ended = csv_file(tmp_path, SALE, "A,,,5000,,,5000,,", name="4.csv")

    counts, found = [], []
    for file in (on_sale, on_sale, left_alone, ended, ended):
        assert tally(fill(world, file, "--dry-run")) == tally(fill(world, file))
        found.append(len(_sales(world)))
        counts.append(tally(fill(world, file)))

    assert counts == [(0, 0, 1, 0)] * 5
    assert found == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("A,Mug,1,5000,,,6000,,2126-12-24", "sale_price"),
        ("A,Mug,1,5000,,,1.50,,2126-12-24", "sale_price"),
        ("A,Mug,1,5000,,,-1,,2126-12-24", "sale_price"),
        ("A,Mug,1,5000,,,1e999999,,2126-12-24", "sale_price"),
        ("A,Mug,1,5000,,,NaN,,2126-12-24", "sale_price"),
        ("A,Mug,1,5000,,,,,2126-12-24", "sale_price"),
        ("A,Mug,1,,,,3000,,2126-12-24", "price"),
        ("A,Mug,1,5000,,,3000,2126-12-25,2126-12-24", "sale_end_date"),
        ("A,Mug,1,5000,,,3000,,24.12.2026", "sale_end_date"),
    ],
)
def test_what_is_no_sale_is_refused(world: World, tmp_path: Path, row: str, field: str) -> None:
    summary = fill(world, csv_file(tmp_path, SALE, row, "B,Cup,1,100,,,,,"))

    assert [(each["line"], each["field"]) for each in summary["first_errors"]] == [(2, field)]
    assert tally(summary)[0] == 1
    assert _sales(world) == []


def test_variants_of_other_discounts_are_refused(world: World, tmp_path: Path) -> None:
    rows = ["A,Mug,1,5000,Size,S,4000,,2126-12-24", "A,,,6000,Size,L,4700,,"]
    [fault] = fill(world, csv_file(tmp_path, SALE, *rows))["first_errors"]
    assert fault["reason"] == "One discount does not lead to the sale prices of all variants."


def test_a_shop_has_so_many_sales_at_most(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sale_prices, "MOST", 2)
    rows = [f"A{at},Mug,1,5000,,,3000,,2126-12-24" for at in range(4)]
    file = csv_file(tmp_path, SALE, *rows)

    for options in (("--dry-run",), (), ()):
        summary = fill(world, file, *options)
        found = [each["code"] for each in summary["first_errors"]]
        assert found == ["A2", "A3"]
    assert len(_sales(world)) == 2


def test_a_discount_is_exact_or_there_is_none() -> None:
    drawn = random.Random(7)  # no secret
    exact = 0
    for _ in range(300):
        unit = drawn.choice([Decimal(1), Decimal("0.01")])
        rate = drawn.choice([Decimal(10), Decimal(25), Decimal(33), Decimal("12.5")])
        prices = []
        for _ in range(drawn.randint(1, 4)):
            price = drawn.randint(100, 99_999) * unit
            lower = (price * (100 - rate) / 100 / unit).to_integral_value() * unit
            prices.append((price, lower + drawn.choice([0, 0, 0, 1]) * unit))
        sale = sale_prices.exact_discount(prices, unit)
        if sale is not None:
            exact += 1
            assert [price - discounts.unit_discount(sale, price, unit) for price, _ in prices] == [
                lower for _, lower in prices
            ]
    assert exact > 150
