"""Products of a brand or supplier that is deleted move to another, some at a time."""

from typing import Any

import pytest

from openmall.commerce.product import group_moves
from openmall.commerce.product.products import group_store
from openmall.database.session import DatabaseAway
from tests.commerce.order.claim_setup import events
from tests.world import World


def test_many_products_move_in_transactions_of_their_own(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_moves, "BATCH", 2)
    code = world.post("brands", brand_name="Atelier")["brand"]["brand_code"]
    made = [world.product(brand_code=code)["product_no"] for _ in range(7)]
    counters, before = world.stage.app.counters, _announced(world)
    writes = counters.writes(world.mall_id)

    assert world.call("DELETE", f"brands/{code}").status_code == 200

    # two, two, two and one, then the brand itself
    assert counters.writes(world.mall_id) - writes == 5
    # once in each of the two languages
    assert sorted(_announced(world)[len(before) :]) == sorted(made * 2)
    listed = world.get("products", limit=100)["products"]
    assert {each["brand_code"] for each in listed} == {"B0000000"}
    assert world.get("products/count", brand_code=code) == {"count": 0}


def test_a_deletion_that_was_stopped_goes_on_where_it_stopped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_moves, "BATCH", 2)
    code = world.post("brands", brand_name="Atelier")["brand"]["brand_code"]
    made = [world.product(brand_code=code)["product_no"] for _ in range(7)]
    find = group_store.numbers
    calls = []

    async def failing(*arguments: Any, **rest: Any) -> list[int]:
        calls.append(rest)
        if len(calls) == 4:
            raise DatabaseAway("away")
        return await find(*arguments, **rest)

    with monkeypatch.context() as patched:
        patched.setattr(group_store, "numbers", failing)
        assert world.call("DELETE", f"brands/{code}").status_code == 503
    assert world.get("products/count", brand_code=code) == {"count": 3}
    assert world.get("brands", brand_code=code)["brands"] != []

    assert world.call("DELETE", f"brands/{code}").status_code == 200
    assert world.get("products/count", brand_code="B0000000") == {"count": len(made)}


def _announced(world: World) -> list[int]:
    """Return the products that were announced as updated, in the order of the events."""
    return [event["product_no"] for number, event in events(world) if number == 90002]
