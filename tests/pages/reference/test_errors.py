"""The errors pages tell of are those that are answered."""

import json

import pytest

from openmall.contract import api_versions
from openmall.pages.reference import errors
from openmall.pages.reference.catalog import APIS, catalog_of
from openmall.pages.reference.openapi import responses
from tests.world import World

pytestmark = pytest.mark.one_store
AT = catalog_of("admin", api_versions.NEWEST)


def _body(slug: str, status: int) -> object:
    [body] = [each.body for each in errors.of_operation(AT.by_slug[slug]) if each.status == status]
    return json.loads(body)


def test_a_parameter_out_of_bounds_is_refused_as_it_is_told(world: World) -> None:
    answer = world.call("GET", "products?shop_no=0")

    assert (answer.status_code, answer.json()) == (422, _body("get-products", 422))


def test_a_missing_parameter_is_refused_as_it_is_told(world: World) -> None:
    answer = world.call("POST", "products", json={"request": {}})

    assert (answer.status_code, answer.json()) == (422, _body("post-products", 422))


def test_identical_content_is_refused_as_it_is_told(world: World) -> None:
    world.put("coupons/setting", sorting_type="A")

    answer = world.call("PUT", "coupons/setting", json={"request": {"sorting_type": "A"}})

    assert (answer.status_code, answer.json()) == (409, _body("put-coupons-setting", 409))


def test_who_shows_no_token_is_refused_as_it_is_told(world: World) -> None:
    answer = world.call("GET", "products", headers={"Authorization": "no"})

    assert (answer.status_code, answer.json()) == (401, _body("get-products", 401))


@pytest.mark.parametrize("api", APIS)
def test_every_status_is_told_and_no_body_says_another(api: str) -> None:
    told = errors.of_api(api)

    assert [each.status for each in told] == list(responses.STATUSES)
    for each in told:
        if each.body:
            assert json.loads(each.body)["error"]["code"] == str(each.status)


def test_what_has_no_body_is_never_told_that_it_was_too_large() -> None:
    for entry in AT.entries:
        statuses = {each.status for each in errors.of_operation(entry)}
        assert ({408, 413} <= statuses) == entry.operation.has_body
        assert (409 in statuses) == entry.operation.writes
