"""Shipping origins: one of a mall's places is the default."""

from typing import Any

from tests.commerce.collection.collection_setup import refusal
from tests.world import World

DOCK: dict[str, Any] = {
    "origin_name": "Dock",
    "address1": "1 Harbour Road",
    "address2": "Dock 2",
    "country_code": "KR",
}


def defaults(world: World) -> dict[str, str]:
    found = world.get("shippingorigins")["shippingorigins"]
    return {each["origin_code"]: each["default"] for each in found}


def test_the_first_place_of_a_mall_is_its_default(world: World) -> None:
    made = world.post("shippingorigins", **DOCK)

    assert made == {
        "shippingorigin": {
            "origin_code": "W000000A",
            "origin_name": "Dock",
            "default": "T",
            "contact": "",
            "secondary_contact": "",
            "zipcode": "",
            "country_code": "KR",
            "address1": "1 Harbour Road",
            "address2": "Dock 2",
            "variants": None,
        }
    }
    listed = {**made["shippingorigin"], "variants": []}
    assert world.get("shippingorigins") == {"shippingorigins": [listed]}
    assert world.get("shippingorigins/W000000A") == {"shippingorigin": listed}


def test_a_new_default_ends_the_old_one(world: World) -> None:
    world.post("shippingorigins", **DOCK)
    world.post("shippingorigins", default="T", **DOCK)
    assert defaults(world) == {"W000000A": "F", "W000000B": "T"}

    world.put("shippingorigins/W000000A", default="T", zipcode="04524")
    assert defaults(world) == {"W000000A": "T", "W000000B": "F"}

    world.put("shippingorigins/W000000A", default="F")
    assert defaults(world) == {"W000000A": "F", "W000000B": "T"}
    assert world.get("shippingorigins/W000000A")["shippingorigin"]["zipcode"] == "04524"


def test_the_only_place_stays_the_default(world: World) -> None:
    world.post("shippingorigins", **DOCK)

    answer = world.call("PUT", "shippingorigins/W000000A", json={"request": {"default": "F"}})

    assert refusal(answer, 422) == "A mall has a default shipping origin. (parameter.default)"


def test_the_default_is_deleted_last(world: World) -> None:
    world.post("shippingorigins", **DOCK)
    world.post("shippingorigins", **DOCK)

    refused = world.call("DELETE", "shippingorigins/W000000A")
    assert refusal(refused, 422).endswith("(parameter.origin_code)")
    assert world.call("DELETE", "shippingorigins/W000000B").status_code == 200
    assert world.call("DELETE", "shippingorigins/W000000A").status_code == 200
    assert defaults(world) == {}
    assert world.post("shippingorigins", **DOCK)["shippingorigin"]["origin_code"] == "W000000C"


def test_an_origin_is_in_a_country(world: World) -> None:
    for code in ("QQ", "kr", "K"):
        body = {"request": {**DOCK, "country_code": code}}
        answer = world.call("POST", "shippingorigins", json=body)
        assert refusal(answer, 422) == (
            "Wrong format: expected a country code of ISO 3166-1, such as KR. "
            "(parameter.country_code)"
        )
    assert world.get("shippingorigins")["shippingorigins"] == []
