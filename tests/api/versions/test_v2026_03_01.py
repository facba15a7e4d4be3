"""Products before and after 2026-03-01, in requests and in answers."""

from typing import Any

import pytest

from openmall.api.versions.v2026_03_01.catalogue import AddSaleDetailsToProducts
from openmall.contract import api_versions
from tests.world import World

OLD, NEW = "2024-03-01", "2026-03-01"
ADDED = {
    "soldout_message": "Back in May",
    "product_shipping_type": "C",
    "single_purchase": "T",
    "translate_product_material": "T",
    "cultural_tax_deduction": "T",
    "size_guide": {"use": "T", "type": "default", "default": "Female", "description": ""},
}


def _call(world: World, version: str, method: str, path: str, **request: Any) -> Any:
    body = {"json": {"request": request}} if request else {}
    return world.call(method, path, headers={api_versions.HEADER: version}, **body)


def _create(world: World, version: str, **request: Any) -> Any:
    whole = {"product_name": "Linen apron", "supply_price": "5000", "display": "T", "selling": "T"}
    return _call(world, version, "POST", "products", **whole, **request)


def _detail(world: World, version: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = _call(world, version, "GET", f"products/{number}").json()["product"]
    return found


def test_the_newest_takes_and_answers_what_was_added(world: World) -> None:
    answer = _create(world, NEW, **ADDED)
    assert answer.status_code == 201
    assert {name: answer.json()["product"][name] for name in ADDED} == ADDED
    assert {name: _detail(world, NEW, 1)[name] for name in ADDED} == ADDED
    assert "x-platform-ignored" not in answer.headers


def test_the_older_neither_takes_nor_answers_it(world: World) -> None:
    answer = _create(world, OLD, **ADDED)
    assert answer.status_code == 201
    assert ADDED.keys() & answer.json()["product"].keys() == set()
    assert answer.headers["x-platform-ignored"].split(", ") == list(ADDED)
    assert ADDED.keys() & _detail(world, OLD, 1).keys() == set()
    kept = _detail(world, NEW, 1)
    assert kept["soldout_message"] == ""
    assert kept["size_guide"]["use"] == "F"


def test_an_update_in_the_older_version_leaves_what_was_added_alone(world: World) -> None:
    _create(world, NEW, **ADDED)
    changed = _call(
        world, OLD, "PUT", "products/1", product_name="Cotton apron", soldout_message="Gone"
    )
    assert changed.status_code == 200
    assert changed.json()["product"]["product_name"] == "Cotton apron"
    assert ADDED.keys() & changed.json()["product"].keys() == set()
    assert {name: _detail(world, NEW, 1)[name] for name in ADDED} == ADDED


def test_an_update_of_only_what_the_older_does_not_know_changes_nothing(world: World) -> None:
    _create(world, NEW, **ADDED)
    answer = _call(world, OLD, "PUT", "products/1", soldout_message="Gone")
    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "soldout_message"


def test_a_strict_app_is_refused_it_in_the_older_version_alone(world: World) -> None:
    strict = world.install(strict=True)
    for version, status in ((OLD, 422), (NEW, 201)):
        body = {"product_name": "A", "supply_price": "1", "soldout_message": "Gone"}
        headers = {api_versions.HEADER: version}
        answer = world.call("POST", "products", app=strict, json={"request": body}, headers=headers)
        assert answer.status_code == status, answer.text


def test_fields_of_the_newest_cannot_be_asked_for_in_the_older(world: World) -> None:
    _create(world, NEW, **ADDED)
    path = "products/1?fields=product_no,soldout_message"
    old, new = (_call(world, version, "GET", path) for version in (OLD, NEW))
    assert old.json() == {"product": {"product_no": 1}}
    assert old.headers["x-platform-ignored"] == "soldout_message"
    assert new.json() == {"product": {"product_no": 1, "soldout_message": "Back in May"}}


def test_the_storefront_speaks_versions_too(world: World) -> None:
    _create(world, NEW, **ADDED)
    shown = {}
    for version in (OLD, NEW):
        headers = {api_versions.HEADER: version}
        answer = world.request("GET", "/api/v2/products/1", auth=world.full.basic, headers=headers)
        shown[version] = set(answer.json()["product"])
    assert shown[NEW] - shown[OLD] == {"soldout_message", "product_shipping_type"}
    assert shown[OLD] < shown[NEW]


@pytest.mark.parametrize(
    ("version", "tags", "status"),
    [(OLD, 50, 201), (OLD, 51, 422), (NEW, 100, 201), (NEW, 101, 422)],
)
def test_the_number_of_tags(world: World, version: str, tags: int, status: int) -> None:
    answer = _create(world, version, product_tag=[f"tag {at}" for at in range(tags)])
    assert answer.status_code == status
    if status == 422:
        assert answer.json()["error"]["message"].endswith("(parameter.product_tag)")


def test_the_older_answers_the_first_fifty_tags(world: World) -> None:
    tags = [f"tag {at}" for at in range(100)]
    _create(world, NEW, product_tag=tags)
    assert _detail(world, NEW, 1)["product_tag"] == tags
    assert _detail(world, OLD, 1)["product_tag"] == tags[:50]


@pytest.mark.parametrize("zero", [0, "0"])
def test_a_tax_rate_of_nothing_meant_zero_rated(world: World, zero: object) -> None:
    old = _create(world, OLD, tax_rate=zero)
    assert (old.status_code, _detail(world, NEW, 1)["tax_type"]) == (201, "C")
    assert (_detail(world, NEW, 1)["tax_rate"], _detail(world, OLD, 1)["tax_rate"]) == (0, 0)
    new = _create(world, NEW, tax_rate=zero)
    assert new.status_code == 422
    assert new.json()["error"]["message"].endswith("(parameter.tax_rate)")


@pytest.mark.parametrize("nothing", [False, 0.5, [], {}, None])
def test_nothing_else_means_it(world: World, nothing: object) -> None:
    assert _create(world, OLD, tax_rate=nothing).status_code == 422


def test_the_changelog_names_what_the_code_takes_away() -> None:
    told = AddSaleDetailsToProducts.__doc__ or ""
    assert [name for name in AddSaleDetailsToProducts.added if f"`{name}`" not in told] == []
    assert set(AddSaleDetailsToProducts.added) == set(ADDED)
