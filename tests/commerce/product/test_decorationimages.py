"""Decoration images through the admin API: known to the mall, laid over products."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from openmall.commerce.product import decorationimages
from tests.commerce.product.test_images import announced, last_line, refusal, size_at
from tests.media.images import base64_of, picture
from tests.world import World

IDENTICAL = "The content is identical to what is stored, nothing was changed."
NEW = {"code": "new", "path": base64_of(picture(40, 20, "PNG"))}
SALE = {
    "code": "sale",
    "path": base64_of(picture(900, 900, "PNG")),
    "image_vertical_position": "B",
    "image_horizontal_position": "R",
}
NOTHING: dict[str, Any] = {
    "use_show_date": "F",
    "show_start_date": None,
    "show_end_date": None,
    "image_list": [],
}


@pytest.fixture
def path(world: World) -> str:
    return f"products/{world.product()['product_no']}/decorationimages"


def of(world: World, path: str, **query: Any) -> dict[str, Any]:
    decoration: dict[str, Any] = world.get(path, **query)["decorationimage"]
    return decoration


def codes(decoration: dict[str, Any]) -> list[str]:
    return [image["code"] for image in decoration["image_list"]]


def test_a_product_is_decorated_and_the_mall_knows_the_pictures(world: World, path: str) -> None:
    assert of(world, path) == NOTHING
    assert world.get("products/decorationimages") == {"decorationimages": []}
    world.stage.clock.pass_(60)

    made = world.post(path, image_list=[SALE, NEW])["decorationimage"]

    sale, new = made["image_list"]
    assert made == {"shop_no": 1, **NOTHING, "image_list": [sale, new]}
    assert (size_at(world, sale["path"]), size_at(world, new["path"])) == ((500, 500), (40, 20))
    assert (sale["code"], sale["image_vertical_position"], sale["image_horizontal_position"]) == (
        "sale",
        "B",
        "R",
    )
    assert (new["code"], new["image_vertical_position"], new["image_horizontal_position"]) == (
        "new",
        "T",
        "L",
    )
    assert of(world, path) == {**NOTHING, "image_list": [sale, new]}
    known = [{"code": each["code"], "path": each["path"]} for each in (new, sale)]
    assert world.get("products/decorationimages") == {"decorationimages": known}
    assert announced(world)[-1][0] == 90002
    product = world.get("products/1")["product"]
    assert product["updated_date"] == "2026-11-21T09:01:00+09:00"
    line = last_line(world)
    assert (line["type"], line["content"].startswith("decoration of product 1: image_list")) == (
        "decorationimage",
        True,
    )


def test_a_known_picture_is_put_on_another_product_by_its_code(world: World, path: str) -> None:
    world.post(path, image_list=[NEW])
    number = world.product()["product_no"]

    made = world.post(f"products/{number}/decorationimages", image_list=[{"code": "new"}])

    assert made["decorationimage"]["image_list"] == of(world, path)["image_list"]


def test_a_picture_without_a_code_gets_one_and_keeps_it(world: World, path: str) -> None:
    world.post(path, image_list=[{**NEW, "code": "image_custom_2"}])
    bare = {"path": SALE["path"]}

    made = world.post(path, image_list=[bare])["decorationimage"]

    assert codes(made) == ["image_custom_2", "image_custom_2_"]
    assert codes(world.post(path, image_list=[bare])["decorationimage"]) == codes(made)
    read = made["image_list"][1]["path"]
    assert codes(world.put(path, image_list=[{"path": read}])["decorationimage"]) == [
        "image_custom_2_"
    ]


def test_setting_adds_and_updating_replaces(world: World, path: str) -> None:
    world.post(path, image_list=[NEW])
    moved = {"code": "new", "image_vertical_position": "C"}

    added = world.post(path, image_list=[SALE, moved])["decorationimage"]
    replaced = world.put(path, image_list=[{**SALE, "image_horizontal_position": "C"}])

    assert [(each["code"], each["image_vertical_position"]) for each in added["image_list"]] == [
        ("new", "C"),
        ("sale", "B"),
    ]
    [left] = replaced["decorationimage"]["image_list"]
    assert (left["code"], left["image_horizontal_position"]) == ("sale", "C")
    before = announced(world)
    again = world.call("PUT", path, json={"request": {"image_list": [left]}})
    assert refusal(again) == (409, IDENTICAL)
    assert announced(world) == before


def test_a_decoration_is_shown_for_a_while(world: World, path: str) -> None:
    while_ = {"show_start_date": "2026-12-01", "show_end_date": "2026-12-24T18:00:00+09:00"}

    made = world.post(path, use_show_date="T", **while_, image_list=[NEW])["decorationimage"]
    later = world.put(path, show_end_date="2026-12-31", image_list=[NEW])["decorationimage"]

    assert {name: made[name] for name in ("use_show_date", *while_)} == {
        "use_show_date": "T",
        "show_start_date": "2026-12-01T00:00:00+09:00",
        "show_end_date": "2026-12-24T18:00:00+09:00",
    }
    assert later == {**made, "show_end_date": "2026-12-31T23:59:59+09:00"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (
            {"image_list": [{"code": "none"}]},
            "There is no such decoration image. (parameter.image_list.code)",
        ),
        ({"image_list": [{}]}, "A required parameter is missing. (parameter.image_list.code)"),
        (
            {"image_list": [{"code": "new", "path": SALE["path"]}]},
            "The code names another picture. (parameter.image_list.path)",
        ),
        (
            {"image_list": [{"code": "x", "path": "AAAA"}]},
            "Expected a picture: JPEG, PNG, GIF, WEBP. (parameter.image_list.path)",
        ),
        (
            {"image_list": [], "use_show_date": "T", "show_end_date": "2026-12-31"},
            "A required parameter is missing. (parameter.show_start_date)",
        ),
        (
            {"image_list": [], "show_start_date": "2026-12-31", "show_end_date": "2026-12-30"},
            "The end lies before the start. (parameter.show_end_date)",
        ),
    ],
)
def test_a_decoration_that_makes_no_sense_is_refused(
    world: World, path: str, sent: dict[str, Any], said: str
) -> None:
    world.post(path, image_list=[NEW])
    before = (of(world, path), world.get("products/decorationimages"))
    for method in ("POST", "PUT"):
        assert refusal(world.call(method, path, json={"request": sent})) == (422, said)
    assert (of(world, path), world.get("products/decorationimages")) == before


def test_a_mall_and_a_product_have_so_many_and_no_more(
    world: World, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decorationimages, "MOST_KNOWN", 21)
    many = [{"code": f"c{at}", "path": NEW["path"]} for at in range(22)]
    world.post(path, image_list=many[:20])

    one_more = world.call("POST", path, json={"request": {"image_list": many[20:21]}})
    world.put(path, image_list=many[20:21])
    unknown = world.call("POST", path, json={"request": {"image_list": many[21:]}})

    assert refusal(one_more) == (
        422,
        "A product has at most 20 decoration images. (parameter.image_list)",
    )
    assert refusal(unknown) == (
        422,
        "A mall has at most 21 decoration images. (parameter.image_list.code)",
    )


@pytest.mark.both_stores
def test_of_two_pictures_given_one_code_at_once_only_one_has_it(world: World) -> None:
    paths = [f"products/{world.product()['product_no']}/decorationimages" for _ in range(4)]
    sent = [{"code": "new", "path": NEW["path"]}, {"code": "new", "path": SALE["path"]}] * 2

    def post(at: int) -> int:
        request = {"image_list": [sent[at]]}
        status: int = world.call("POST", paths[at], json={"request": request}).status_code
        return status

    with ThreadPoolExecutor(4) as threads:
        statuses = list(threads.map(post, range(4)))

    assert sorted(statuses) == [201, 201, 422, 422]
    assert statuses[:2] == statuses[2:]
    assert len(world.get("products/decorationimages")["decorationimages"]) == 1


def test_each_shop_decorates_for_itself_and_a_mall_knows_only_its_own(
    world: World, path: str
) -> None:
    world.post(path, 2, image_list=[NEW])
    assert (codes(of(world, path)), codes(of(world, path, shop_no=2))) == ([], ["new"])
    other = world.stage.new_world(f"{world.mall_id}-b")
    assert other.get("products/decorationimages") == {"decorationimages": []}


def test_removing_one_leaves_the_others(world: World, path: str) -> None:
    world.post(path, image_list=[NEW, SALE])

    gone = world.call("DELETE", f"{path}/new")

    assert (gone.status_code, gone.json()) == (
        200,
        {"decorationimage": {"shop_no": 1, "code": "new"}},
    )
    assert codes(of(world, path)) == ["sale"]
    assert len(world.get("products/decorationimages")["decorationimages"]) == 2
    again = world.call("DELETE", f"{path}/new")
    assert refusal(again) == (404, "The decorationimage does not exist. (parameter.code)")


def test_a_deleted_product_takes_its_decoration_along(world: World, path: str) -> None:
    world.post(path, image_list=[NEW])
    assert world.call("DELETE", "products/1").status_code == 200
    missing = (404, "The product does not exist. (parameter.product_no)")
    assert refusal(world.call("GET", path)) == missing
    assert refusal(world.call("DELETE", f"{path}/new")) == missing
    rows = world.in_transaction(lambda db: db.all(decorationimages._FIND, product_no=1, shop_no=1))
    assert rows == []
