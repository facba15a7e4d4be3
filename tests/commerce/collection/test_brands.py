"""Brands: made, found, renamed and deleted; what happens to their products."""

from typing import Any

import pytest

from tests.commerce.collection.collection_setup import refusal, updates
from tests.world import World

NOW = "2026-11-21T09:00:00+09:00"
DEFAULT: dict[str, Any] = {
    "shop_no": 1,
    "brand_code": "B0000000",
    "brand_name": "기본 브랜드",
    "use_brand": "T",
    "search_keyword": "",
    "product_count": 0,
    "created_date": NOW,
}
KITE: dict[str, Any] = {
    "shop_no": 1,
    "brand_code": "B000000A",
    "brand_name": "Kite",
    "use_brand": "T",
    "search_keyword": "",
    "created_date": NOW,
}


def codes(world: World, **query: Any) -> list[str]:
    return [each["brand_code"] for each in world.get("brands", **query)["brands"]]


def brand_of(world: World, product_no: int, shop_no: int) -> str:
    product = world.get(f"products/{product_no}", shop_no=shop_no)["product"]
    code: str = product["brand_code"]
    return code


def test_a_new_mall_has_the_default_brand_in_each_language(world: World) -> None:
    assert world.get("brands") == {"brands": [DEFAULT]}
    assert world.get("brands", shop_no=2) == {
        "brands": [{**DEFAULT, "shop_no": 2, "brand_name": "Default brand"}]
    }
    assert world.get("brands/count") == {"count": 1}


def test_the_default_brand_is_as_old_as_its_mall(world: World) -> None:
    world.stage.clock.pass_(3_600)

    assert world.get("brands")["brands"][0]["created_date"] == NOW


def test_a_brand_is_made_and_listed_after_the_default(world: World) -> None:
    world.product()

    made = world.post("brands", brand_name="Kite")
    other = world.post("brands", brand_name="Ember", use_brand="F", search_keyword="fire")
    world.product(brand_code="B000000B")

    assert made == {"brand": KITE}
    ember = {
        **KITE,
        "brand_code": "B000000B",
        "brand_name": "Ember",
        "use_brand": "F",
        "search_keyword": "fire",
    }
    assert other == {"brand": ember}
    assert world.get("brands") == {
        "brands": [
            {**DEFAULT, "product_count": 1},
            {**KITE, "product_count": 0},
            {**ember, "product_count": 1},
        ]
    }


def test_codes_count_on_in_letters(world: World) -> None:
    for at in range(27):
        world.post("brands", brand_name=f"Kite {at}")

    assert codes(world, limit=100) == [
        "B0000000",
        *(f"B000000{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        "B00000BA",
    ]


def test_a_brand_has_a_name_in_each_language(world: World) -> None:
    world.post("brands", 2, brand_name="Kite")

    changed = world.put("brands/B000000A", 1, brand_name="카이트")

    assert changed == {"brand": {**KITE, "brand_name": "카이트"}}
    assert [
        world.get("brands", shop_no=shop_no, brand_code="B000000A")["brands"] for shop_no in (1, 2)
    ] == [
        [{**KITE, "brand_name": "카이트", "product_count": 0}],
        [{**KITE, "shop_no": 2, "product_count": 0}],
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"brand_code": "B000000B,B0000000,B000000Z"}, ["B0000000", "B000000B"]),
        ({"brand_name": "kIt"}, ["B000000A", "B000000B"]),
        ({"brand_name": "wood,브랜드"}, ["B0000000", "B000000B"]),
        ({"brand_name": "%"}, []),
        ({"use_brand": "F"}, ["B000000B"]),
        ({"use_brand": "T"}, ["B0000000", "B000000A", "B000000C"]),
        ({"use_brand": "T", "brand_name": "kite"}, ["B000000A"]),
        ({"brand_code": "B0000000", "brand_name": "kite"}, []),
        ({"limit": 2}, ["B0000000", "B000000A"]),
        ({"limit": 2, "offset": 1}, ["B000000A", "B000000B"]),
        ({"limit": 1}, ["B0000000"]),
        ({"limit": 2, "offset": 3}, ["B000000C"]),
        ({"limit": 1, "offset": 1, "brand_name": "kite"}, ["B000000B"]),
    ],
)
def test_brands_are_found(world: World, query: dict[str, Any], found: list[str]) -> None:
    world.post("brands", brand_name="Kite")
    world.post("brands", brand_name="Woodkite", use_brand="F")
    world.post("brands", brand_name="Ember")

    listed = codes(world, **query)
    filters = {name: value for name, value in query.items() if name not in ("limit", "offset")}

    assert listed == found
    assert world.get("brands/count", **filters)["count"] == len(codes(world, **filters))


