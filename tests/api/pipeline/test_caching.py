"""A shopper's program keeps what it read, and is sent it again only when it changed."""

from typing import Any

import pytest

from tests.world import World


def _get(world: World, path: str, **headers: str) -> Any:
    return world.request(
        "GET",
        f"/api/v2/{path}",
        auth=world.full.basic,
        headers={k.replace("_", "-"): v for k, v in headers.items()},
    )


@pytest.mark.parametrize("path", ["products", "products/1", "categories", "products/count"])
def test_what_a_client_has_is_not_sent_again_until_it_changes(world: World, path: str) -> None:
    world.product()
    world.post("categories", category_name="Aprons")
    first = _get(world, path)

    again = _get(world, path, if_none_match=first.headers["etag"])
    world.product()
    world.put("products/1", price="1")
    world.post("categories", category_name="Mugs")
    changed = _get(world, path, if_none_match=first.headers["etag"])

    assert first.headers["cache-control"] == "private, no-cache"
    assert first.headers["vary"] == (
        "authorization, x-platform-client-id, x-platform-api-version, x-openmall-session, cookie, "
        "origin"
    )
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary", "x-api-call-limit", "x-platform-time-usage"):
        assert name in again.headers
    assert "content-type" not in again.headers
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("named", ["*", "W/{}", '"other", {}', "{} "])
def test_a_client_may_name_what_it_has_in_every_way_of_the_standard(
    world: World, named: str
) -> None:
    world.product()
    tag = _get(world, "products/1").headers["etag"]
    assert _get(world, "products/1", if_none_match=named.format(tag)).status_code == 304


@pytest.mark.parametrize("named", ["", '"other"', "other", ","])
def test_a_client_that_has_something_else_is_answered(world: World, named: str) -> None:
    world.product()
    assert _get(world, "products/1", if_none_match=named).status_code == 200


def test_a_product_says_when_it_was_changed_and_its_tag_decides(world: World) -> None:
    world.product()
    first = _get(world, "products/1")
    world.stage.clock.pass_(60)
    world.put("products/1", price="1")
    changed = _get(world, "products/1")

    assert first.headers["last-modified"] == "Sat, 21 Nov 2026 00:00:00 GMT"
    assert changed.headers["last-modified"] == "Sat, 21 Nov 2026 00:01:00 GMT"
    by_date = _get(world, "products/1", if_modified_since=changed.headers["last-modified"])
    assert (by_date.status_code, by_date.headers["etag"]) == (200, changed.headers["etag"])
    assert "last-modified" not in _get(world, "products").headers


def test_errors_and_lists_of_the_admin_api_are_not_kept(world: World) -> None:
    world.product()
    for answer in (_get(world, "products/9"), world.call("GET", "products")):
        assert "etag" not in answer.headers
        assert "cache-control" not in answer.headers


def test_a_resource_of_the_admin_api_is_validated_at_each_use(world: World) -> None:
    world.product()
    answer = world.call("GET", "products/1")
    assert answer.headers["cache-control"] == "private, no-cache"
    assert (
        world.call(
            "PUT",
            "products/1",
            json={"request": {"price": "1.00"}},
            headers={"If-Match": answer.headers["etag"]},
        ).headers.get("cache-control")
        is None
    )


def test_one_clients_answer_is_not_anothers(world: World) -> None:
    world.product()
    tag = _get(world, "products/1").headers["etag"]
    nobody = world.request("GET", "/api/v2/products/1", headers={"If-None-Match": tag})
    assert nobody.status_code == 401
