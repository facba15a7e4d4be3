"""Tags of a product one by one, which are the product's own."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.contract import api_versions
from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from tests.world import World

OLD = {api_versions.HEADER: "2024-03-01"}
_EVENTS = Statement(
    select(EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def tagged(world: World, *tags: str) -> str:
    number = world.product(product_tag=list(tags))["product_no"]
    return f"products/{number}"


def post(world: World, path: str, tags: list[str], **rest: Any) -> Any:
    return world.call("POST", f"{path}/tags", json={"request": {"tags": tags}}, **rest)


def found(world: World, tag: str, **query: Any) -> list[int]:
    listed = world.get("products", product_tag=tag, **query)["products"]
    return [each["product_no"] for each in listed]


def test_tags_are_added_behind_those_of_the_product_and_find_it(world: World) -> None:
    path = tagged(world, "linen", "kitchen")
    world.stage.clock.pass_(60)

    made = world.post(f"{path}/tags", tags=["kitchen", "gift", "gift", "apron"])

    assert made == {"tag": {"shop_no": 1, "product_no": 1, "tags": ["kitchen", "gift", "apron"]}}
    whole = ["linen", "kitchen", "gift", "apron"]
    assert world.get(f"{path}/tags") == {"tags": {"shop_no": 1, "tags": whole}}
    assert world.get(f"{path}/tags/count") == {"count": 4}
    product = world.get(path)["product"]
    assert (product["product_tag"], product["updated_date"]) == (
        whole,
        "2026-11-21T09:01:00+09:00",
    )
    assert (found(world, "gift"), found(world, "gift", shop_no=2)) == ([1], [])
    events = world.in_transaction(lambda db: db.all(_EVENTS))
    assert [row[0] for row in events] == [90001, 90002]


def test_a_deleted_tag_no_longer_finds_the_product(world: World) -> None:
    path = tagged(world, "linen", "two words, one tag")

    gone = world.call("DELETE", f"{path}/tags/two%20words%2C%20one%20tag")

    assert gone.json() == {"tag": {"shop_no": 1, "product_no": 1, "tag": "two words, one tag"}}
    assert world.get(path)["product"]["product_tag"] == ["linen"]
    assert world.get(f"{path}/tags/count") == {"count": 1}
    world.call("DELETE", f"{path}/tags/linen")
    assert found(world, "linen") == []


def test_what_the_product_is_tagged_with_otherwise_is_seen_here(world: World) -> None:
    path = tagged(world, "linen")

    world.put(path, product_tag=["apron", "gift"])

    assert world.get(f"{path}/tags")["tags"]["tags"] == ["apron", "gift"]


def test_each_language_has_tags_of_its_own(world: World) -> None:
    path = tagged(world, "리넨")

    world.post(f"{path}/tags", 2, tags=["linen"])

    assert world.get(f"{path}/tags", shop_no=2) == {
        "tags": {"shop_no": 2, "tags": ["리넨", "linen"]}
    }
    assert world.get(f"{path}/tags")["tags"]["tags"] == ["리넨"]


def test_tags_the_product_has_already_change_nothing(world: World) -> None:
    path = tagged(world, "linen")

    assert post(world, path, ["linen"]).status_code == 409
    assert post(world, path, []).status_code == 409
    assert world.get(f"{path}/tags")["tags"]["tags"] == ["linen"]


@pytest.mark.parametrize(
    ("more", "status"), [(50, 201), (51, 422)], ids=["a hundred in all", "one more"]
)
def test_a_product_carries_a_hundred_tags_in_all(world: World, more: int, status: int) -> None:
    path = tagged(world, *(f"old {at}" for at in range(50)))

    headers = {api_versions.HEADER: "2026-03-01"}
    answer = post(world, path, [f"new {at}" for at in range(more)], headers=headers)

    assert answer.status_code == status
    assert world.get(f"{path}/tags/count") == {"count": 100 if status == 201 else 50}
    if status == 422:
        said = "A product carries at most 100 tags. (parameter.tags)"
        assert answer.json()["error"]["message"] == said


def test_an_empty_tag_is_refused(world: World) -> None:
    path = tagged(world)

    answer = post(world, path, ["linen", ""])

    assert (answer.status_code, answer.json()["error"]["message"]) == (
        422,
        "A tag is empty. (parameter.tags)",
    )
    assert world.get(f"{path}/tags/count") == {"count": 0}


@pytest.mark.parametrize(("tags", "status"), [(50, 201), (51, 422)])
def test_the_older_version_takes_fifty_tags_at_once(world: World, tags: int, status: int) -> None:
    path = tagged(world)

    answer = post(world, path, [f"tag {at}" for at in range(tags)], headers=OLD)

    assert answer.status_code == status
    if status == 422:
        said = "At most 50 tags are allowed. (parameter.tags)"
        assert answer.json()["error"]["message"] == said


def test_the_older_version_sees_the_first_fifty_tags(world: World) -> None:
    path = tagged(world)
    tags = [f"tag {at}" for at in range(60)]
    post(world, path, tags, headers={api_versions.HEADER: "2026-03-01"})

    older = world.call("GET", f"{path}/tags", headers=OLD).json()

    assert older == {"tags": {"shop_no": 1, "tags": tags[:50]}}
