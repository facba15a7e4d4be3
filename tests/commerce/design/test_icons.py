"""Icons of a design: their pictures, and whether they are shown."""

from typing import Any

import pytest

from tests.world import World

PICTURE = "https://cdn.example.com/new.png"


def change(world: World, **request: Any) -> Any:
    shop_no = request.pop("shop_no", 1)
    return world.call("PUT", "icons", json={"shop_no": shop_no, "request": request})


def test_a_shop_has_the_icons_of_the_catalogue(world: World) -> None:
    icons = world.get("icons")["icons"]

    assert icons[0] == {
        "shop_no": 1,
        "id": 1,
        "type": "pc",
        "group_code": "A",
        "path": f"{world.base_url}/icons/icon_new.svg",
        "display": "T",
        "description": "New",
    }
    assert [each["id"] for each in icons] == list(range(1, 13))
    assert {each["group_code"] for each in icons} == {"A", "B", "C", "E"}
    for each in icons:
        drawing = world.request("GET", each["path"].removeprefix(world.base_url))
        assert drawing.headers["content-type"] == "image/svg+xml"


def test_an_icon_is_changed_in_one_shop_on_one_screen(world: World) -> None:
    answer = change(world, id=1, group_code="A", path=PICTURE)

    assert answer.status_code == 200
    assert answer.json()["icon"]["path"] == PICTURE
    assert world.get("icons")["icons"][0] == answer.json()["icon"]
    assert world.get("icons", type="mobile")["icons"][0]["path"] != PICTURE
    assert world.get("icons", shop_no=2)["icons"][0]["path"] != PICTURE
    assert change(world, id=1, group_code="A", path=PICTURE).status_code == 409


def test_the_default_picture_comes_back_by_its_address(world: World) -> None:
    before = world.get("icons")["icons"][0]["path"]
    change(world, id=1, group_code="A", path=PICTURE, display="F")

    answer = change(world, id=1, group_code="A", path=before)

    assert answer.json()["icon"]["path"] == before
    assert answer.json()["icon"]["display"] == "F"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"id": 1, "group_code": "B", "display": "F"}, 404),
        ({"id": 99, "group_code": "A", "display": "F"}, 404),
        ({"id": 1, "group_code": "D"}, 422),
        ({"id": 1, "group_code": "A", "path": "http://cdn.example.com/new.png"}, 422),
        ({"id": 1, "group_code": "A", "path": "javascript:alert(1)"}, 422),
        ({"id": 1, "group_code": "A", "path": 'https://a/"onerror="x'}, 422),
        ({"id": 1, "group_code": "A"}, 409),
    ],
)
def test_what_is_no_change_of_an_icon_is_refused(
    world: World, request_: dict[str, Any], status: int
) -> None:
    before = world.get("icons")

    assert change(world, **request_).status_code == status
    assert world.get("icons") == before
