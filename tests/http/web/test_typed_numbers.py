"""Numbers as people type them: which commas separate thousands."""

import re
from decimal import Decimal, InvalidOperation

import pytest

from openmall.http.web import typed_numbers
from tests.guards.sources import PACKAGE

PAGES = PACKAGE / "pages"
STORED = {"backoffice/history/changed_values.py"}
"""Modules of pages that read what is stored, never what was typed."""
READER = PACKAGE / "http" / "web" / "typed_numbers.py"
DROPS_COMMAS = re.compile(
    r"""(?:replace\(\s*["'],["']\s*,\s*["']["']|translate\([^)]*["'],["'])|sub\(\s*r?["'],["']"""
)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1250", "1250"),
        (" 12.50 ", "12.50"),
        ("1,250", "1250"),
        ("1,250.50", "1250.50"),
        ("-1,234,567", "-1234567"),
        ("1 250", "1250"),
        ("+1,000%", "+1000%"),
        ("１２００", "1200"),
        ("１，２００．５０", "1200.50"),
        ("－１　２００", "-1200"),
        ("　１０％　", "10%"),
    ],
)
def test_thousands_are_read(typed: str, read: str) -> None:
    assert typed_numbers.plain(typed) == read
    assert not typed_numbers.has_misplaced_comma(typed)


@pytest.mark.parametrize("typed", ["１号", "5²", "½", "Ｍ", "１ｋｇ"])
def test_what_is_no_number_stays_as_it_was_typed(typed: str) -> None:
    assert typed_numbers.plain(typed) == typed


def test_a_full_width_comma_in_the_wrong_place_is_said() -> None:
    assert typed_numbers.has_misplaced_comma("１２，５０")


@pytest.mark.parametrize(
    "typed",
    ["12,50", "1,2345", "1,25,000", "1250,500", "0,500", "1.250,50", "12,5", "1,", ",5", "1, 250"],
)
def test_a_comma_elsewhere_stays_and_is_no_number(typed: str) -> None:
    read = typed_numbers.plain(typed)

    assert read == typed
    with pytest.raises(InvalidOperation):
        Decimal(read)


def test_what_is_said_of_a_comma_is_said_of_numbers_only() -> None:
    assert typed_numbers.has_misplaced_comma("12,50")
    assert not typed_numbers.has_misplaced_comma("Mug, blue")


def test_no_other_place_drops_commas() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != READER
        for line in path.read_text().splitlines()
        if DROPS_COMMAS.search(line)
    ]

    assert found == [], "a number typed as 12,50 becomes 1250: read it by typed_numbers.plain"


@pytest.mark.parametrize("typed", ["10000.00", "１０", " 1,250 ", "-5", "−5", "+.5", "0", "9" * 25])
def test_digits_with_a_sign_and_a_point_are_an_amount(typed: str) -> None:
    assert typed_numbers.amount(typed) == Decimal(typed_numbers.plain(typed).replace("−", "-"))


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "nan",
        "sNaN",
        "inf",
        "1e5",
        "1E+999999999",
        "1_000",
        "1１e5",
        "５²",
        "٣",
        ".",
        "-",
        "9" * 26,
    ],
)
def test_what_only_decimal_takes_for_a_number_is_no_amount(typed: str) -> None:
    assert typed_numbers.amount(typed) is None


def test_pages_leave_no_typed_amount_to_decimal() -> None:
    found = {
        str(path.relative_to(PAGES))
        for path in PAGES.rglob("*.py")
        if "InvalidOperation" in path.read_text()
    }

    assert found == STORED, "nan and 1e999999999 are Decimals: read it by typed_numbers.amount"
