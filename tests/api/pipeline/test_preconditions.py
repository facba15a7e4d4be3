"""A write with `If-Match` is carried out only on what its client has read."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.commerce.product.stock_setup import stocked
from tests.every_operation.prerequisites import customers as customer_prerequisites
from tests.every_operation.prerequisites import order as order_prerequisites
from tests.world import World

pytestmark = pytest.mark.both_stores


def tag(world: World, path: str, **params: Any) -> str:
    answer: httpx.Response = world.call("GET", path, params=params)
    assert answer.status_code == 200, answer.text
    found: str = answer.headers["ETag"]
    return found


def put(world: World, path: str, if_match: str, **request: Any) -> httpx.Response:
    answer: httpx.Response = world.call(
        "PUT", path, json={"request": request}, headers={"If-Match": if_match}
    )
    return answer


def test_a_write_with_the_current_tag_is_carried_out_and_answers_the_next(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    first = tag(world, path)

    answer = put(world, path, first, price="9000.00")

    assert answer.status_code == 200
    assert answer.headers["ETag"] == tag(world, path) != first


def test_a_write_with_an_older_tag_changes_nothing(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    older = tag(world, path)
    world.put(path, price="9000.00")

    answer = put(world, path, older, price="8000.00")

    assert (answer.status_code, answer.json()["error"]) == (
        412,
        {
            "code": "412",
            "message": "The resource is not the one of this entity tag. (parameter.If-Match)",
            "more_info": {"parameter": "If-Match", "reason": "entity_tag_outdated"},
        },
    )
    assert world.get(path)["product"]["price"] == "9000.00"


def test_the_tag_is_of_the_resource_whatever_fields_are_asked_for(world: World) -> None:
    path = f"products/{world.product()['product_no']}"

    assert tag(world, path, fields="product_no") == tag(world, path)
    assert "ETag" not in world.call("GET", path, params={"embed": "variants"}).headers
    assert "ETag" not in world.call("GET", "products").headers
    older = world.speaking("2024-03-01")
    assert tag(older, path) == tag(world, path)


def test_any_tag_of_a_list_matches_and_a_weak_one_does_not(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    current = tag(world, path)

    assert put(world, path, f"W/{current}", price="1.00").status_code == 412
    assert put(world, path, f'"other", {current}', price="2.00").status_code == 200
    assert put(world, path, "*", price="3.00").status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [("If-None-Match", "*"), ("If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT")],
)
def test_another_precondition_is_refused_and_not_ignored(
    world: World, name: str, value: str
) -> None:
    path = f"products/{world.product(price='5000.00')['product_no']}"

    answer = world.call("PUT", path, json={"request": {"price": "1.00"}}, headers={name: value})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"] == {
        "parameter": name,
        "reason": "unsupported_precondition",
    }
    assert world.get(path)["product"]["price"] == "5000.00"


def test_a_client_that_has_the_resource_is_answered_304(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    current = tag(world, path)

    answer = world.call("GET", path, headers={"If-None-Match": current})

    assert (answer.status_code, answer.content) == (304, b"")
    world.put(path, price="9000.00")
    assert world.call("GET", path, headers={"If-None-Match": current}).status_code == 200


def test_a_deletion_is_conditional_too(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    older = tag(world, path)
    world.put(path, price="9000.00")

    refused = world.call("DELETE", path, headers={"If-Match": older})
    deleted = world.call("DELETE", path, headers={"If-Match": tag(world, path)})
    gone = world.call("DELETE", path, headers={"If-Match": "*"})

    assert (refused.status_code, deleted.status_code, gone.status_code) == (412, 200, 404)


@pytest.mark.parametrize("kind", ["variant", "inventory"])
def test_variants_and_their_stock_are_tagged(world: World, kind: str) -> None:
    number, code = stocked(world, 5)
    path = f"products/{number}/variants/{code}"
    path += "/inventories" if kind == "inventory" else ""
    older = tag(world, path)
    world.put(f"products/{number}/variants/{code}/inventories", quantity=6)

    assert put(world, path, older, quantity=9).status_code == 412
    assert put(world, path, tag(world, path), quantity=9).status_code == 200


def test_orders_are_tagged(world: World) -> None:
    order_prerequisites.paid_order(world)
    path = f"orders/{order_prerequisites.newest(world)}"
    older = tag(world, path, embed="items")

    assert "ETag" not in world.call("GET", path).headers
    assert put(world, path, older, process_status="prepare").status_code == 200
    assert tag(world, path, embed="items") != older
    assert put(world, path, older, process_status="hold").status_code == 412


def test_customers_are_tagged(world: World) -> None:
    path = f"customersprivacy/{customer_prerequisites.customer(world, {})}"
    older = tag(world, path)

    assert put(world, path, older, news_mail="T").status_code == 200
    assert put(world, path, older, news_mail="F").status_code == 412


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("PUT", "redirects/1", {}),
        ("POST", "products", {}),
        ("PUT", "inventories", {}),
        ("PUT", "products/{product_no}", {"Prefer": "respond-async"}),
    ],
)
def test_where_it_is_not_supported_it_is_refused(
    world: World, method: str, path: str, headers: dict[str, str]
) -> None:
    number = world.product()["product_no"]
    path = path.format(product_no=number)
    request = {"product_name": "x", "price": "1", "path": "/a"}
    if path == "inventories":
        request = {"variant_code": "P000000A000A", "quantity": "1"}

    answer = world.call(
        method, path, json={"request": request}, headers={"If-Match": '"x"', **headers}
    )

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "If-Match"
    assert world.get(f"products/{number}")["product"]["price"] == "11000.00"


def test_of_many_writes_with_one_tag_one_is_carried_out(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    current = tag(world, path)

    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda at: put(world, path, current, price=f"{1000 + at}.00"), range(6))
        )

    assert sorted(each.status_code for each in answers) == [200, *[412] * 5]


def test_the_plan_of_a_conditional_write_is_of_the_write(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    headers = {"If-Match": tag(world, path), "Prefer": "handling=rehearse"}

    answer = world.call("PUT", path, json={"request": {"price": "9000.00"}}, headers=headers)

    assert answer.status_code == 200, answer.text
    [(_, address)] = re.findall(r"<(/api/v2/admin/)(plans/\d+)>", answer.headers["Link"])
    assert world.get(address)["plan"]["operation"] == "PUT products/{product_no}"
