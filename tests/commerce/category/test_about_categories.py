"""What shops say about categories beside the categories themselves, through the admin API."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.world import World

NEW: dict[str, dict[str, Any]] = {
    "seo": {
        "search_engine_exposure": "T",
        "meta_title": "",
        "meta_author": "",
        "meta_description": "",
        "meta_keywords": "",
    },
    "decorationimages": {
        "use_menu_image_pc": "F",
        "menu_image_pc": None,
        "menu_over_image_pc": None,
        "use_top_image_pc": "F",
        "top_images_pc": None,
        "use_title_image_pc": "F",
        "title_image_pc": None,
        "use_menu_image_mobile": "F",
        "menu_image_mobile": None,
        "use_top_image_mobile": "F",
        "top_images_mobile": None,
        "use_title_image_mobile": "F",
        "title_image_mobile": None,
    },
}
KEY = {"seo": "seo", "decorationimages": "decorationimage"}
CHANGE: dict[str, dict[str, Any]] = {
    "seo": {"meta_title": "Kitchen", "search_engine_exposure": "F"},
    "decorationimages": {"use_top_image_pc": "T", "top_images_pc": ["https://a.example/1.png"]},
}
each = pytest.mark.parametrize("kind", ["seo", "decorationimages"])


def category(world: World, **request: Any) -> int:
    made = world.post("categories", category_name="Kitchen", **request)["category"]
    return int(made["category_no"])


def said(world: World, kind: str, number: int, shop_no: int = 1) -> dict[str, Any]:
    answer = world.get(f"categories/{number}/{kind}", shop_no=shop_no)
    found: dict[str, Any] = answer.pop(KEY[kind])
    assert answer == {}
    assert (found.pop("shop_no"), found.pop("category_no")) == (shop_no, number)
    return found


@each
def test_a_new_category_has_the_defaults(world: World, kind: str) -> None:
    assert said(world, kind, category(world)) == NEW[kind]


@each
def test_what_was_sent_is_changed_in_one_language_of_one_category(world: World, kind: str) -> None:
    one, other = category(world), category(world)

    answer = world.put(f"categories/{one}/{kind}", 2, **CHANGE[kind])

    changed = {**NEW[kind], **CHANGE[kind]}
    assert answer == {KEY[kind]: {"shop_no": 2, "category_no": one, **changed}}
    assert said(world, kind, one, 2) == changed
    assert said(world, kind, one) == NEW[kind]
    assert said(world, kind, other, 2) == NEW[kind]


@each
def test_a_deleted_category_takes_along_what_was_said_about_those_below(
    world: World, kind: str
) -> None:
    top = category(world)
    below = category(world, parent_category_no=top)
    world.put(f"categories/{below}/{kind}", **CHANGE[kind])

    world.call("DELETE", f"categories/{top}")

    answer = world.call("GET", f"categories/{below}/{kind}")
    missing = "The category does not exist. (parameter.category_no)"
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, missing)


def test_a_picture_of_the_malls_own_is_answered_at_the_address_the_client_uses(
    world: World,
) -> None:
    number = category(world)
    path = f"categories/{number}/decorationimages"
    own = f"{world.base_url}/files/a.png"

    answer = world.put(path, menu_image_pc=own, top_images_mobile=[own, "https://b.example/2.png"])

    found = answer["decorationimage"]
    assert found["menu_image_pc"] == own
    elsewhere = {**world.full.headers, "Host": f"{world.mall_id}.openmall.localhost:8443"}
    answer = world.call("GET", path, headers=elsewhere)
    found = answer.json()["decorationimage"]
    there = f"https://{world.mall_id}.openmall.localhost:8443/files/a.png"
    assert found["menu_image_pc"] == there
    assert found["top_images_mobile"] == [there, "https://b.example/2.png"]
    cleared = world.put(path, menu_image_pc=None)["decorationimage"]
    assert (cleared["menu_image_pc"], cleared["top_images_mobile"]) == (
        None,
        [own, "https://b.example/2.png"],
    )


@pytest.mark.both_stores
def test_two_who_write_about_a_category_at_once_are_both_kept(world: World) -> None:
    number = category(world)
    names = ["meta_title", "meta_author", "meta_description", "meta_keywords"]

    with ThreadPoolExecutor(4) as people:
        wrote = [
            people.submit(world.put, f"categories/{number}/seo", None, **{name: name})
            for name in names
        ]

    assert [one.exception() for one in wrote] == [None] * 4
    assert said(world, "seo", number) == {**NEW["seo"], **{name: name for name in names}}
