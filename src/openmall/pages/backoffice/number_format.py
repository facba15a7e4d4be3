"""Numbers as display text."""

from decimal import Decimal


def format_number(value: object) -> str:
    """Format a number with thousands separators, and decimals only when not zero."""
    number = Decimal(str(value))
    return f"{number:,.0f}" if number == number.to_integral_value() else f"{number:,.2f}"
