"""Figures as people read them."""

from decimal import Decimal


def written(value: object) -> str:
    """Return a number with its thousands parted, and without a fraction of nothing."""
    number = Decimal(str(value))
    return f"{number:,.0f}" if number == number.to_integral_value() else f"{number:,.2f}"
