"""Places of origin: the countries of the world, and the mall's own."""

from typing import Any

import pytest

from openmall.commerce.collection.origin import places
from tests.world import World


def test_domestic_places_come_first(world: World) -> None:
    found = world.get("origin", limit=100)["origin"]

    assert found[0] == {
        "origin_place_no": "1",
        "origin_place_name": ["강원"],
        "foreign": "F",
        "made_in_code": "KR",
    }
    assert [each["foreign"] for each in found] == ["F"] * 18 + ["T"] * 82
    assert found[17] == {
        "origin_place_no": "1798",
        "origin_place_name": ["대한민국"],
        "foreign": "F",
        "made_in_code": "KR",
    }
    numbers = [int(each["origin_place_no"]) for each in found[18:]]
    assert numbers == sorted(numbers)


FRANCE: dict[str, Any] = {
    "origin_place_no": "1638",
    "origin_place_name": ["프랑스"],
    "foreign": "T",
    "made_in_code": "FR",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"origin_place_no": "1638"}, [FRANCE]),
        ({"origin_place_name": "프랑스", "limit": "1"}, [FRANCE]),
        ({"origin_place_name": "프랑스", "foreign": "F"}, []),
        ({"origin_place_no": "18"}, []),
        ({"origin_place_no": "many"}, []),
    ],
)
def test_places_are_found(world: World, query: dict[str, str], found: list[Any]) -> None:
    assert world.get("origin", **query)["origin"] == found


def test_all_pages_together_are_all_places_once(world: World) -> None:
    pages = [world.get("origin", limit=100, offset=offset)["origin"] for offset in (0, 100, 200)]

    found = [each["origin_place_no"] for page in pages for each in page]
    assert len(found) == len(set(found)) == len(places("KR", "ko_KR"))
    assert len(places("KR", "ko_KR")) > 200


def test_a_country_has_one_number() -> None:
    numbers = {each.made_in_code: each.origin_place_no for each in places("US", "en_US")}

    # these five have had others too: Germany, Ethiopia, France, Sudan, Yemen
    assert [int(numbers[code]) - 1388 for code in ("DE", "ET", "FR", "SD", "YE")] == [
        276, 231, 250, 729, 887,
    ]  # fmt: skip
    assert len(set(numbers.values())) == len(numbers) == len(places("US", "en_US"))


def test_another_country_has_other_places_at_home() -> None:
    japan = [each for each in places("JP", "ja_JP") if each.foreign == "F"]

    assert [(each.origin_place_no, each.origin_place_name) for each in japan] == [
        ("1780", ["日本"])
    ]
    korea = [each for each in places("JP", "ja_JP") if each.made_in_code == "KR"]
    assert [(each.origin_place_no, each.foreign) for each in korea] == [("1798", "T")]


@pytest.mark.parametrize("language", ["xx_XX", "not a language", ""])
def test_a_language_nobody_knows_is_answered_in_english(language: str) -> None:
    assert [each.origin_place_name for each in places("KR", language)][17:19] == [
        ["South Korea"],
        ["Afghanistan"],
    ]
