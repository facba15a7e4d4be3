"""Which fields of products the pages of a shop show."""

from typing import Any

import pytest

from openmall.commerce.category.page_properties.shape import MOST_FIELDS
from tests.every_operation.operation_calls import rows
from tests.world import World

PAGES = [("categories", "category"), ("mains", "main"), ("products", "product")]
LOOK = {"font_type": "N", "font_size": 12, "font_color": "#555555"}
IN_LIST = {**LOOK, "display_name": "T", "exposure_group_type": "A"}


def shown(world: World, page: str, **query: Any) -> dict[str, dict[str, Any]]:
    """Return the properties of a page by their key."""
    [found] = world.get(f"{page}/properties", **query).values()
    return {each["key"]: each for each in found["properties"]}


def refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    answer = world.call(method, path, json={"request": request})
    return answer.status_code, answer.json()["error"]["message"]


def made(world: World, page: str, *names: tuple[int, str], **look: Any) -> dict[str, Any]:
    """Make a field for a page, and return what was answered."""
    named = [{"shop_no": shop_no, "name": name} for shop_no, name in names]
    [answer] = world.post(
        f"{page}/properties", property={"multishop_display_names": named, **look}
    ).values()
    found: dict[str, Any] = answer["property"]
    return found


def test_a_new_shop_shows_names_and_prices_in_its_language(world: World) -> None:
    answer = world.get("products/properties")["product"]

    assert (answer["shop_no"], len(answer["properties"])) == (1, 24)
    name, price = (shown(world, "products")[key] for key in ("product_name", "price"))
    assert name == {"key": "product_name", "name": "상품명", "display": "T", **LOOK}
    assert price == {"key": "price", "name": "판매가", "display": "T", **LOOK}
    on_display = {
        page: [key for key, each in shown(world, page).items() if each["display"] == "T"]
        for page, _ in PAGES
    }
    assert on_display == {
        "categories": ["product_name", "price", "summary_description"],
        "mains": ["product_name", "price", "summary_description"],
        "products": [
            "product_name", "price", "product_discount_price", "simple_description",
            "shipping_fee",
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("ko_KR", "상품명"),
        ("en_US", "Product name"),
        ("ja_JP", "商品名"),
        ("vi_VN", "Product name"),
    ],
)
def test_fields_are_named_in_the_language_of_the_shop(
    world: World, language: str, name: str
) -> None:
    other = world.stage.new_world(f"x{world.mall_id}-{language[:2]}", (language,))

    assert shown(other, "mains")["product_name"]["name"] == name


def test_a_list_answers_which_it_is(world: World) -> None:
    lists = world.get("categories/properties", shop_no=2, display_group=3)["category"]
    mains = world.get("mains/properties", shop_no=2)["main"]

    assert lists.pop("properties") == mains.pop("properties")
    assert lists == {
        "shop_no": 2, "display_group": 3, "separated_category": "F", "category_no": None
    }  # fmt: skip
    assert mains == {"shop_no": 2, "display_group": 2}
    assert shown(world, "mains")["brand_name"] == {
        "key": "brand_name", "name": "브랜드", "display": "F", **IN_LIST
    }  # fmt: skip


def test_a_change_is_of_one_shop_one_page_and_what_it_names(world: World) -> None:
    before = {page: shown(world, page) for page, _ in PAGES}
    changes: list[dict[str, Any]] = [
        {"key": "price", "name": "Only", "font_type": "B", "font_size": 13, "display_name": "F"},
        {"key": "brand_name", "display": "T", "font_color": "#000000"},
    ]

    answer = world.put("mains/properties", display_group=2, properties=changes)

    after = shown(world, "mains")
    assert answer["main"]["properties"] == list(after.values())
    assert after == before["mains"] | {
        "price": {**before["mains"]["price"], **changes[0]},
        "brand_name": {**before["mains"]["brand_name"], **changes[1]},
    }
    assert shown(world, "mains", display_group=3) == before["mains"]
    assert shown(world, "mains", shop_no=2)["price"]["name"] == "Price"
    assert shown(world, "categories") == before["categories"]
    world.put("mains/properties", display_group=2, properties=[{"key": "price", "name": "Now"}])
    assert shown(world, "mains")["price"] == {**after["price"], "name": "Now"}


