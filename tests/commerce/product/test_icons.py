"""Icons beside a product's name: which there are, whose they are, and when they are shown."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from openmall.commerce.product.icons.drawings import DRAWINGS
from tests.world import World

FIRST, LAST = "2026-12-01T09:00:00+09:00", "2026-12-24T18:00:00+09:00"


def shown(world: World, *codes: str, **term: Any) -> dict[str, Any]:
    return {
        "shop_no": 1,
        "use_show_date": "F",
        "show_start_date": None,
        "show_end_date": None,
        "image_list": [
            {"code": code, "path": f"{world.base_url}/icons/{code}.svg"} for code in codes
        ],
        **term,
    }


def choices(*codes: str) -> list[dict[str, str]]:
    return [{"code": code} for code in codes]


def refused(world: World, path: str, **request: Any) -> tuple[int, str]:
    answer = world.call("PUT", path, json={"request": request})
    return answer.status_code, answer.json()["error"]["message"]


def test_every_icon_there_is_can_be_looked_at(world: World) -> None:
    listed = world.get("products/icons")["icons"]

    assert [icon["code"] for icon in listed] == list(DRAWINGS)
    for icon in listed:
        answer = world.request("GET", icon["path"].removeprefix(world.base_url))
        assert (answer.status_code, answer.content) == (200, DRAWINGS[icon["code"]])
        assert answer.headers["content-type"] == "image/svg+xml"
        assert (
            ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
        )  # our own


def test_an_icon_can_do_nothing_and_is_asked_for_once_a_day(world: World) -> None:
    answer = world.request("HEAD", "/icons/icon_new.svg")

    assert (answer.status_code, answer.content) == (200, b"")
    assert {name: answer.headers[name] for name in answer.headers if name != "x-request-id"} == {
        "cache-control": "public, max-age=86400",
        "content-length": str(len(DRAWINGS["icon_new"])),
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "content-type": "image/svg+xml",
        "x-content-type-options": "nosniff",
    }


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/icons/icon_none.svg"), ("GET", "/icons/"), ("POST", "/icons/icon_new.svg")],
)
def test_what_is_no_icon_is_not_found(world: World, method: str, path: str) -> None:
    answer = world.request(method, path)

    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "404")


def test_icons_are_set_changed_and_taken_away(world: World) -> None:
    path = f"products/{world.product()['product_no']}/icons"

    none = world.get(path)
    made = world.post(path, image_list=choices("icon_new", "icon_gift", "icon_new"))
    timed = world.put(path, use_show_date="T", show_start_date=FIRST, show_end_date=LAST)
    longer = world.put(path, show_end_date="2026-12-31")
    gone = world.call("DELETE", f"{path}/icon_new")
    always = world.put(path, use_show_date="F", image_list=choices("icon_best"))

    term = {"use_show_date": "T", "show_start_date": FIRST, "show_end_date": LAST}
    end = "2026-12-31T23:59:59+09:00"
    assert none == {"icons": shown(world)}
    assert made == {"icon": shown(world, "icon_new", "icon_gift")}
    assert timed == {"icon": shown(world, "icon_new", "icon_gift", **term)}
    assert longer["icon"] == {**timed["icon"], "show_end_date": end}
    assert gone.json() == {"icon": {"shop_no": 1, "code": "icon_new"}}
    assert always == {"icon": shown(world, "icon_best")}
    assert world.get(path) == {"icons": always["icon"]}


def test_they_are_the_icons_of_the_product(world: World) -> None:
    number = world.product(icon=["icon_hot", "of our own"])["product_no"]
    path = f"products/{number}"

    seen = world.get(f"{path}/icons")["icons"]["image_list"]
    world.put(f"{path}/icons", use_show_date="T", show_start_date=FIRST, show_end_date=LAST)
    world.call("DELETE", f"{path}/icons/of%20our%20own")

    address = f"{world.base_url}/icons/icon_hot.svg"
    assert seen == [{"code": "icon_hot", "path": address}, {"code": "of our own", "path": ""}]
    product = world.get(path)["product"]
    assert product["icon"] == ["icon_hot"]
    assert product["icon_show_period"] == {"start_date": FIRST, "end_date": LAST}
    english = world.get(f"{path}/icons", shop_no=2)["icons"]
    assert [icon["code"] for icon in english["image_list"]] == ["icon_hot", "of our own"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (
            {"use_show_date": "T", "show_end_date": LAST},
            "Icons with `use_show_date` T need both dates. (parameter.show_start_date)",
        ),
        (
            {"use_show_date": "T", "show_start_date": FIRST},
            "Icons with `use_show_date` T need both dates. (parameter.show_end_date)",
        ),
        (
            {"use_show_date": "T", "show_start_date": LAST, "show_end_date": FIRST},
            "The icons' last day lies before their first. (parameter.show_end_date)",
        ),
        (
            {"show_end_date": LAST},
            "A date is for icons with `use_show_date` T. (parameter.show_end_date)",
        ),
    ],
)
def test_a_term_has_both_its_ends_in_order(world: World, sent: dict[str, str], said: str) -> None:
    path = f"products/{world.product()['product_no']}/icons"

    assert refused(world, path, **sent, image_list=choices("icon_new")) == (422, said)
    assert world.get(path) == {"icons": shown(world)}


def test_an_icon_the_product_does_not_have_is_not_deleted(world: World) -> None:
    path = f"products/{world.product()['product_no']}/icons/icon_new"

    answer = world.call("DELETE", path)

    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "The icon does not exist. (parameter.code)"
