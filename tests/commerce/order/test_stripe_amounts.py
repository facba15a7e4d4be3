"""Amounts at Stripe are whole numbers of the smallest unit of a currency."""

from decimal import Decimal

import pytest

from openmall.commerce.order.billing.gateways.stripe_gateway import amounts


@pytest.mark.parametrize(
    ("amount", "currency", "units"),
    [
        ("11000.00", "KRW", 11_000),
        ("1.00", "JPY", 1),
        ("10.50", "USD", 1_050),
        ("0.01", "eur", 1),
        ("99999999999.99", "USD", 9_999_999_999_999),
        ("12.34", "KWD", 12_340),
        ("5.00", "ISK", 500),
        ("3.00", "VND", 3),
    ],
)
def test_amounts_and_smallest_units(amount: str, currency: str, units: int) -> None:
    assert amounts.smallest_units(Decimal(amount), currency) == units
    assert amounts.amount(units, currency) == Decimal(amount)


@pytest.mark.parametrize(
    ("amount", "currency"), [("10.50", "KRW"), ("0.01", "JPY"), ("0.50", "ISK"), ("0.001", "USD")]
)
def test_what_a_currency_cannot_express_is_refused(amount: str, currency: str) -> None:
    with pytest.raises(ValueError, match="smallest unit"):
        amounts.smallest_units(Decimal(amount), currency)


def test_thousandths_are_not_rounded() -> None:
    with pytest.raises(ValueError, match="thousandths"):
        amounts.amount(12_341, "KWD")