def test_the_page_of_a_product_changes_as_it_is_answered(world: World) -> None:
    change = {"key": "product_name", "name": "Sample", "display": "F", "font_type": "D"}

    answer = world.put("products/properties", 2, properties=[change])["product"]

    assert answer["properties"][0] == {**LOOK, **change}
    assert (answer["shop_no"], shown(world, "products")["product_name"]["name"]) == (2, "상품명")
    assert shown(world, "products", shop_no=2)["product_name"] == {**LOOK, **change}


def test_a_category_may_have_properties_of_its_own(world: World) -> None:
    world.post("categories", category_name="Cups")
    world.post("categories", category_name="Aprons")
    own = {"display_group": 2, "separated_category": "T", "category_no": 2}
    price = {"key": "price", "font_size": 20}
    world.put("categories/properties", display_group=2, properties=[price])
    before = shown(world, "categories", display_group=2)
    inherited = world.get("categories/properties", **own)["category"]

    answer = world.put("categories/properties", **own, properties=[{"key": "price", "name": "Own"}])

    of_all = list(before.values())
    assert inherited == {"shop_no": 1, **own, "properties": of_all}
    assert shown(world, "categories", **own)["price"]["name"] == "Own"
    assert answer["category"]["properties"] == list(shown(world, "categories", **own).values())
    # what was changed for all before stays with it, what is changed for all from now on does not
    world.put("categories/properties", display_group=2, properties=[{**price, "font_size": 9}])
    sizes = [
        shown(world, "categories", **query)["price"]["font_size"]
        for query in (own, {**own, "category_no": 3}, {"display_group": 2}, {})
    ]
    assert sizes == [20, 9, 9, 12]


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_a_category_that_is_not_named_or_not_there(world: World, method: str) -> None:
    said = []
    for query in ({}, {"category_no": 99}):
        wish = {"display_group": 1, "separated_category": "T", **query}
        sent = {"params": wish} if method == "GET" else {"json": {"request": wish}}
        answer = world.call(method, "categories/properties", **sent)
        said.append((answer.status_code, answer.json()["error"]["message"]))

    assert said == [
        (422, "`category_no` is required with `separated_category` T. (parameter.category_no)"),
        (404, "The category does not exist. (parameter.category_no)"),
    ]


def test_properties_go_with_their_category_and_their_group(world: World) -> None:
    world.post("categories", category_name="Cups")
    size = [{"key": "price", "font_size": 20}]
    own = {"display_group": 1, "separated_category": "T", "category_no": 2}
    world.put("categories/properties", **own, properties=size)
    world.put("mains/properties", display_group=3, properties=size)
    world.put("mains/properties", display_group=2, properties=size)

    world.call("DELETE", "categories/2")
    world.call("DELETE", "mains/3")

    assert len(rows(world)["page_property"]) == 1
    answer = world.call("GET", "mains/properties", params={"display_group": 3})
    said = "The main does not exist. (parameter.display_group)"
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, said)


@pytest.mark.parametrize(
    ("properties", "said"),
    [
        ([{"key": "price", "name": "A"}, {"key": "colour"}], "There is no such property."),
        ([{"key": "price", "name": "A"}, {"key": "price"}], "A property is named twice."),
    ],
)
def test_a_field_that_is_not_there_or_named_twice_is_refused(
    world: World, properties: list[dict[str, str]], said: str
) -> None:
    before = rows(world)

    answers = [
        refused(world, "PUT", f"{page}/properties", display_group=2, properties=properties)
        for page, _ in PAGES
    ]

    assert answers == [(422, f"{said} (parameter.properties.key)")] * 3
    assert rows(world) == before


