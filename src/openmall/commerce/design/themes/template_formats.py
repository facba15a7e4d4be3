"""Amounts and times as pages of a shop show them."""

import re
from decimal import Decimal
from typing import Final

from babel.numbers import format_currency, get_currency_precision

_NAME: Final = re.compile(r"(^|, )([^=,]{1,200})=")
"""The name of an option in the text of a variant's options."""


def amount(value: Decimal, currency: str, language: str) -> str:
    """Format an amount in a currency, without rounding."""
    # shares of a discount may be smaller than the currency's smallest coin
    whole = value == round(value, get_currency_precision(currency))
    return str(format_currency(value, currency, locale=language, decimal_quantization=whole))


def time(moment: str) -> str:
    """Format a time of the API (at +09:00) to the minute."""
    return moment[:16].replace("T", " ")


def options(text: str) -> str:
    """Format the options of a variant, `Colour=Ink, Size=L`, as `Colour: Ink, Size: L`."""
    return _NAME.sub(r"\1\2: ", text)
