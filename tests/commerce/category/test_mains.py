"""Main display groups through the admin API."""

from typing import Any

from openmall.commerce.category.mains.shape import MOST_GROUPS
from tests.world import World

NEW_SHOP = [
    {
        "shop_no": 1,
        "module_code": "product_listmain_1",
        "display_group": 2,
        "group_name": "Recommended products",
        "soldout_sort_type": "B",
    },
    {
        "shop_no": 1,
        "module_code": "product_listmain_2",
        "display_group": 3,
        "group_name": "New arrivals",
        "soldout_sort_type": "N",
    },
]


def mains(world: World, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("mains", **query)["mains"]
    return found


def test_a_new_shop_has_two_groups(world: World) -> None:
    assert mains(world) == NEW_SHOP
    assert mains(world, shop_no=2) == [{**each, "shop_no": 2} for each in NEW_SHOP]


def test_a_group_is_added_to_one_shop(world: World) -> None:
    answer = world.post("mains", 2, group_name="Gifts")

    made = {
        "shop_no": 2,
        "module_code": "product_listmain_3",
        "display_group": 4,
        "group_name": "Gifts",
        "soldout_sort_type": "N",
    }
    assert answer == {"main": {**made, "use_autodisplay": "F"}}
    assert mains(world, shop_no=2)[2:] == [made]
    assert mains(world) == NEW_SHOP


def test_a_group_is_renamed_and_sorted(world: World) -> None:
    answer = world.put("mains/3", group_name="Fresh")

    assert answer["main"] == {**NEW_SHOP[1], "group_name": "Fresh", "use_autodisplay": "F"}
    world.put("mains/3", soldout_sort_type="B")
    after = {**NEW_SHOP[1], "group_name": "Fresh", "soldout_sort_type": "B"}
    assert mains(world) == [NEW_SHOP[0], after]


def test_the_number_of_a_deleted_group_is_not_given_again(world: World) -> None:
    world.post("mains", group_name="Gifts")

    answer = world.call("DELETE", "mains/4")

    assert answer.json() == {"main": {"display_group": 4}}
    assert mains(world) == NEW_SHOP
    assert world.post("mains", group_name="Gifts")["main"]["display_group"] == 5


def test_a_deleted_group_is_in_no_product_any_more(world: World) -> None:
    product = world.product(main=[2, 3])["product_no"]

    world.call("DELETE", "mains/2")

    assert world.get(f"products/{product}")["product"]["main"] == [3]
    answer = world.call("GET", "mains/2/products")
    said = "The main does not exist. (parameter.display_group)"
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, said)


def test_a_shop_has_no_more_than_a_hundred_groups(world: World) -> None:
    for at in range(MOST_GROUPS - 2):
        world.post("mains", group_name=f"Group {at}")

    answer = world.call("POST", "mains", json={"request": {"group_name": "One more"}})

    said = "A shop has at most 100 groups. (parameter.group_name)"
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, said)
    assert len(mains(world)) == MOST_GROUPS