def test_what_differs_in_nothing_is_not_a_change(world: World) -> None:
    same = [{"key": "price", "font_size": 12, "display": "T"}]
    before = rows(world)

    answer = refused(world, "PUT", "products/properties", properties=same)

    assert answer == (409, "The content is identical to what is stored, nothing was changed.")
    assert rows(world) == before


@pytest.mark.parametrize(("page", "key"), PAGES)
def test_a_field_is_made_for_one_page_and_may_be_shown_on_the_others(
    world: World, page: str, key: str
) -> None:
    look = {
        "display": "T", "display_name": "F", "font_type": "I", "font_size": 13,
        "font_color": "#000000",
    }  # fmt: skip

    field = made(world, page, (1, "선물"), (2, "Gift"), **look, exposure_group_type="M")

    assert field == {
        "key": "custom_option1",
        "multishop_display_names": [
            {"shop_no": 1, "name": "선물"}, {"shop_no": 2, "name": "Gift"}
        ],
        **look,
        "exposure_group_type": "M",
    }  # fmt: skip
    found = {each: shown(world, each, shop_no=2)["custom_option1"] for each, _ in PAGES}
    there, elsewhere = ({**look, "exposure_group_type": "M"}, {**IN_LIST, "display": "F"})
    for each, _ in PAGES:
        expected = {"key": "custom_option1", "name": "Gift"} | (
            there if each == page else elsewhere
        )
        if each == "products":
            del expected["display_name"], expected["exposure_group_type"]
        assert found[each] == expected
    for each, _ in PAGES:
        change = [{"key": "custom_option1", "name": "For you", "font_size": 7}]
        world.put(f"{each}/properties", display_group=2, properties=change)
    assert shown(world, "mains")["custom_option1"]["font_size"] == 7


def test_a_field_has_defaults_and_a_name_in_every_language(world: World) -> None:
    made(world, "mains", (1, "선물"))

    second = made(world, "categories", (2, "Gift"))

    assert second == {
        "key": "custom_option2",
        "multishop_display_names": [{"shop_no": 2, "name": "Gift"}],
        "display": "F",
        **IN_LIST,
    }
    keys = list(shown(world, "products"))[-2:]
    names = [
        [shown(world, "products", shop_no=shop_no)[key]["name"] for key in keys]
        for shop_no in (1, 2)
    ]
    assert (keys, names) == (["custom_option1", "custom_option2"], [["선물", "Gift"]] * 2)


@pytest.mark.parametrize(
    ("shops", "said"), [((1, 3), "There is no such shop."), ((1, 1), "A shop is named twice.")]
)
def test_a_field_is_named_once_in_shops_of_the_mall(
    world: World, shops: tuple[int, int], said: str
) -> None:
    before = rows(world)
    names = [{"shop_no": shop_no, "name": "Gift"} for shop_no in shops]

    answer = refused(world, "POST", "mains/properties", property={"multishop_display_names": names})

    assert answer == (422, f"{said} (parameter.property.multishop_display_names.shop_no)")
    assert rows(world) == before


def test_a_mall_makes_no_more_than_a_hundred_fields(world: World) -> None:
    for at in range(MOST_FIELDS):
        made(world, "products", (1, f"Field {at}"))
    before = rows(world)

    names = [{"shop_no": 1, "name": "One more"}]
    answer = refused(world, "POST", "mains/properties", property={"multishop_display_names": names})

    assert answer == (422, "A mall makes at most 100 fields. (parameter.property)")
    assert rows(world) == before


def test_the_activity_log_says_what_was_changed(world: World) -> None:
    world.put("mains/properties", display_group=3, properties=[{"key": "price", "name": "Only"}])

    [line] = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21", limit=1)[
        "activitylogs"
    ]
    assert "properties of main 3" in line["content"]
