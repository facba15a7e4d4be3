"""Manufacturers: made, found and kept up to date."""

from typing import Any

import pytest

from tests.commerce.collection.collection_setup import refusal
from tests.world import World

NOW = "2026-11-21T09:00:00+09:00"
SENT = {
    "manufacturer_name": "Kite Works",
    "president_name": "Kim",
    "email": "office@kite.example",
    "phone": "02-0000-0000",
    "homepage": "https://kite.example",
    "zipcode": "00000",
    "country_code": "KR",
    "address1": "1 Harbour Road",
    "address2": "Third floor",
    "use_manufacturer": "F",
}
MADE: dict[str, Any] = {"shop_no": 1, "manufacturer_code": "M000000A", **SENT}
NOTHING = dict.fromkeys(
    ("email", "phone", "homepage", "zipcode", "country_code", "address1", "address2"), ""
)


def brief(manufacturer: dict[str, Any]) -> dict[str, Any]:
    """Return a manufacturer as lists show it."""
    shown = (
        "shop_no", "manufacturer_code", "manufacturer_name", "president_name", "use_manufacturer",
    )  # fmt: skip
    return {name: manufacturer[name] for name in shown}


def test_a_new_mall_has_the_default_manufacturer(world: World) -> None:
    default = {
        "shop_no": 2,
        "manufacturer_code": "M0000000",
        "manufacturer_name": "Default manufacturer",
        "president_name": "",
        **NOTHING,
        "created_date": NOW,
        "use_manufacturer": "T",
    }

    assert world.get("manufacturers/M0000000", shop_no=2) == {"manufacturer": default}
    assert world.get("manufacturers", shop_no=2) == {"manufacturers": [brief(default)]}
    assert world.get("manufacturers/count") == {"count": 1}


def test_a_manufacturer_is_made_and_read_back_in_every_language(world: World) -> None:
    made = world.post("manufacturers", **SENT)

    assert made == {"manufacturer": MADE}
    assert [world.get("manufacturers/M000000A", shop_no=no) for no in (1, 2)] == [
        {"manufacturer": {**MADE, "shop_no": no, "created_date": NOW}} for no in (1, 2)
    ]
    assert world.get("manufacturers", manufacturer_code="M000000A") == {
        "manufacturers": [brief(MADE)]
    }


def test_what_is_not_said_of_a_manufacturer_is_empty(world: World) -> None:
    made = world.post("manufacturers", manufacturer_name="Kite", president_name="")

    assert made["manufacturer"] == {
        "shop_no": 1,
        "manufacturer_code": "M000000A",
        "manufacturer_name": "Kite",
        "president_name": "",
        **NOTHING,
        "use_manufacturer": "T",
    }


def test_a_change_keeps_the_rest_and_the_other_language(world: World) -> None:
    world.post("manufacturers", **SENT)

    changed = world.put("manufacturers/M000000A", 2, email="", phone="+82 (2) 0000")

    after = {**MADE, "shop_no": 2, "email": "", "phone": "+82 (2) 0000"}
    assert changed == {"manufacturer": after}
    assert world.get("manufacturers/M000000A", shop_no=2)["manufacturer"] == {
        **after,
        "created_date": NOW,
    }
    assert world.get("manufacturers/M000000A")["manufacturer"] == {**MADE, "created_date": NOW}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"manufacturer_name": "works,nobody"}, ["M000000A", "M000000B"]),
        ({"manufacturer_name": "제조"}, ["M0000000"]),
        ({"use_manufacturer": "F"}, ["M000000B"]),
        ({"manufacturer_code": "M000000B,M0000000"}, ["M0000000", "M000000B"]),
        ({"limit": 1, "offset": 1}, ["M000000A"]),
    ],
)
def test_manufacturers_are_found(world: World, query: dict[str, Any], found: list[str]) -> None:
    world.post("manufacturers", manufacturer_name="Kite Works", president_name="Kim")
    world.post(
        "manufacturers", manufacturer_name="Iron Works", president_name="Lee", use_manufacturer="F"
    )

    listed = world.get("manufacturers", **query)["manufacturers"]

    assert [each["manufacturer_code"] for each in listed] == found


@pytest.mark.parametrize(
    ("name", "value"),
    [("email", "office"), ("email", "a b@kite.example"), ("phone", "call us")],
)
def test_what_cannot_be_reached_is_refused(world: World, name: str, value: str) -> None:
    answer = world.call("POST", "manufacturers", json={"request": {**SENT, name: value}})

    assert f"(parameter.{name})" in refusal(answer, 422)
    assert world.get("manufacturers/count") == {"count": 1}


def test_the_default_manufacturer_stays_as_it_is(world: World) -> None:
    body = {"request": {"president_name": "Kim"}}
    said = "The default manufacturer cannot be changed. (parameter.manufacturer_code)"

    assert refusal(world.call("PUT", "manufacturers/M0000000", json=body), 422) == said
    assert world.get("manufacturers/M0000000")["manufacturer"]["president_name"] == ""
