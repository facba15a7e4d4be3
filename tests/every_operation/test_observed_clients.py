"""Unmodified client programs send these things, and are served."""

from typing import Any

import pytest

from tests.error_bodies import error
from tests.every_operation.operation_calls import (
    send,
)
from tests.every_operation.prerequisites import (
    Row,
)
from tests.every_operation.registry_rows import rows_where
from tests.every_operation.shared_malls import Lend, Ready
from tests.world import World

pytestmark = pytest.mark.one_store


def test_path_parameters_may_be_repeated_in_query_and_body(ready: Ready, placed: Row) -> None:
    world, path, values, _ = ready(placed)
    answer = send(world, placed, {**values, **path}, path, params={**path, "fields": ""})
    assert answer.is_success, answer.text
    assert "x-platform-ignored" not in answer.headers


@rows_where("row", lambda row: not row[1].has_body)
def test_a_content_type_may_stand_on_every_method(ready: Ready, row: Row) -> None:
    world, path, values, _ = ready(row)
    headers = {"Content-Type": "application/json", "X-Api-Call-Limit": "99/40"}
    answer = send(world, row, values, path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers.get("x-api-call-limit", "none") != "99/40"


def test_a_delete_may_carry_an_empty_body(world: World) -> None:
    world.product()
    answer = world.call("DELETE", "products/1", content=b"{}")
    assert (answer.status_code, answer.json()) == (200, {"product": {"product_no": 1}})


def test_an_unknown_page_size_is_refused(unchanged: Lend, paged: Row) -> None:
    world, path, values, _ = unchanged(paged)
    answer = send(world, paged, {**values, "limit": 10_000}, path)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"].endswith("(parameter.limit)")


@pytest.mark.parametrize(
    "query",
    [
        "product_no=1,2",
        "product_no%5B%5D=1&product_no%5B%5D=2",
        "product_no=1&product_no=2",
        "product_no=1%2C2",
        "product_no=1,%202",
    ],
)
def test_lists_come_with_commas_or_brackets(world: World, query: str) -> None:
    for _ in range(3):
        world.product()
    assert world.call("GET", f"products/count?{query}").json() == {"count": 2}


def test_names_the_server_does_not_know_are_passed_over(world: World) -> None:
    world.product()
    answer = world.call("GET", "products?fields=product_no,quantity&embed=options,return")
    assert answer.status_code == 200
    assert answer.json() == {"products": [{"product_no": 1}]}
    assert answer.headers["x-platform-ignored"] == "quantity, return"


def test_a_sub_resource_among_the_fields_is_answered(world: World) -> None:
    number = world.product()["product_no"]

    listed = world.get("products", fields="variants")["products"]
    one = world.get(f"products/{number}", fields="product_no,variants")["product"]
    beside = world.get(f"products/{number}", fields="product_no", embed="variants")["product"]

    variants = world.get(f"products/{number}", embed="variants")["product"]["variants"]
    assert listed == [{"variants": variants}]
    assert one == {"product_no": number, "variants": variants}
    assert beside == {"product_no": number}


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-11-21+00:00:00", "2026-11-21+23:59:59"),
        ("2026-11-21%2000:00:00", "2026-11-22%2000:00:00"),
        ("2026-11-21T00:00:00%2B09:00", "2026-11-22T00:00:00%2B09:00"),
        ("2026-11-21T00:00:00+09:00", "2026-11-22T00:00:00+09:00"),
        ("2026-11-20T15:00:00Z", "2026-11-21T15:00:00Z"),
        ("2026-11-21", "2026-11-21"),
    ],
)
def test_dates_are_read_in_every_form_that_is_sent(world: World, start: str, end: str) -> None:
    world.product()
    query = f"created_start_date={start}&created_end_date={end}"
    assert world.call("GET", f"products/count?{query}").json() == {"count": 1}


@pytest.mark.parametrize("price", ["1000", "1000.00", 1000, 1000.0, "1000.0"])
def test_money_may_be_a_string_or_a_number(world: World, price: Any) -> None:
    made = world.product(price=price)
    assert (made["price"], made["product_code"], made["product_name"]) == (
        "1000.00",
        "P000000A",
        "Linen apron",
    )


def test_a_shop_named_in_the_query_of_a_write_is_the_one_that_is_changed(world: World) -> None:
    world.product()
    body = {"request": {"product_name": "Cotton apron"}}
    answer = world.call("PUT", "products/1?shop_no=2", json=body)
    assert answer.json()["product"]["shop_no"] == 2
    assert "x-platform-ignored" not in answer.headers
    assert world.get("products/1")["product"]["product_name"] != "Cotton apron"


@pytest.mark.parametrize(
    "content", [b"product_name=A&supply_price=1", b'{"product":{"product_name":"A"}}']
)
def test_forms_and_other_envelopes_are_400(world: World, content: bytes) -> None:
    headers = {**world.full.headers, "Content-Type": "application/json"}
    answer = world.request("POST", "/api/v2/admin/products", content=content, headers=headers)
    assert answer.status_code == 400
    assert answer.json().keys() == error(400, "").keys()
    assert world.get("products/count") == {"count": 0}
