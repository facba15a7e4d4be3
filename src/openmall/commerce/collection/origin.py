"""Places of origin of products, as their labels must state; the same for every mall.

Countries are those of the Unicode CLDR (Babel) in the language of the basic shop; a place of the
mall's own country is domestic. Korea's law also lets a product name the province it is from.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import Flag, Limit100, Offset8000, Params
from openmall.contract.scopes import READ_COLLECTION
from openmall.database.text_search.word_search import has_words
from openmall.translations.catalogues import Message

_FROM_ISO: Final = 1388
"""Added to a country's ISO 3166 number makes its `origin_place_no`: Korea's 410 becomes 1798, the
number that products of Korean shops come with."""
_NOT_A_COUNTRY: Final = 900
"""ISO 3166 numbers from here on are for private use."""
_FORMER: Final = frozenset({230, 249, 278, 280, 720, 736, 886})
"""Numbers that countries had before they changed their borders."""

_REGIONS: Final = {
    "KR": (
        Message("Gangwon"),
        Message("Gyeonggi"),
        Message("Gyeongnam"),
        Message("Gyeongbuk"),
        Message("Gwangju"),
        Message("Daegu"),
        Message("Daejeon"),
        Message("Busan"),
        Message("Seoul"),
        Message("Sejong"),
        Message("Ulsan"),
        Message("Incheon"),
        Message("Jeonnam"),
        Message("Jeonbuk"),
        Message("Jeju"),
        Message("Chungnam"),
        Message("Chungbuk"),
    )
}
"""Country -> its regions, numbered from 1 in this order: a new one goes to the end."""


class Origin(Struct, frozen=True, kw_only=True):
    """A place a product may come from."""

    origin_place_no: str
    origin_place_name: list[str]
    """Country, region, place."""
    foreign: Flag
    made_in_code: str
    """The country's code of two letters (ISO 3166)."""


class OriginQuery(Params, frozen=True, kw_only=True):
    origin_place_no: str | UnsetType = UNSET
    origin_place_name: Annotated[str, Meta(max_length=50)] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""
    foreign: Flag | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


async def list_origins(call: Call, query: OriginQuery) -> Sequence[Origin]:
    """Retrieve a list of places of origin: domestic ones first, then by their numbers."""
    language = min(call.mall.shops.items())[1].language
    found = [each for each in places(call.mall.country, language) if _passes(each, query)]
    return found[query.offset : query.offset + query.limit]


def _passes(place: Origin, query: OriginQuery) -> bool:
    if query.origin_place_no is not UNSET and place.origin_place_no != query.origin_place_no:
        return False
    if query.foreign is not UNSET and place.foreign != query.foreign:
        return False
    if not isinstance(query.origin_place_name, str):
        return True
    return has_words(" ".join(place.origin_place_name), query.origin_place_name)


@lru_cache(maxsize=64)
def places(country: str, language: str) -> tuple[Origin, ...]:
    """Return every place of origin as malls of `country` call it in `language` (`ko_KR`)."""
    try:
        names = Locale.parse(language).territories
    except (UnknownLocaleError, ValueError):
        names = Locale("en").territories
    found = [
        Origin(
            origin_place_no=str(number),
            origin_place_name=[region.translate(language)],
            foreign="F",
            made_in_code=country,
        )
        for number, region in enumerate(_REGIONS.get(country, ()), 1)
    ]
    countries = [
        Origin(
            origin_place_no=str(_FROM_ISO + number),
            origin_place_name=[names[code]],
            foreign="F" if code == country else "T",
            made_in_code=code,
        )
        for code, number in _iso_numbers().items()
        if code in names
    ]
    countries.sort(key=lambda each: (each.foreign, int(each.origin_place_no)))
    return (*found, *countries)


def _iso_numbers() -> dict[str, int]:
    """Return the ISO 3166 number of each country."""
    return {
        codes[0]: int(number)
        for number, codes in get_global("territory_aliases").items()
        # one with several codes is of a country that fell apart
        if number.isdigit() and len(codes) == 1
        if int(number) < _NOT_A_COUNTRY and int(number) not in _FORMER
    }


OPERATIONS = [
    listing(
        "origin",
        list_origins,
        takes=OriginQuery,
        gives=Origin,
        key="origin",
        scope=READ_COLLECTION,
    ),
]
