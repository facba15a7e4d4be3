"""The tax that the price of a product contains, as its forms show it: one rate, 0 for none."""

from typing import Final

from openmall.contract.json_values import Encodable

_RATES: Final = {"KR": 10, "JP": 10}
"""Country of a mall -> the rate that a new product is offered with. Elsewhere it is 0: prices
contain no tax, or the merchant enters the country's rate."""


def preset(country: str) -> int:
    """Return the rate that the form of a new product shows first."""
    return _RATES.get(country.upper(), 0)


def parameters(rate: str) -> dict[str, Encodable]:
    """Return the parameters of an entered rate; a text that is none as typed, to be refused."""
    if not rate.strip("0"):
        return {"tax_type": "B"}
    return {"tax_type": "A", "tax_rate": rate}
