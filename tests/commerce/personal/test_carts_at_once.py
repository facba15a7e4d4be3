"""Two tabs of one shopper add to the cart at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.commerce.personal.cart_client import USUAL, lying_in, member, put
from tests.commerce.product.stock_setup import stocked
from tests.world import World


@pytest.mark.both_stores
def test_two_adds_of_one_item_at_once_are_one_line_with_the_sum(world: World) -> None:
    number = world.product()["product_no"]
    kim = member(world)
    code = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]

    statuses = _at_once(world, number, code, kim, times=8)

    assert statuses == [201] * 8
    assert lying_in(world, kim) == {code: 8}


@pytest.mark.both_stores
def test_together_they_take_no_more_than_there_is(world: World) -> None:
    number, code = stocked(world, 5)
    kim = member(world)

    statuses = _at_once(world, number, code, kim, times=8)

    assert sorted(statuses) == [201] * 5 + [422] * 3
    assert lying_in(world, kim) == {code: 5}


@pytest.mark.both_stores
def test_a_product_is_deleted_while_shoppers_put_it_by(world: World) -> None:
    number = world.product()["product_no"]
    kim = member(world)
    put(world, number, session=kim)

    with ThreadPoolExecutor(4) as pool:
        adding = [pool.submit(put, world, number, session=kim) for _ in range(3)]
        deleting = pool.submit(world.call, "DELETE", f"products/{number}")

    assert deleting.result().status_code == 200
    assert {each.result().status_code for each in adding} <= {201, 422}
    assert lying_in(world, kim) == {}


def _at_once(world: World, number: int, code: str, session: str, *, times: int) -> list[int]:
    body = {**USUAL, "product_no": number, "variants": [{"quantity": 1, "variants_code": code}]}

    def add(_: int) -> int:
        answer = world.request(
            "POST",
            "/api/v2/carts",
            auth=world.full.basic,
            headers={"X-Openmall-Session": session},
            json={"request": body},
        )
        return answer.status_code

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(add, range(times)))
