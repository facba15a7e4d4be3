"""Storewide promotions are shown with the products they are for."""

from typing import Any

from tests.storefront.shopper_client import Shopper
from tests.world import World

NEW = {
    "shop_no": 1,
    "event_no": 1,
    "name": "Spring",
    "status": "T",
    "category_no": 0,
    "display_position": "top_detail",
    "content": "",
    "register_date": "2026-11-21T09:00:00+09:00",
}


def promotion(world: World, **said: Any) -> int:
    created = world.post("commonevents", **{"name": "Spring", **said})["commonevent"]
    number: int = created["event_no"]
    return number


def shown(world: World, product_no: int) -> list[int]:
    found = Shopper(world).get(f"products/{product_no}/commonevents")
    return [each["event_no"] for each in found]


def test_a_promotion_is_answered_with_everything_it_says(world: World) -> None:
    created = world.post("commonevents", name="Spring")["commonevent"]

    assert created == {**NEW, "register_date": created["register_date"]}
    listed = {name: each for name, each in created.items() if name not in _ALONE}
    assert world.get("commonevents") == {"commonevents": [listed]}
    sent = {"name": "Summer", "status": "F", "category_no": 3, "display_position": "side_image"}
    changed = world.put("commonevents/1", content="<p>Two for one</p>", **sent)["commonevent"]
    assert changed == {**created, **sent, "content": "<p>Two for one</p>"}
    deleted = world.call("DELETE", "commonevents/1").json()
    assert deleted == {"commonevent": {"event_no": 1}}
    assert world.get("commonevents") == {"commonevents": []}


_ALONE = ("display_position", "content")


def test_the_newest_is_listed_first(world: World) -> None:
    numbers = [promotion(world) for _ in range(3)]

    found = world.get("commonevents", limit=2)

    assert [each["event_no"] for each in found["commonevents"]] == [numbers[2], numbers[1]]
    assert [each["rel"] for each in found["links"]] == ["next"]


def test_promotions_of_all_products_and_of_a_products_categories_are_shown(world: World) -> None:
    above = world.post("categories", category_name="All")["category"]["category_no"]
    below = world.post("categories", category_name="Cups", parent_category_no=above)
    below = below["category"]["category_no"]
    cup = world.product(add_category_no=[{"category_no": below}])["product_no"]
    apron = world.product()["product_no"]
    everywhere = promotion(world)
    of_above = promotion(world, category_no=above)
    of_below = promotion(world, category_no=below)
    promotion(world, category_no=below + 1)
    promotion(world, status="F")

    assert shown(world, cup) == [of_below, of_above, everywhere]
    assert shown(world, apron) == [everywhere]


def test_what_is_shown_ends_when_it_is_switched_off(world: World) -> None:
    number = world.product()["product_no"]
    event = promotion(world, content="Two for one")
    assert shown(world, number) == [event]

    world.put(f"commonevents/{event}", status="F")

    assert shown(world, number) == []


def test_nothing_is_shown_of_a_product_that_is_hidden(world: World) -> None:
    number = world.product(display="F")["product_no"]
    promotion(world)

    answer = Shopper(world).ask("GET", f"products/{number}/commonevents")

    assert answer.status_code == 404
