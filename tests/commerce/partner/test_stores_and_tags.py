"""Products of named malls, and the properties that products of the programme have."""

from typing import Any

from tests.commerce.partner.programme_setup import ask, enrol, five, read
from tests.world import World


def _numbers(world: World, **query: Any) -> list[int]:
    return [each["product_no"] for each in read(world, "storeproducts", **query)]


def test_products_of_named_malls_are_the_cheapest_first(world: World) -> None:
    five(world)
    other = world.stage.new_world()
    enrol(other)
    theirs = other.product(price="1.00")["product_no"]
    both = f"{world.mall_id},{other.mall_id}"

    cheapest = read(world, "storeproducts", store_id=both, limit=1)

    [whole] = read(world, "products", store_id=other.mall_id)
    del whole["product_standard_tags"]
    assert cheapest == [whole]
    assert (cheapest[0]["store_id"], cheapest[0]["product_no"]) == (other.mall_id, theirs)
    assert len(read(world, "storeproducts", store_id=both)) == 6
    assert _numbers(world) == [2, 1, 3, 4, 5]
    assert _numbers(world, sort="hits_count", order="desc", limit=2, offset=1) == [2, 3]


def test_filters_narrow_the_products_of_named_malls(world: World) -> None:
    five(world)

    assert _numbers(world, product_name="wool", sort="price") == [2, 4]
    assert _numbers(world, price_max="0.01") == []
    assert _numbers(world, store_id="nobody") == []
    missing = ask(world, "storeproducts")
    assert missing.status_code == 422
    assert missing.json()["error"]["more_info"]["parameter"] == "store_id"


def test_tags_of_products_are_listed_by_key_with_each_value_once(world: World) -> None:
    enrol(world)
    key = f"fit {world.mall_id}"

    def tagged(value: str) -> int:
        tags = [{"key": "fit", "name": key, "value": value}]
        number: int = world.product(additional_information=tags)["product_no"]
        return number

    def values() -> dict[str, list[str]]:
        found = {}
        for offset in range(0, 5000, 100):
            page = ask(world, "products/standardtags", limit=100, offset=offset)
            tags = page.json()["standardtags"]
            found |= {each["standard_tag_key"]: each["standard_tag_values"] for each in tags}
            if len(tags) < 100:
                break
        return found

    for value in ("slim", "wide", "slim"):
        last = tagged(value)
    before = values()[key]
    world.call("DELETE", f"products/{last}")
    assert (before, values()[key]) == (["slim", "wide"], ["slim", "wide"])
    world.call("DELETE", f"products/{last - 1}")
    assert values()[key] == ["slim"]
    world.call("DELETE", f"products/{last - 2}")
    assert key not in values()
