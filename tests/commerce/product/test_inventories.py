"""Stock of many variants is set and adjusted in one call, each on its own condition."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.commerce.product.stock_setup import ledger, quantity, sold_out, stocked
from tests.world import World


def send(world: World, *rows: dict[str, Any], **rest: Any) -> httpx.Response:
    answer: httpx.Response = world.call("PUT", "inventories", json={"requests": list(rows)}, **rest)
    return answer


def test_quantities_of_several_products_are_set_and_adjusted(world: World) -> None:
    (one, first), (other, second) = stocked(world, 5), stocked(world, 7)
    before = len(ledger(world))

    answer = send(
        world,
        {"variant_code": first, "quantity": 12},
        {"variant_code": second, "adjust": -3, "if_quantity": 7},
    )

    assert (answer.status_code, answer.json()) == (
        200,
        {
            "inventories": [
                {"product_no": one, "variant_code": first, "quantity": 12, "use_inventory": "T"},
                {"product_no": other, "variant_code": second, "quantity": 4, "use_inventory": "T"},
            ]
        },
    )
    assert (quantity(world, one, first), quantity(world, other, second)) == (12, 4)
    client_id = world.full.credentials.client_id
    added = {each for each in ledger(world) if each[5] == client_id and each[2] in (5, 7)}
    assert {each[2:] for each in added} == {(5, 12, "set", client_id), (7, 4, "set", client_id)}
    assert len(ledger(world)) == before + 2


def test_each_row_has_an_outcome_and_only_good_ones_are_written(world: World) -> None:
    (one, first), (other, second) = stocked(world, 5), stocked(world, 7)

    answer = send(
        world,
        {"variant_code": first, "quantity": 6},
        {"variant_code": second, "quantity": 1, "if_quantity": 8},
        {"variant_code": "P000ZZZZ000A", "quantity": 1},
        {"variant_code": second, "quantity": 1, "adjust": 1},
        {"variant_code": second},
        {"variant_code": "short", "quantity": 1},
        {"variant_code": second, "adjust": 2_147_483_647},
    )

    rows = answer.json()["inventories"]
    assert answer.status_code == 207
    assert [each["status"] for each in rows] == [200, 412, 404, 422, 409, 422, 422]
    assert [each.get("more_info", {}).get("parameter") for each in rows] == [
        None, "if_quantity", "variant_code", "adjust", None, "variant_code", "adjust",
    ]  # fmt: skip
    assert rows[1]["message"] == "The quantity is 7."
    assert rows[1]["variant_code"] == second
    assert (quantity(world, one, first), quantity(world, other, second)) == (6, 7)


def test_rows_of_one_variant_are_applied_in_order(world: World) -> None:
    number, code = stocked(world, 5)

    answer = send(
        world,
        {"variant_code": code, "adjust": 2, "if_quantity": 5},
        {"variant_code": code, "adjust": 3, "if_quantity": 7},
        {"variant_code": code, "adjust": 1, "if_quantity": 7},
    )

    assert [each.get("quantity") for each in answer.json()["inventories"]] == [7, 10, None]
    assert quantity(world, number, code) == 10
    assert [each[2:4] for each in ledger(world)][-2:] == [(5, 7), (7, 10)]


@pytest.mark.both_stores
def test_a_row_that_is_sent_again_changes_nothing(world: World) -> None:
    (number, code), (_, other) = stocked(world, 5), stocked(world, 5)
    send(world, {"variant_code": code, "quantity": 9})
    entries = ledger(world)

    again = send(world, {"variant_code": code, "quantity": 9})
    beside = send(
        world, {"variant_code": code, "quantity": 9}, {"variant_code": other, "adjust": 0}
    )

    assert (again.status_code, beside.status_code) == (409, 409)
    assert ledger(world) == entries
    assert quantity(world, number, code) == 9


def test_a_product_that_sells_out_is_announced_once(world: World) -> None:
    number, code = stocked(world, 5)

    send(world, {"variant_code": code, "quantity": 3}, {"variant_code": code, "quantity": 0})

    assert sold_out(world, number) == ["T", "T"]


def test_more_rows_than_the_bound_are_refused(world: World) -> None:
    number, code = stocked(world, 5)

    answer = send(world, *[{"variant_code": code, "adjust": 1}] * 501)

    assert answer.status_code == 400
    assert quantity(world, number, code) == 5


def test_five_hundred_rows_are_one_call(world: World) -> None:
    number, code = stocked(world, 0)

    answer = send(world, *[{"variant_code": code, "adjust": 1}] * 500)

    assert answer.status_code == 200
    assert quantity(world, number, code) == 500


@pytest.mark.both_stores
def test_concurrent_conditional_rows_lose_no_update(world: World) -> None:
    number, code = stocked(world, 0)

    def add_one(_: int) -> int:
        attempts = 0
        while True:
            attempts += 1
            seen = quantity(world, number, code)
            answer = send(world, {"variant_code": code, "quantity": seen + 1, "if_quantity": seen})
            if answer.status_code == 200:
                return attempts
            assert answer.status_code == 412, answer.text

    with ThreadPoolExecutor(4) as pool:
        attempts = list(pool.map(add_one, range(12)))

    assert quantity(world, number, code) == 12
    assert sum(attempts) >= 12
    assert ledger(world)[-1][3] == 12
