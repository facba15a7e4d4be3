"""Money never passes through a float and never loses a hundredth."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.contract.money import hundredths, money, rounded, smallest_unit


@pytest.mark.parametrize(
    ("amount", "stored", "shown"),
    [
        ("0", 0, "0.00"),
        ("-0", 0, "0.00"),
        ("-0.001", 0, "0.00"),
        ("1100", 110_000, "1100.00"),
        ("0.005", 1, "0.01"),
        ("0.0049", 0, "0.00"),
        ("-0.005", -1, "-0.01"),
        ("2147483647", 214_748_364_700, "2147483647.00"),
        ("1E+3", 100_000, "1000.00"),
    ],
)
def test_an_amount_has_two_places_half_up(amount: str, stored: int, shown: str) -> None:
    assert hundredths(Decimal(amount)) == stored
    assert str(rounded(Decimal(amount))) == shown
    assert str(money(stored)) == shown


@given(st.integers(-(10**15), 10**15))
@settings(derandomize=True, database=None, max_examples=50)
def test_what_is_stored_comes_back(stored: int) -> None:
    assert hundredths(money(stored)) == stored


@pytest.mark.parametrize(
    ("currency", "unit"), [("KRW", "1"), ("JPY", "1"), ("USD", "0.01"), ("KWD", "0.01")]
)
def test_the_smallest_unit_of_a_currency_has_two_places_at_most(currency: str, unit: str) -> None:
    assert smallest_unit(currency) == Decimal(unit)
