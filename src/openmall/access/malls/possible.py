"""What a new mall can be: its id, name, country, and the languages and currencies of its shops.

None of it can be changed later but the names, so that a currency that was mistyped would stay.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

from babel import localedata
from babel.core import get_global
from babel.numbers import get_territory_currencies
from msgspec import Struct

from openmall.contract.money import FINER
from openmall.http.addressing import MALL_ID, RESERVED
from openmall.translations import countries

LONGEST_NAME: Final = 100
_LANGUAGE: Final = re.compile(r"([a-z]{2,3})_([A-Z]{2})")
_NOT_IN_A_LINE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of control characters, halves of characters and ends of lines."""


class Language(Struct, frozen=True):
    """The attributes of a new shop: one language of a mall."""

    name: str
    language: str
    currency: str


class ImpossibleMall(ValueError):
    """No mall can be like this: the field that is wrong, empty for the id, and why."""

    def __init__(self, field: str, error: str) -> None:
        super().__init__(error)
        self.field = field


def require(mall_id: str, name: str, country: str, shops: Sequence[Language]) -> None:
    """Raise ImpossibleMall for what no mall can be. `name`, and those of shops: trimmed."""
    if not MALL_ID.fullmatch(mall_id) or mall_id in RESERVED or mall_id[2:4] == "--":
        raise ImpossibleMall(
            "", f"{mall_id!r} is no mall id: 3 to 50 of a-z, 0-9 and -, and no reserved name"
        )
    _require_name("name", name)
    if country not in countries.names("en"):
        raise ImpossibleMall("country", f"{country!r} is no country code of two capitals")
    if not shops:
        raise ImpossibleMall("shops", "a mall needs a shop")
    for shop in shops:
        _require_name("shops", shop.name)
        _require_language(shop.language)
        _require_currency(shop.currency)


def _require_name(field: str, name: str) -> None:
    letters = {unicodedata.category(letter) for letter in name}
    if not 1 <= len(name) <= LONGEST_NAME or not letters.isdisjoint(_NOT_IN_A_LINE):
        raise ImpossibleMall(field, f"{name!r} is no name: one line of 1 to {LONGEST_NAME} letters")


def _require_language(language: str) -> None:
    matched = _LANGUAGE.fullmatch(language)
    if (
        matched is None
        or not localedata.exists(matched[1])
        or matched[2] not in countries.names("en")
    ):
        raise ImpossibleMall(
            "shops", f"{language!r} is no language and country, as in ko_KR or en_US"
        )


def _require_currency(currency: str) -> None:
    if currency in FINER:
        raise ImpossibleMall(
            "shops",
            f"no shop can be in {currency}: its amounts have {FINER[currency]}"
            " decimals, and amounts here have 2 at most",
        )
    if currency not in _currencies():
        raise ImpossibleMall("shops", f"{currency!r} is no currency that a country pays in")


@cache
def _currencies() -> frozenset[str]:
    territories = get_global("territory_currencies")
    return frozenset(code for each in territories for code in get_territory_currencies(each))
