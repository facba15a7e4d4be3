"""Search engine settings, memos, approval and discounted prices of a product."""

from typing import Any

import pytest

from tests.commerce.store.gateway_app import together
from tests.every_operation.operation_calls import rows
from tests.world import Stage, World

EMPTY = {
    "shop_no": 1,
    "meta_title": "",
    "meta_author": "",
    "meta_description": "",
    "meta_keywords": "",
    "meta_alt": "",
    "search_engine_exposure": "T",
}


def product(world: World, **request: Any) -> int:
    number: int = world.product(**request)["product_no"]
    return number


def refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    body: dict[str, Any] = {"json": {"request": request}} if method in ("POST", "PUT") else {}
    answer = world.call(method, path, **body)
    return answer.status_code, answer.json()["error"]["message"]


def contents(world: World) -> list[str]:
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    return [line["content"] for line in world.get("activitylogs", **days)["activitylogs"]]


def test_each_language_has_search_engine_settings_of_its_own(world: World) -> None:
    path = f"products/{product(world)}/seo"

    changed = world.put(path, 2, meta_title="Linen apron", search_engine_exposure="F")
    again = world.put(path, 2, meta_keywords="linen, apron")

    english = {**EMPTY, "shop_no": 2, "meta_title": "Linen apron", "search_engine_exposure": "F"}
    assert changed == {"seo": english}
    assert again == {"seo": {**english, "meta_keywords": "linen, apron"}}
    assert world.get(path, shop_no=2) == again
    assert world.get(path) == {"seo": EMPTY}


def test_search_engine_settings_as_they_start_are_identical_content(world: World) -> None:
    path = f"products/{product(world)}/seo"

    assert refused(world, "PUT", path, search_engine_exposure="T")[0] == 409


def test_a_memo_lives(world: World) -> None:
    path = f"products/{product(world)}/memos"
    first = world.post(path, author_id="owner", memo="Ask the mill again")["memo"]
    world.stage.clock.pass_(60)
    second = world.post(path, author_id="clerk", memo="They answered")["memo"]

    changed = world.put(f"{path}/1", author_id="clerk", memo="Ask no more")
    listed = world.get(path)["memos"]
    gone = world.call("DELETE", f"{path}/2")

    assert first == {
        "memo_no": 1,
        "author_id": "owner",
        "created_date": "2026-11-21T09:00:00+09:00",
        "memo": "Ask the mill again",
    }
    assert (second["memo_no"], second["created_date"]) == (2, "2026-11-21T09:01:00+09:00")
    assert changed == {"memo": {**first, "author_id": "clerk", "memo": "Ask no more"}}
    assert listed == [second, changed["memo"]]
    assert gone.json() == {"memo": {"memo_no": 2}}
    assert world.get(path) == {"memos": [changed["memo"]]}
    assert world.get(f"{path}/1") == changed


def test_memos_come_in_pages_newest_first(world: World) -> None:
    path = f"products/{product(world)}/memos"
    for at in range(1, 5):
        world.post(path, author_id="owner", memo=f"Memo {at}")

    page = world.get(path, offset=1, limit=2)["memos"]

    assert [memo["memo"] for memo in page] == ["Memo 3", "Memo 2"]


def test_a_memo_is_found_only_below_its_product(world: World) -> None:
    first, second = product(world), product(world)
    world.post(f"products/{first}/memos", author_id="owner", memo="Mine")

    for method, request in (
        ("GET", {}),
        ("PUT", {"author_id": "owner", "memo": "Yours"}),
        ("DELETE", {}),
    ):
        assert refused(world, method, f"products/{second}/memos/1", **request) == (
            404,
            "The memo does not exist. (parameter.memo_no)",
        )
    assert world.get(f"products/{first}/memos/1")["memo"]["memo"] == "Mine"


def test_an_approval_is_asked_for_decided_and_asked_for_again(world: World) -> None:
    number = product(world)
    path = f"products/{number}/approve"

    states = [world.get(path)]
    world.stage.clock.pass_(60)
    states.append(world.post(path, user_id="supplier1"))
    states.append(world.put(path, user_id="owner", status="I"))
    states.append(world.put(path, user_id="owner", status="C"))
    states.append(world.post(path, user_id="supplier1"))
    states.append(world.put(path, user_id="owner", status="R"))
    states.append(world.post(path, user_id="supplier1"))

    assert states == [
        {"approve": {"shop_no": 1, "status": status, "product_no": number}}
        for status in ("", "N", "I", "C", "E", "R", "N")
    ]
    read = world.get(f"products/{number}")["product"]
    assert (read["approve_status"], read["updated_date"]) == ("N", "2026-11-21T09:01:00+09:00")
    assert world.get("products", approve_status="N")["products"][0]["product_no"] == number
    assert world.get("products", approve_status="C") == {"products": []}
    assert world.get(path, shop_no=2)["approve"]["status"] == ""
    assert contents(world)[0] == (
        f"approval of product {number}: approve_status R -> N, requested_by null -> supplier1"
    )


