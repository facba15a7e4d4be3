"""Money: a decimal string on the wire, an integer number of hundredths inside and in the database.

Conversions use a Decimal with two places, so that no amount ever passes through a float.
Specification: resource fields are "not shown"; amounts are decimal strings such as "1000.00".
"""

from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Final

from babel.numbers import get_currency_precision

_CENT: Final = Decimal("0.01")
ZERO: Final = Decimal("0.00")


@lru_cache(maxsize=65_536)
def money(hundredths: int) -> Decimal:
    """Return stored `hundredths` as an amount with two places: 110000 is 1100.00."""
    return Decimal(hundredths).scaleb(-2)


@lru_cache(maxsize=65_536)
def hundredths(amount: Decimal) -> int:
    """Return an amount as stored: 1100.00 is 110000; half a hundredth is rounded up."""
    return int(rounded(amount).scaleb(2))


def smallest_unit(currency: str) -> Decimal:
    """Return the smallest amount of a currency: 1 of KRW, 0.01 of USD; at most two places."""
    return Decimal(1).scaleb(-min(2, get_currency_precision(currency)))


def rounded(amount: Decimal) -> Decimal:
    """Round `amount` half up to exactly two places; zero has no sign."""
    return amount.quantize(_CENT, rounding=ROUND_HALF_UP) + ZERO