def test_products_of_a_brand_are_counted_by_language(world: World) -> None:
    world.post("brands", brand_name="Kite")
    number = world.product(brand_code="B000000A")["product_no"]
    world.put(f"products/{number}", 2, brand_code="B0000000")

    assert [
        [each["product_count"] for each in world.get("brands", shop_no=shop_no)["brands"]]
        for shop_no in (1, 2)
    ] == [[0, 1], [1, 0]]


def test_a_deleted_brand_leaves_its_products_to_the_default_in_every_language(
    world: World,
) -> None:
    for name in ("Kite", "Ember"):
        world.post("brands", brand_name=name)
    first = world.product(brand_code="B000000A")["product_no"]
    second = world.product(brand_code="B000000A")["product_no"]
    other = world.product(brand_code="B000000B")["product_no"]
    world.put(f"products/{second}", 2, brand_code="B000000B")
    told = updates(world)
    world.stage.clock.pass_(60)

    gone = world.call("DELETE", "brands/B000000A")

    assert (gone.status_code, gone.json()) == (200, {"brand": {"brand_code": "B000000A"}})
    assert [brand_of(world, no, shop) for no in (first, second, other) for shop in (1, 2)] == [
        "B0000000", "B0000000", "B0000000", "B000000B", "B000000B", "B000000B",
    ]  # fmt: skip
    later = "2026-11-21T09:01:00+09:00"
    assert updates(world) == [*told, ("1", first, later), ("2", first, later), ("1", second, later)]
    assert world.get(f"products/{first}")["product"]["updated_date"] == later
    assert world.get(f"products/{other}")["product"]["updated_date"] == NOW
    assert codes(world) == codes(world, shop_no=2) == ["B0000000", "B000000B"]
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21", "limit": 1}
    [line] = world.get("activitylogs", **days)["activitylogs"]
    assert line["content"] == "brand B000000A: brand_name Kite -> null, products 2 -> 0"


def test_a_code_is_not_given_out_again(world: World) -> None:
    world.post("brands", brand_name="Kite")
    world.call("DELETE", "brands/B000000A")

    assert world.post("brands", brand_name="Kite")["brand"]["brand_code"] == "B000000B"


def test_the_default_brand_stays_as_it_is(world: World) -> None:
    change = {"request": {"brand_name": "Ours"}}
    said = "The default brand cannot be changed. (parameter.brand_code)"

    assert refusal(world.call("PUT", "brands/B0000000", json=change), 422) == said
    assert refusal(world.call("DELETE", "brands/B0000000"), 422) == said
    assert world.get("brands") == {"brands": [DEFAULT]}


def test_a_brand_of_another_mall_does_not_exist(world: World) -> None:
    world.post("brands", brand_name="Kite")
    other = world.stage.new_world(f"{world.mall_id}-other")
    body = {"request": {"brand_name": "Ours"}}
    said = "The brand does not exist. (parameter.brand_code)"

    assert refusal(other.call("PUT", "brands/B000000A", json=body), 404) == said
    assert refusal(other.call("DELETE", "brands/B000000A"), 404) == said
    assert world.get("brands/count") == {"count": 2}