@pytest.mark.parametrize("decided", [None, "I"])
def test_an_approval_that_is_open_is_not_asked_for_again(world: World, decided: str | None) -> None:
    path = f"products/{product(world)}/approve"
    world.post(path, user_id="supplier1")
    if decided:
        world.put(path, user_id="owner", status=decided)
    before = world.get(path)

    answer = refused(world, "POST", path, user_id="supplier1")

    assert answer == (409, "The approval of the product is requested already.")
    assert world.get(path) == before


def test_the_discounted_price_is_the_price_of_the_language(rested: Stage) -> None:
    world = rested.new_world(currencies=("KRW", "USD"))
    number = product(world, price="11000")
    world.put(f"products/{number}", 2, price="9.90")

    def shown(amount: str) -> dict[str, Any]:
        names = ("pc_discount_price", "mobile_discount_price", "app_discount_price")
        return {"discountprice": dict.fromkeys(names, amount)}

    path = f"products/{number}/discountprice"
    assert world.get(path) == shown("11000.00")
    assert world.get(path, shop_no=2) == shown("9.90")


def test_what_belongs_to_a_product_goes_with_it(world: World) -> None:
    gone, kept = product(world), product(world)
    drafts = [{"property_name": "Colour"}]
    world.post("products/customproperties", custom_properties=drafts)
    for number in (gone, kept):
        for shop_no in (1, 2):
            world.put(f"products/{number}/seo", shop_no, meta_title="Apron")
            world.put(f"products/{number}/customproperties/1", shop_no, property_value="Blue")
        world.post(f"products/{number}/memos", author_id="owner", memo="Ask again")
        world.post(f"products/{number}/tags", tags=["linen"])
    tables = ("product_seo", "product_memo", "custom_property_value", "product_tag")
    before = {name: len(rows(world)[name]) for name in tables}

    world.call("DELETE", f"products/{gone}")

    after = {name: len(rows(world)[name]) for name in tables}
    assert before == dict(zip(tables, (4, 2, 4, 2), strict=True))
    assert after == dict(zip(tables, (2, 1, 2, 1), strict=True))
    for path in ("seo", "memos", "tags", "approve", "discountprice", "customproperties"):
        assert refused(world, "GET", f"products/{gone}/{path}") == (
            404,
            "The product does not exist. (parameter.product_no)",
        )
    assert world.get(f"products/{kept}/seo")["seo"]["meta_title"] == "Apron"


@pytest.mark.both_stores
def test_nothing_is_left_of_a_product_that_is_deleted_while_others_add_to_it(
    world: World,
) -> None:
    numbers = [product(world) for _ in range(6)]
    world.post("products/customproperties", custom_properties=[{"property_name": "Colour"}])
    calls: list[tuple[str, str, Any]] = []
    for number in numbers:
        path = f"products/{number}"
        calls += [
            ("POST", f"{path}/memos", {"request": {"author_id": "owner", "memo": "Ask"}}),
            ("PUT", f"{path}/seo", {"shop_no": 2, "request": {"meta_title": "Apron"}}),
            ("DELETE", path, None),
            ("PUT", f"{path}/customproperties/1", {"request": {"property_value": "Blue"}}),
            ("POST", f"{path}/tags", {"request": {"tags": ["linen"]}}),
        ]

    statuses = together(world, calls)

    assert statuses[2::5] == [200] * len(numbers)
    assert set(statuses) <= {200, 201, 404}
    left = rows(world)
    tables = ("product", "product_seo", "product_memo", "custom_property_value", "product_tag")
    assert {name: left[name] for name in tables} == {name: [] for name in tables}


@pytest.mark.both_stores
def test_of_two_who_name_a_property_alike_at_once_one_is_told(world: World) -> None:
    draft = {"request": {"custom_properties": [{"property_name": "Colour"}]}}

    statuses = together(world, [("POST", "products/customproperties", draft)] * 4)

    assert sorted(statuses) == [201, 422, 422, 422]
    assert len(world.get("products/customproperties")["products"]["custom_properties"]) == 1
