"""The countries that there are: codes of two letters (ISO 3166-1), and their names."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from babel import Locale

_NO_COUNTRIES: Final = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of two letters that name groups of countries, or none."""


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
