"""Amounts as Stripe writes them: integers of the smallest unit of a currency.

Which currencies have none or three decimals is Stripe's list, not that of ISO 4217:
https://docs.stripe.com/currencies. ISK and UGX are written with two decimals that are always 00.
"""

from decimal import Decimal
from typing import Final

from openmall.contract.money import hundredths, money

_NO_DECIMALS: Final = frozenset(
    ("BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF",
     "XOF", "XPF")
)  # fmt: skip
_THREE_DECIMALS: Final = frozenset(("BHD", "JOD", "KWD", "OMR", "TND"))
_WHOLE: Final = _NO_DECIMALS | {"ISK", "UGX"}
"""Currencies without smaller units."""


def smallest_units(amount: Decimal, currency: str) -> int:
    """Return an amount in the smallest unit of a currency: 11000 of KRW, 1050 of 10.50 USD.

    Raises ValueError for an amount that the currency cannot express.
    """
    code = currency.upper()
    units = hundredths(amount)
    if units != amount * 100 or (code in _WHOLE and units % 100):
        raise ValueError(f"{amount} {currency} is not a whole number of the smallest unit")
    if code in _NO_DECIMALS:
        return units // 100
    return units * 10 if code in _THREE_DECIMALS else units


def amount(units: int, currency: str) -> Decimal:
    """Return an amount with two places from the smallest units of a currency.

    Raises ValueError for thousandths, which an amount of two places cannot express.
    """
    code = currency.upper()
    if code in _NO_DECIMALS:
        return money(units * 100)
    if code in _THREE_DECIMALS:
        if units % 10:
            raise ValueError(f"{units} of {currency} has thousandths")
        return money(units // 10)
    return money(units)
