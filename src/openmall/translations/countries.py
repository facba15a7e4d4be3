"""The countries that there are: codes of two letters (ISO 3166-1), and their names."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

_NO_COUNTRIES: Final = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of two letters that name groups of countries, or none."""


@cache
def two_letters(code: str) -> str:
    """Return a country code of two or three letters in two: `KR` for `KOR`; empty: no country."""
    if code in names("en"):
        return code
    of = get_global("territory_aliases").get(code, []) if len(code) == len("KOR") else []
    return of[0] if len(of) == 1 and of[0] in names("en") else ""


@cache
def names(language: str) -> Mapping[str, str]:
    """Return code -> name of every country in a language, such as `ko` or `ko_KR`."""
    # read when it is needed first: it takes 4 MB
    found = Locale.parse(language).territories
    return {
        code: name
        for code, name in found.items()
        if len(code) == len("KR") and code.isalpha() and code not in _NO_COUNTRIES
    }
