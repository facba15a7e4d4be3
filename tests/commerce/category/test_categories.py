"""Categories through the admin API."""

from openmall.commerce.category.categories.shape import MOST_LEVELS
from tests.world import World


def test_a_category_knows_everything_above_it(world: World) -> None:
    top = world.post("categories", category_name="Home")["category"]
    below = world.post("categories", category_name="Lamps", parent_category_no=top["category_no"])

    category = world.get(f"categories/{below['category']['category_no']}")["category"]

    assert (category["category_depth"], category["root_category_no"]) == (2, top["category_no"])
    assert category["full_category_name"] == {"1": "Home", "2": "Lamps", "3": None, "4": None}
    assert category["full_category_no"]["2"] == category["category_no"]


def test_a_fifth_level_is_refused(world: World) -> None:
    parent = 1
    for level in range(MOST_LEVELS):
        made = world.post("categories", category_name=f"L{level}", parent_category_no=parent)
        parent = made["category"]["category_no"]

    request = {"category_name": "too deep", "parent_category_no": parent}
    answer = world.call("POST", "categories", json={"request": request})

    assert answer.status_code == 422
    assert "(parameter.parent_category_no)" in answer.json()["error"]["message"]


def test_filters_and_count_agree(world: World) -> None:
    home = world.post("categories", category_name="Home")["category"]["category_no"]
    world.post("categories", category_name="Lamps", parent_category_no=home)
    world.post("categories", category_name="Table lamps", parent_category_no=home, use_display="F")

    for filters, names in [
        ({"category_name": "LAMP"}, ["Lamps", "Table lamps"]),
        ({"category_depth": 1}, ["Home"]),
        ({"parent_category_no": home, "use_display": "T"}, ["Lamps"]),
        ({"category_no": str(home)}, ["Home"]),
    ]:
        found = world.get("categories", **filters)["categories"]
        assert [category["category_name"] for category in found] == names
        assert world.get("categories/count", **filters) == {"count": len(names)}


def test_a_language_renames_a_category_for_itself(world: World) -> None:
    number = world.post("categories", category_name="집")["category"]["category_no"]

    world.put(f"categories/{number}", 2, category_name="Home", hash_tags=["house"])

    assert world.get(f"categories/{number}")["category"]["category_name"] == "집"
    english = world.get(f"categories/{number}", shop_no=2)["category"]
    assert (english["category_name"], english["hash_tags"]) == ("Home", ["house"])


def test_deleting_a_category_deletes_what_is_below_and_keeps_products(world: World) -> None:
    top = world.post("categories", category_name="Home")["category"]["category_no"]
    below = world.post("categories", category_name="Lamps", parent_category_no=top)["category"]
    place = {"category_no": below["category_no"]}
    product = world.product(add_category_no=place)["product_no"]

    answer = world.call("DELETE", f"categories/{top}")

    assert answer.json() == {"category": {"category_no": top}}
    assert world.call("GET", f"categories/{below['category_no']}").status_code == 404
    assert world.get(f"products/{product}")["product"]["category"] == []
