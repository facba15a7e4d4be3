"""Bounds of delivery that shops and carriers share: days, and tiers of fees abroad."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from openmall.commerce.shipping.refusals import DELIVERY_DAYS_CONTRADICT
from openmall.commerce.shipping.setting import CountryTier, Period
from openmall.contract.errors import Invalid
from openmall.contract.refusals import UNKNOWN_COUNTRY
from openmall.contract.shipping import require_tiers
from openmall.translations import countries

_MOST_DAYS: Final = 365


def require_period(days: Period, *, parameter: str) -> None:
    """Raise Invalid (422) unless parcels take 0 to 365 days, the fewest at most the most."""
    if not 0 <= days.minimum <= days.maximum <= _MOST_DAYS:
        raise Invalid(DELIVERY_DAYS_CONTRADICT, parameter=parameter)


def require_countries(codes: Iterable[str], *, parameter: str) -> None:
    """Raise Invalid (422) for two capitals that are no country."""
    for code in codes:
        if code not in countries.names("en"):
            raise Invalid(UNKNOWN_COUNTRY, parameter=parameter, country=code)


def require_country_tiers(fees: Iterable[CountryTier], *, parameter: str) -> None:
    """Raise Invalid (422) for gaps between the tiers of a country that count the same."""
    tiers: dict[tuple[str, str], list[tuple[Decimal, Decimal]]] = {}
    for each in fees:
        of_country = tiers.setdefault((each.country_code, each.conditional), [])
        of_country.append((each.min_value, each.max_value))
    for of_country in tiers.values():
        require_tiers(of_country, parameter=parameter)
